package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Timeout;

/** Tests requests of one connection whose handlers are called when their content is complete. */
@Timeout(60)
class AwaitedContentTest {
    private static final int PROTOCOL_ERROR = 1;
    private static final int CANCEL = 8;

    private final List<String> begun = new CopyOnWriteArrayList<>();

    private TestServer start(Mode mode, String... properties) throws IOException {
        return Http2Servers.create(mode, properties)
                .handle("/awaited", this::echo)
                .start();
    }

    private void echo(HttpExchange exchange) throws IOException {
        begun.add(exchange.getRequestURI().getQuery());
        Http2Servers.echo(exchange);
    }

    @InModes
    void isKeptForManyStreams(Mode mode) throws Exception {
        String part = "x".repeat(6_000);
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.open(server)) {
            for (int stream = 1; stream < 16; stream += 2) {
                client.head(stream, "POST", "/awaited?" + stream, "content-length", "60001");
            }
            for (int i = 0; i < 10; i++) {
                for (int stream = 1; stream < 16; stream += 2) {
                    client.data(stream, part);
                }
            }
            assertThat(begun).isEmpty();

            for (int stream = 15; stream > 0; stream -= 2) {
                client.end(stream, "y");
                assertThat(client.answer(stream).text()).hasSize(60_001).endsWith("xy");
            }
            assertThat(begun).containsExactly("15", "13", "11", "9", "7", "5", "3", "1");
            assertThat(client.get(17, "/hello").answer(17).text()).isEqualTo("hello");
        }
    }

    @InModes
    void isKeptForManyStreamsThatAnnounceNoLength(Mode mode) throws Exception {
        String part = "x".repeat(6_000);
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.open(server)) {
            for (int stream = 1; stream < 16; stream += 2) {
                client.head(stream, "POST", "/awaited?" + stream);
            }
            for (int i = 0; i < 10; i++) {
                for (int stream = 1; stream < 16; stream += 2) {
                    client.data(stream, part);
                }
            }
            client.ping("12345678").await(Http2Frame.PING);
            assertThat(begun).isEmpty();

            client.reset(1).data(3, part);
            Deadlines.await("the handler of the largest content", () -> begun.contains("3"));
            for (int stream = 3; stream < 16; stream += 2) {
                client.end(stream, "y");
                assertThat(client.answer(stream).text()).endsWith("xy");
            }

            assertThat(begun).containsExactly("3", "5", "7", "9", "11", "13", "15");
            assertThat(client.get(17, "/hello").answer(17).text()).isEqualTo("hello");
        }
    }

    @InModes
    void fitsIntoTheWindowOfItsStream(Mode mode) throws Exception {
        try (TestServer server = start(mode, "ringer.bodyBuffer", "300000");
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/awaited?1", "content-length", "300000");
            for (int i = 0; i < 29; i++) {
                client.data(1, "x".repeat(10_000));
            }
            client.ping("12345678").await(Http2Frame.PING);
            assertThat(begun).isEmpty();

            client.end(1, "x".repeat(10_000));

            assertThat(client.answer(1).text()).hasSize(300_000);
        }
    }

    @InModes
    void isResetWithoutAHandlerIfItsLengthDiffers(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/awaited?1", "content-length", "10").end(1, "short");
            client.head(3, "POST", "/awaited?3", "content-length", "2").data(3, "long");

            assertThat(client.answer(1).resetCode()).isEqualTo(PROTOCOL_ERROR);
            assertThat(client.answer(3).resetCode()).isEqualTo(PROTOCOL_ERROR);
            assertThat(client.get(5, "/hello").answer(5).text()).isEqualTo("hello");
            assertThat(begun).isEmpty();
            Deadlines.await("no memory", () -> server.memory().taken() == 0);
        }
    }

    @InModes
    void isForgottenIfTheClientResetsTheStream(Mode mode) throws Exception {
        try (TestServer server = start(mode, "ringer.http2.maxStreams", "2");
                Http2Client client = Http2Client.open(server)) {
            for (int stream = 1; stream < 16; stream += 2) {
                client.head(stream, "POST", "/awaited?" + stream, "content-length", "10")
                        .data(stream, "short");
                client.reset(stream);
            }

            assertThat(client.get(17, "/hello").answer(17).text()).isEqualTo("hello");
            assertThat(begun).isEmpty();
            Deadlines.await("no memory", () -> server.memory().taken() == 0);
        }
    }

    @InModes
    void isCompleteWithItsTrailers(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/awaited?1", "content-length", "5").data(1, "whole");
            client.ping("12345678").await(Http2Frame.PING);
            assertThat(begun).isEmpty();

            client.whole(1, Http2Client.block("x-end", "1"));

            assertThat(client.answer(1).text()).isEqualTo("whole");
        }
    }

    @InModes
    void isResetIfTheRequestTakesTooLong(Mode mode) throws Exception {
        try (TestServer server = start(mode, "sun.net.httpserver.maxReqTime", "1");
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/awaited?1", "content-length", "10").data(1, "short");

            assertThat(client.answer(1).resetCode()).isEqualTo(CANCEL);
            assertThat(begun).isEmpty();
        }
    }

    @InModes
    void isEvictedWhenItsMemoryIsNeeded(Mode mode) throws Exception {
        try (TestServer server = start(mode, "ringer.maxBufferedMemory", "200000");
                Http2Client client = Http2Client.open(server)) {
            for (int stream = 1; stream < 16; stream += 2) {
                client.head(stream, "POST", "/awaited?" + stream, "content-length", "60001");
                for (int i = 0; i < 6; i++) {
                    client.data(stream, "x".repeat(10_000));
                }
            }

            Deadlines.await("an eviction", () -> server.memory().evictions() > 0);
            Deadlines.await("no more than may be", () -> server.memory().taken() <= 250_000);
            assertThat(client.get(17, "/hello").answer(17).text()).isEqualTo("hello");
        }
    }
}
