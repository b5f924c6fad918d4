package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;

/**
 * Tests clients with closed windows that request large responses. The server retains a response of up to 256 KiB for
 * its client, and the handler does not wait. There are more clients than threads.
 */
@Timeout(60)
@Over({Transport.H2C, Transport.H2})
class ClosedWindowsTest {
    private static final int CLIENTS = 8;
    private static final int SPARE = 3 << 20; // the most that the pools retain
    private static final byte[] PAGE = new byte[200 * 1024];

    static {
        new Random(7).nextBytes(PAGE);
    }

    /** Sends the page in writes whose size does not divide the size of a ring buffer. */
    private static void page(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, exchange.getRequestURI().getQuery() == null ? PAGE.length : 0);
        try (OutputStream out = exchange.getResponseBody()) {
            for (int begin = 0; begin < PAGE.length; begin += 3_000) {
                out.write(PAGE, begin, Math.min(3_000, PAGE.length - begin));
            }
        }
    }

    private static TestServer start(Mode mode, String... properties) throws IOException {
        return Http2Servers.create(mode, properties)
                .handle("/page", ClosedWindowsTest::page)
                .start();
    }

    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS, Mode.FIXED_POOL, Mode.VIRTUAL})
    void holdUpNoHandler(Mode mode) throws IOException {
        List<Http2Client> clients = new ArrayList<>();
        try (TestServer server = start(mode);
                Http2Client other = Http2Client.open(server)) {
            for (int i = 0; i < CLIENTS; i++) {
                Http2Client client = Http2Client.connect(server).preface().giveNoRoom();
                clients.add(client);
                client.get(1, i % 2 == 0 ? "/page" : "/page?streamed").await(Http2Frame.HEADERS);
            }

            assertThat(other.get(1, "/hello").answer(1).text()).isEqualTo("hello");

            for (Http2Client client : clients) {
                giveRoom(client);
                assertThat(client.answer(1).content()).isEqualTo(PAGE);
            }
            Deadlines.await(
                    "nothing is kept but spare buffers", () -> server.memory().taken() <= SPARE);
        } finally {
            for (Http2Client client : clients) {
                client.close();
            }
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS, Mode.FIXED_POOL, Mode.VIRTUAL})
    void loseWhatIsKeptWithTheirStreams(Mode mode) throws IOException {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.connect(server).preface().giveNoRoom()) {
            for (int stream = 1; stream < 64; stream += 2) {
                client.get(stream, "/page").await(Http2Frame.HEADERS);
            }
            Deadlines.await("all is kept", () -> server.memory().taken() > 32 * PAGE.length);

            for (int stream = 1; stream < 64; stream += 2) {
                client.reset(stream);
            }

            Deadlines.await(
                    "nothing is kept but spare buffers", () -> server.memory().taken() <= SPARE);
        }
    }

    /** The response is too large to be retained, so the handler waits for its client. */
    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS, Mode.FIXED_POOL, Mode.VIRTUAL})
    void getAllOfALargeResponse(Mode mode) throws IOException {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.connect(server).preface().giveNoRoom()) {
            client.get(1, "/large?1000000").await(Http2Frame.HEADERS);

            giveRoom(client);

            assertThat(client.answer(1).content()).hasSize(1_000_000);
        }
    }

    private static void giveRoom(Http2Client client) throws IOException {
        client.windowUpdate(0, 1 << 20).windowUpdate(1, 1 << 20);
    }
}
