package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests how connections begin, what they negotiate, and how they end. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class ConnectionLifeTest {
    private static final int NO_ERROR = 0;
    private static final int PROTOCOL_ERROR = 1;
    private static final int FLOW_CONTROL_ERROR = 3;
    private static final int STREAM_CLOSED = 5;
    private static final int REFUSED_STREAM = 7;
    private static final int COMPRESSION_ERROR = 9;

    private final CompletableFuture<HttpExchange> kept = new CompletableFuture<>();

    @InModes
    void beginsWithSettings(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.open(server)) {
            Http2Frame first = client.read();

            assertThat(first.type()).isEqualTo(Http2Frame.SETTINGS);
            assertThat(first.has(Http2Frame.ACK)).isFalse();
            assertThat(client.await(Http2Frame.SETTINGS).has(Http2Frame.ACK)).isTrue();
        }
    }

    @InModes
    void answersPings(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.open(server)) {
            Http2Frame answer = client.ping("8 octets").await(Http2Frame.PING);

            assertThat(answer.has(Http2Frame.ACK)).isTrue();
            assertThat(answer.text()).isEqualTo("8 octets");
        }
    }

    @InModes
    void saysWhatIsWrong(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start()) {
            assertThat(codeAfter(server, new Http2Frame(Http2Frame.PING, 0, 1, new byte[8])))
                    .isEqualTo(PROTOCOL_ERROR);
            assertThat(codeAfter(server, new Http2Frame(Http2Frame.HEADERS, 5, 1, new byte[] {(byte) 0x80})))
                    .isEqualTo(COMPRESSION_ERROR);
            assertThat(codeAfter(server, new Http2Frame(Http2Frame.DATA, 0, 1, new byte[1])))
                    .isEqualTo(PROTOCOL_ERROR);
            assertThat(codeAfter(server, new Http2Frame(Http2Frame.RST_STREAM, 0, 1, new byte[4])))
                    .isEqualTo(PROTOCOL_ERROR);
            Http2Frame update = new Http2Frame(Http2Frame.WINDOW_UPDATE, 0, 0, Http2Client.number(Integer.MAX_VALUE));
            assertThat(codeAfter(server, update)).isEqualTo(FLOW_CONTROL_ERROR);
        }
    }

    private static int codeAfter(TestServer server, Http2Frame frame) throws Exception {
        try (Http2Client client = Http2Client.open(server)) {
            return client.send(frame.encoded()).readToEnd();
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void takesNoStreamTwice(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.open(server);
                Http2Client other = Http2Client.open(server)) {
            client.get(1, "/hello").answer(1);
            other.get(5, "/hello").answer(5);

            assertThat(client.get(1, "/hello").readToEnd()).isEqualTo(STREAM_CLOSED);
            assertThat(other.get(3, "/hello").readToEnd()).isEqualTo(PROTOCOL_ERROR);
        }
    }

    @InModes
    void refusesMoreStreamsThanItAnnounced(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode, "ringer.http2.maxStreams", "2")
                        .handle("/keep", kept::complete)
                        .start();
                Http2Client client = Http2Client.open(server)) {
            client.get(1, "/keep").head(3, "POST", "/echo").get(5, "/hello");
            assertThat(client.answer(5).resetCode()).isEqualTo(REFUSED_STREAM);

            HttpExchange exchange = kept.get(10, TimeUnit.SECONDS);
            client.reset(1).get(7, "/hello"); // the handler of stream 1 is still running
            assertThat(client.answer(7).resetCode()).isEqualTo(REFUSED_STREAM);

            exchange.close();
            client.end(3, "goes on").answer(3);
            assertThat(client.get(9, "/hello").answer(9).text()).isEqualTo("hello");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void closesWhatKeepsSilent(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(
                                mode, "ringer.headTimeout", "150 ms", "sun.net.httpserver.idleInterval", "250 ms")
                        .start();
                Http2Client silent = Http2Client.connect(server).preface();
                Http2Client idle = openAnswered(server)) {
            assertThat(silent.readToEnd()).isEqualTo(-1);
            assertThat(idle.readToEnd()).isEqualTo(NO_ERROR);
            assertThat(idle.goAwayStream()).isEqualTo(1);
        }
    }

    /**
     * Opens a connection and gets one response. Tries again if the server closes it because this thread is too slow.
     */
    private static Http2Client openAnswered(TestServer server) throws IOException {
        for (int attempt = 1; ; attempt++) {
            Http2Client client = Http2Client.open(server);
            try {
                client.get(1, "/hello").answer(1);
                return client;
            } catch (IOException closed) {
                client.close();
                assertThat(attempt).isLessThan(20);
            }
        }
    }

    /** The response has been sent, and the handler has not read the request. */
    @InModes
    void endsWhenNoMoreComesOfItsLastRequest(Mode mode) throws Exception {
        assertEndsAfter(mode, client -> client.end(1, "the rest"));
        assertEndsAfter(mode, client -> client.reset(1));
    }

    private interface Step {
        void take(Http2Client client) throws IOException;
    }

    private static void assertEndsAfter(Mode mode, Step last) throws Exception {
        try (TestServer server = Http2Servers.create(
                                mode, "sun.net.httpserver.idleInterval", "3600", "ringer.drainTimeout", "3600000")
                        .start();
                Http2Client client = Http2Client.open(server)) {
            assertThat(client.head(1, "POST", "/hello").answer(1).text()).isEqualTo("hello");
            CompletableFuture.runAsync(() -> server.server().stop(30));
            client.await(Http2Frame.GOAWAY);
            client.send(Http2Frame.PING, Http2Frame.ACK, 0, new byte[8]);
            client.await(Http2Frame.GOAWAY);

            last.take(client);

            assertThat(client.readToEnd()).isEqualTo(NO_ERROR);
            assertThat(client.goAwayStream()).isEqualTo(1);
        }
    }

    @InModes
    void isWaitedForByAStop(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode)
                        .handle("/keep", kept::complete)
                        .start();
                Http2Client client = Http2Client.open(server);
                Http2Client idle = Http2Client.open(server)) {
            client.get(1, "/keep");
            idle.get(1, "/hello").answer(1);
            HttpExchange exchange = kept.get(10, TimeUnit.SECONDS);
            CompletableFuture<Void> stop =
                    CompletableFuture.runAsync(() -> server.server().stop(30));

            assertThat(idle.readToEnd()).isEqualTo(NO_ERROR);
            assertThat(idle.goAwayStream()).isEqualTo(1);
            assertThat(client.await(Http2Frame.GOAWAY).number(0)).isEqualTo(Integer.MAX_VALUE);
            Http2Frame ping = client.await(Http2Frame.PING);
            client.get(3, "/hello"); // allowed until the client has answered the PING
            client.send(Http2Frame.PING, Http2Frame.ACK, 0, ping.payload());
            assertThat(client.answer(3).text()).isEqualTo("hello");
            assertThat(client.goAwayStream()).isIn(3, Integer.MAX_VALUE);
            Http2Servers.respond(exchange, "before the end");

            assertThat(client.answer(1).text()).isEqualTo("before the end");
            assertThat(client.readToEnd()).isEqualTo(NO_ERROR);
            assertThat(client.goAwayStream()).isEqualTo(3);
            idle.close();
            client.close();
            stop.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** The response may still be unread while the client sends, and a TCP reset would discard it. */
    @InModes
    void isWaitedForWhenItHasJustBeenAnswered(Mode mode) throws Exception {
        try (TestServer server =
                Http2Servers.create(mode, "ringer.drainTimeout", "3600000").start()) {
            CompletableFuture<Void> stop;
            try (Http2Client client = Http2Client.open(server)) {
                client.get(1, "/hello").answer(1);
                CompletableFuture<Void> stopping =
                        CompletableFuture.runAsync(() -> server.server().stop(3600));
                stop = stopping;
                assertThat(client.readToEnd()).isEqualTo(NO_ERROR);
                assertThatThrownBy(() -> stopping.get(Deadlines.QUIET.toMillis(), TimeUnit.MILLISECONDS))
                        .isInstanceOf(TimeoutException.class);

                for (int i = 0; i < 100; i++) {
                    client.windowUpdate(0, 1); // would fail if the server had closed the connection
                }
                assertThat(stop).isNotDone();
            }
            stop.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void isNotWaitedForWhenItWasNeverAnswered(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode, "ringer.drainTimeout", "3600000")
                        .start();
                Http2Client unused = Http2Client.open(server)) {
            unused.ping("8 octets").await(Http2Frame.PING);

            server.server().stop(3600);

            assertThat(unused.readToEnd()).isEqualTo(NO_ERROR);
        }
    }

    @InModes
    void endsWhenTheClientLeaves(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/echo").send(Http2Frame.GOAWAY, 0, 0, new byte[8]);

            assertThat(client.end(1, "body").answer(1).text()).isEqualTo("body");
            assertThat(client.readToEnd()).isEqualTo(NO_ERROR);
        }
    }

    @InModes
    void followsTheClientsWindows(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.connect(server).begin(4, 3)) {
            client.giveRoomMyself().get(1, "/hello");
            assertThat(client.await(Http2Frame.DATA).text()).isEqualTo("hel");

            client.send(Http2Frame.SETTINGS, 0, 0, Http2Client.settings(4, 4));
            assertThat(client.await(Http2Frame.DATA).text()).isEqualTo("l");
            client.windowUpdate(1, 1000);

            assertThat(client.answer(1).text()).isEqualTo("hello");
        }
    }

    /** A SETTINGS frame may contain the initial window thousands of times, and each change visits every stream. */
    @InModes
    void followsTheLastInitialWindowOfAFrameAlone(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode)
                        .handle("/keep", kept::complete)
                        .start();
                Http2Client client = Http2Client.open(server)) {
            int tooLargeForTheStream = Integer.MAX_VALUE;
            client.get(1, "/keep").windowUpdate(1, 1000);
            client.send(Http2Frame.SETTINGS, 0, 0, Http2Client.settings(4, tooLargeForTheStream, 4, 0));
            client.ping("is there").await(Http2Frame.PING);
            Http2Servers.respond(kept.get(10, TimeUnit.SECONDS), "x".repeat(1001));

            assertThat(client.await(Http2Frame.DATA).payload()).hasSize(1000);
        }
    }

    @InModes
    void losesAStreamWhoseWindowStaysShut(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode, "ringer.writeStallTimeout", "150 ms")
                        .start();
                Http2Client client = Http2Client.open(server).giveNoRoom()) {
            client.get(1, "/hello").get(3, "/large?1000000");

            assertThat(client.answer(1).complete()).isFalse();
            assertThat(client.answer(3).complete()).isFalse();
            assertThat(client.ping("is there").await(Http2Frame.PING).text()).isEqualTo("is there");
        }
    }
}
