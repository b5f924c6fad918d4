package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.observe.Limit;
import dev.ringer.testkit.Counted;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Checks that each limit and each fault over HTTP/2 is counted once, under its name. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class LimitCountsOverHttp2Test {
    private interface Meeting {
        void with(Http2Client client, Gate gate) throws IOException;
    }

    private static void counts(Enum<?> cause, Meeting meeting, String... properties) throws IOException {
        try (Gate gate = new Gate();
                TestServer server = Http2Servers.create(Mode.CACHED_POOL, properties)) {
            server.handle("/waits", exchange -> {
                gate.pass();
                Http2Servers.respond(exchange, "waited");
            });
            server.handle("/ignores", exchange -> exchange.sendResponseHeaders(204, -1));
            server.start();
            try (Http2Client client = Http2Client.open(server)) {
                meeting.with(client, gate);

                Counted.await(server, cause, 1);
                assertThat(Counted.by(server)).isEqualTo(Map.of(cause, 1L));
            }
        }
    }

    @InModes(Mode.CACHED_POOL)
    void refusedStreams(Mode mode) throws IOException {
        counts(
                Limit.MAX_STREAMS,
                (client, gate) -> {
                    client.get(1, "/waits").get(3, "/hello");
                    assertThat(client.answer(3).resetCode()).isEqualTo(7);
                },
                "ringer.http2.maxStreams",
                "1");
    }

    @InModes(Mode.CACHED_POOL)
    void exchangesThatAreShed(Mode mode) throws IOException {
        counts(
                Limit.MAX_EXCHANGES,
                (client, gate) -> {
                    client.get(1, "/waits").get(3, "/hello");
                    assertThat(client.answer(3).status()).isEqualTo(503);
                    assertThat(client.answer(3).value("retry-after")).hasValue("1");
                },
                "ringer.maxExchanges",
                "1");
    }

    /** The server sends GOAWAY first, and closes the connection once the client must have received it. */
    @InModes(Mode.CACHED_POOL)
    void idleConnectionsBeyondTheirNumber(Mode mode) throws IOException {
        counts(
                Limit.MAX_IDLE_CONNECTIONS,
                (client, gate) -> {
                    assertThat(client.get(1, "/hello").answer(1).text()).isEqualTo("hello");
                    client.await(Http2Frame.GOAWAY);
                    assertThat(client.goAwayStream()).isEqualTo(Integer.MAX_VALUE);
                    assertThat(client.readToEnd()).isZero();
                    assertThat(client.goAwayStream()).isEqualTo(1);
                },
                "sun.net.httpserver.maxIdleConnections",
                "0");
    }

    @InModes(Mode.CACHED_POOL)
    void timesThatAreOver(Mode mode) throws IOException {
        counts(
                Limit.IDLE_INTERVAL,
                (client, gate) -> assertThat(client.readToEnd()).isZero(),
                "sun.net.httpserver.idleInterval",
                "300 ms");
        counts(
                Limit.WRITE_STALL_TIMEOUT,
                (client, gate) -> assertThat(client.giveNoRoom()
                                .get(1, "/large?100000")
                                .answer(1)
                                .resetCode())
                        .isEqualTo(8),
                "ringer.writeStallTimeout",
                "150 ms");
        counts(
                Limit.MAX_REQUEST_TIME,
                (client, gate) -> client.head(1, "POST", "/echo").answer(1),
                "sun.net.httpserver.maxReqTime",
                "150 ms");
        counts(
                Limit.MAX_RESPONSE_TIME,
                (client, gate) -> client.get(1, "/waits").answer(1),
                "sun.net.httpserver.maxRspTime",
                "150 ms");
        counts(
                Limit.DRAIN_TIMEOUT,
                (client, gate) -> client.head(1, "POST", "/ignores").answer(1),
                "ringer.drainTimeout",
                "100");
        counts(
                Violation.BODY_STALLED,
                (client, gate) -> client.head(1, "POST", "/echo").answer(1),
                "ringer.bodyStallTimeout",
                "150 ms");
    }

    @InModes(Mode.CACHED_POOL)
    void faults(Mode mode) throws IOException {
        counts(
                Http2Fault.PATH_MISSING,
                (client, gate) -> client.whole(
                                1, Http2Client.block(":method", "GET", ":scheme", "http", ":authority", "test"))
                        .answer(1));
        counts(
                Http2Fault.WINDOW_TOO_LARGE,
                (client, gate) -> client.windowUpdate(0, Integer.MAX_VALUE).readToEnd());
        counts(Http2Fault.STREAM_ZERO, (client, gate) -> client.data(0, "x").readToEnd());
        counts(
                Http2Fault.INDEX_ZERO,
                (client, gate) -> client.whole(1, new byte[] {(byte) 0x80}).readToEnd());
    }
}
