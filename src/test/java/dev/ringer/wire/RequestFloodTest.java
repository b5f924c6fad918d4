package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.observe.Limit;
import dev.ringer.testkit.Counted;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Tests more concurrent requests than {@code maxExchanges} allows: further ones immediately get 503. */
class RequestFloodTest {
    private static final Map<String, String> TWO = Map.of("ringer.maxExchanges", "2");
    private static final Map<String, String> ONE = Map.of("ringer.maxExchanges", "1");

    private final AtomicInteger handled = new AtomicInteger();

    @InModes
    void isAnsweredWith503WhileHandlersAreBusy(Mode mode) throws IOException {
        try (Gate gate = new Gate();
                TestServer server = server(mode, TWO, gate)) {
            List<RawClient> admitted = admit(server, 2);
            gate.awaitArrival();

            RawClient tooMany = server.connect();
            for (int i = 0; i < 20; i++) {
                Response answer = tooMany.get("/waits").readResponse();

                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.value("Retry-After")).hasValue("1");
                assertThat(answer.value("Connection")).isEmpty();
                assertThat(answer.text()).contains("503");
            }
            assertThat(Counted.of(server).of(Limit.MAX_EXCHANGES)).isEqualTo(20);

            gate.open();
            for (RawClient client : admitted) {
                assertThat(client.readResponse().status()).isEqualTo(200);
            }
            assertThat(tooMany.get("/waits").readResponse().status()).isEqualTo(200);
            assertThat(handled).hasValue(3);
        }
    }

    @InModes
    void costsNoConnectionWhereFramingAllows(Mode mode) throws IOException {
        try (Gate gate = new Gate();
                TestServer server = server(mode, ONE, gate)) {
            admit(server, 1);
            gate.awaitArrival();

            RawClient client = server.connect();
            assertThat(client.post("/", "x".repeat(10_000)).readResponse().status())
                    .isEqualTo(503);
            client.request("POST", "/", "Transfer-Encoding: chunked").send("5\r\nhello\r\n0\r\n\r\n");
            assertThat(client.readResponse().status()).isEqualTo(503);
            Response head = client.request("HEAD", "/").readResponse("HEAD");
            assertThat(head.status()).isEqualTo(503);
            client.send(Victim.GET.repeat(40)); // pipelined
            for (int i = 0; i < 40; i++) {
                assertThat(client.readResponse().status()).isEqualTo(503);
            }

            gate.open();
            Deadlines.await("the place is free", () -> status(client, "/") == 200);
        }
    }

    @InModes
    void costsTheConnectionWhereFramingDemandsIt(Mode mode) throws IOException {
        try (Gate gate = new Gate();
                TestServer server = server(mode, ONE, gate)) {
            admit(server, 1);
            gate.awaitArrival();

            for (String head : List.of(
                    "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n\r\n",
                    "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n",
                    "GET / HTTP/1.0\r\n\r\n")) {
                RawClient client = server.connect().send(head);

                assertThat(client.readResponse().status()).isEqualTo(503);
                client.sendAsFarAsPossible(Victim.SMUGGLED);
                assertThat(client.awaitEnd(Deadlines.PATIENCE)).as(head).isEqualTo(Fate.CLOSED);
            }
            gate.open();
        }
    }

    @InModes
    void leavesTheNextRequestOfAClientItsPlace(Mode mode) throws IOException {
        try (Gate gate = new Gate();
                TestServer server = server(mode, ONE, gate)) {
            RawClient client = server.connect();
            for (int i = 0; i < 200; i++) {
                assertThat(client.get("/").readResponse().status()).isEqualTo(200);
            }
            client.send(Victim.GET.repeat(200));
            for (int i = 0; i < 200; i++) {
                assertThat(client.readResponse().status()).isEqualTo(200);
            }
            assertThat(Counted.by(server)).isEmpty();
        }
    }

    @InModes
    void countsWhatOutlivesItsHandler(Mode mode) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        HttpExchange[] held = new HttpExchange[1];
        try (TestServer server = TestServer.create(Provider.RINGER, mode, ONE)
                .handle("/", exchange -> exchange.sendResponseHeaders(200, -1))
                .handle("/later", exchange -> {
                    held[0] = exchange;
                    begun.countDown();
                })
                .start()) {
            RawClient patient = server.connect().get("/later");
            Deadlines.await(begun);

            RawClient client = server.connect();
            assertThat(client.get("/").readResponse().status()).isEqualTo(503);

            held[0].sendResponseHeaders(200, -1);
            assertThat(patient.readResponse().status()).isEqualTo(200);
            assertThat(client.get("/").readResponse().status()).isEqualTo(200);
        }
    }

    @InModes
    void isNotWonByExchangesThatAreForgotten(Mode mode) throws IOException {
        Map<String, String> briefly = Map.of("ringer.maxExchanges", "1", "sun.net.httpserver.maxRspTime", "300 ms");
        try (TestServer server = TestServer.create(Provider.RINGER, mode, briefly)
                .handle("/", exchange -> exchange.sendResponseHeaders(200, -1))
                .handle("/forgets", exchange -> handled.incrementAndGet())
                .start()) {
            RawClient client = server.connect();
            Deadlines.await("the place is taken", () -> {
                forget(server);
                return status(client, "/") == 503;
            });

            Deadlines.await("there is a place", () -> status(client, "/") == 200);
        }
    }

    @InModes
    void isNotWonByClientsThatLeave(Mode mode) throws IOException {
        try (Gate gate = new Gate();
                TestServer server = server(mode, TWO, gate)) {
            List<RawClient> admitted = admit(server, 2);
            gate.awaitArrival();
            for (RawClient client : admitted) {
                client.reset(); // the handlers still run
            }

            RawClient client = server.connect();
            assertThat(client.get("/").readResponse().status()).isEqualTo(503);

            gate.open();
            Deadlines.await("both places are free", () -> status(client, "/") == 200);
        }
    }

    private static void forget(TestServer server) {
        try {
            server.connect().handshake().get("/forgets");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Sends requests one after the other. Each waits for the gate in its handler, or waits for a thread. */
    private static List<RawClient> admit(TestServer server, int count) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(server.connect().handshake().get("/waits"));
            settle(server);
        }
        return clients;
    }

    /** Waits until every loop has read its earlier input. The loops take turns, so each gets one of these requests. */
    private static void settle(TestServer server) throws IOException {
        for (int i = 0; i < 4; i++) {
            assertThat(server.connect().send("refused\r\n\r\n").readResponse().status())
                    .isEqualTo(400);
        }
    }

    private TestServer server(Mode mode, Map<String, String> properties, Gate gate) throws IOException {
        return TestServer.create(Provider.RINGER, mode, properties)
                .handle("/", exchange -> exchange.sendResponseHeaders(200, -1))
                .handle("/waits", exchange -> {
                    handled.incrementAndGet();
                    gate.pass();
                    exchange.sendResponseHeaders(200, -1);
                })
                .start();
    }

    private static int status(RawClient client, String path) {
        try {
            return client.get(path).readResponse().status();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
