package dev.ringer.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Tests one client that wants all exchanges: it gets only its share, and other clients are served. */
class ExchangeHoardTest {
    private static final Map<String, String> TWO_FOR_EACH =
            Map.of("ringer.maxExchangesPerClient", "2", "ringer.trustedProxies", "127.0.0.1");

    private final AtomicInteger waiting = new AtomicInteger(); // handlers that have reached the gate

    @InModes(concurrent = true)
    @Over(Transport.CLEAR)
    void isRefusedBeyondTheShareOfAClient(Mode mode) throws IOException {
        try (Gate gate = new Gate();
                TestServer server = server(mode, gate)) {
            List<RawClient> admitted = new ArrayList<>();
            for (int i = 1; i <= 2; i++) {
                admitted.add(server.connect().get("/waits", "X-Forwarded-For: 2001:db8::" + i));
            }
            awaitWaiting(2);

            RawClient tooMany = server.connect();
            Response refusal = answer(tooMany, "2001:db8::3");
            assertThat(refusal.status()).isEqualTo(503);
            assertThat(refusal.value("Retry-After")).hasValue("1");

            gate.open();
            for (RawClient client : admitted) {
                assertThat(client.readResponse().status()).isEqualTo(200);
            }
            assertThat(answer(tooMany, "2001:db8::3").status()).isEqualTo(200);
        }
    }

    @InModes(concurrent = true)
    @Over(Transport.CLEAR)
    void leavesOtherClientsTheirShare(Mode mode) throws IOException {
        try (Gate gate = new Gate();
                TestServer server = server(mode, gate)) {
            for (int i = 0; i < 2; i++) {
                server.connect().get("/waits", "X-Forwarded-For: 192.0.2.1");
            }
            awaitWaiting(2);

            assertThat(answer(server.connect(), "192.0.2.1").status()).isEqualTo(503);
            assertThat(answer(server.connect(), "192.0.2.2").status()).isEqualTo(200);
        }
    }

    @InModes(concurrent = true)
    @Over(Transport.CLEAR)
    void countsNoClientThatTheProxyDoesNotName(Mode mode) throws IOException {
        try (Gate gate = new Gate();
                TestServer server = server(mode, gate)) {
            for (int i = 0; i < 3; i++) {
                server.connect().get("/waits");
            }
            awaitWaiting(3);

            assertThat(server.connect().get("/").readResponse().status()).isEqualTo(200);
        }
    }

    private void awaitWaiting(int count) {
        Deadlines.await(count + " handlers wait", () -> waiting.get() == count);
    }

    private static Response answer(RawClient client, String forwardedFor) {
        try {
            return client.get("/", "X-Forwarded-For: " + forwardedFor).readResponse();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private TestServer server(Mode mode, Gate gate) throws IOException {
        return TestServer.create(Provider.RINGER, Transport.current(), mode, TWO_FOR_EACH)
                .handle("/", exchange -> exchange.sendResponseHeaders(200, -1))
                .handle("/waits", exchange -> {
                    waiting.incrementAndGet();
                    gate.pass();
                    exchange.sendResponseHeaders(200, -1);
                })
                .start();
    }
}
