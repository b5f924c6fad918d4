package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;

/**
 * Tests clients that request pages and read nothing, and are more than the threads. The handlers return immediately,
 * and the loop sends what the client does not read. The system buffers megabytes for each client, so each requests
 * pages until its socket is full. A client that reads later gets everything, however the exchange ended.
 */
@Timeout(100)
@Over({Transport.CLEAR, Transport.TLS})
class NonReadersTest {
    private static final int CLIENTS = Ring.choose(5, 12);
    private static final byte[] PAGE = Pattern.of(5, 150_000);
    private static final byte[] LAST = Pattern.of(6, 256 * 1024);
    private static final int MOST = 50;
    private static final String GET_PAGE = "GET /page HTTP/1.1\r\nHost: test\r\n\r\n";
    private static final String GET_LAST = "GET /last HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";
    private static final String GET_LAST_1_0 = "GET /streamed HTTP/1.0\r\nHost: test\r\n\r\n";

    private final Count served = new Count();
    private final Count lastServed = new Count();

    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS, Mode.FIXED_POOL, Mode.VIRTUAL})
    void holdNobodyAndGetAllOnceTheyRead(Mode mode) throws Exception {
        try (TestServer server = start(mode, Map.of())) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(server.connectNarrow().send(GET_PAGE.repeat(MOST)));
            }
            awaitFullSockets(CLIENTS);

            assertThat(server.connect().get("/other").readResponse().status()).isEqualTo(204);

            assertThat(served.value()).as("some still wait").isLessThan(CLIENTS * MOST);
            for (RawClient client : clients) {
                assertPages(client, MOST);
                assertThat(client.fate()).isEqualTo(Fate.USABLE);
            }
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS, Mode.FIXED_POOL, Mode.VIRTUAL})
    void aResponseThatEndsItsConnectionArrivesWhole(Mode mode) throws Exception {
        try (TestServer server = start(mode, Map.of())) {
            int pages = pagesThatFit(server);
            for (String last : List.of(GET_LAST, GET_LAST_1_0)) {
                RawClient client = server.connectNarrow().send(GET_PAGE.repeat(pages) + last);
                lastServed.awaitAt(last.equals(GET_LAST) ? 1 : 2);
                assertThat(server.connect().get("/other").readResponse().status())
                        .isEqualTo(204);

                assertPages(client, pages);
                Response response = client.readResponse();
                assertThat(response.complete()).isTrue();
                assertThat(Arrays.equals(response.body(), LAST)).isTrue();
                assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            }
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS, Mode.FIXED_POOL, Mode.VIRTUAL})
    void aStopWaitsForWhatIsOnItsWay(Mode mode) throws Exception {
        try (TestServer server = start(mode, Map.of())) {
            RawClient client = server.connectNarrow().send(GET_PAGE.repeat(MOST));
            awaitFullSockets(1);
            int pages = (int) served.value();
            CountDownLatch stopped = stopped(server);

            assertPages(client, pages);

            Deadlines.await(stopped);
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS, Mode.FIXED_POOL, Mode.VIRTUAL})
    void whatIsCutOffDoesNotLookWhole(Mode mode) throws Exception {
        try (TestServer server = start(mode, Map.of())) {
            RawClient client = server.connectNarrow().send(GET_PAGE.repeat(MOST));
            awaitFullSockets(1);

            server.server().stop(0);

            assertIncomplete(client);
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS, Mode.FIXED_POOL, Mode.VIRTUAL})
    void theTimeOfAResponseHoldsForItsEnd(Mode mode) throws Exception {
        try (TestServer server = start(mode, Map.of("sun.net.httpserver.maxRspTime", "300 ms"))) {
            RawClient client = server.connectNarrow().send(GET_PAGE.repeat(MOST));
            awaitFullSockets(1);

            Deadlines.await(stopped(server));

            assertIncomplete(client);
        }
    }

    /** Stops the server when all pending responses have been sent. */
    private static CountDownLatch stopped(TestServer server) {
        CountDownLatch stopped = new CountDownLatch(1);
        ThreadKind.PLATFORM.start(() -> {
            server.server().stop(60);
            stopped.countDown();
        });
        return stopped;
    }

    private TestServer start(Mode mode, Map<String, String> properties) throws IOException {
        return TestServer.create(Provider.RINGER, mode, properties)
                .handle("/page", exchange -> {
                    send(exchange, PAGE, PAGE.length);
                    served.add(1);
                })
                .handle("/last", exchange -> {
                    send(exchange, LAST, LAST.length);
                    lastServed.add(1);
                })
                .handle("/streamed", exchange -> {
                    send(exchange, LAST, 0);
                    lastServed.add(1);
                })
                .handle("/other", exchange -> exchange.sendResponseHeaders(204, -1))
                .start();
    }

    private static void send(HttpExchange exchange, byte[] body, int length) throws IOException {
        exchange.sendResponseHeaders(200, length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void awaitFullSockets(int clients) throws InterruptedException {
        served.awaitAt(clients);
        served.awaitStill();
    }

    /** Returns the number of pages, less one, that the system buffers for a client that does not read. */
    private int pagesThatFit(TestServer server) throws Exception {
        server.connectNarrow().send(GET_PAGE.repeat(MOST));
        served.awaitAt(3); // a busy machine may pause before that
        served.awaitStill();
        assertThat(served.value()).as("pages until the socket is full").isBetween(3L, MOST - 1L);
        return (int) served.value() - 1;
    }

    private static void assertPages(RawClient client, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Response response = client.readResponse();
            assertThat(response.complete()).isTrue();
            assertThat(Arrays.equals(response.body(), PAGE)).as("page %d", i).isTrue();
        }
    }

    /**
     * Checks that the connection ends, and only pages whose handlers ended are complete. Pages and heads have equal
     * lengths.
     */
    private void assertIncomplete(RawClient client) throws Exception {
        String received = client.readToEnd();
        int length = received.indexOf("HTTP/1.1 200 ", 1);
        assertThat(length).isGreaterThan(PAGE.length);
        int whole = received.length() / length;
        assertThat(whole).isLessThan(MOST);
        served.awaitAt(whole);
    }
}
