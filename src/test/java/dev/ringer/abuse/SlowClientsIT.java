package dev.ringer.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs every {@link SlowClient} against its own server with default settings, in every mode and over three transports.
 * All run in real time and at the same time, for about 45 seconds.
 */
@Tag("outer")
@Execution(ExecutionMode.CONCURRENT)
class SlowClientsIT {
    private static final byte[] CONTENT = new byte[SlowClient.RESPONSE];
    private static final int MOST_SECONDS = 300;
    private static final List<Scene> SCENES = new ArrayList<>();

    /** The handler's result, and the seconds until then. */
    private record Seen(String what, double seconds) {}

    /** One client and its server. */
    private record Scene(SlowClient client, Mode mode, Transport transport, CompletableFuture<Seen> seen) {
        void play() {
            try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, Map.of())
                            .handle("/", this::handle)
                            .start();
                    RawClient raw = server.connectNarrow().handshake()) {
                client.play(raw, this::overAfter);
                seen.get(MOST_SECONDS, TimeUnit.SECONDS);
            } catch (Exception e) {
                seen.completeExceptionally(e);
            }
        }

        private boolean overAfter(int seconds) throws Exception {
            try {
                seen.get(seconds, TimeUnit.SECONDS);
                return true;
            } catch (TimeoutException expected) {
                return false;
            }
        }

        private void handle(HttpExchange exchange) throws IOException {
            long begin = System.nanoTime();
            try {
                if (exchange.getRequestMethod().equals("GET")) {
                    exchange.sendResponseHeaders(200, SlowClient.RESPONSE);
                    exchange.getResponseBody().write(CONTENT);
                    see("sent all", begin);
                } else {
                    see("read " + exchange.getRequestBody().readAllBytes().length + " bytes", begin);
                }
            } catch (IOException e) {
                see(e.toString(), begin);
                throw e;
            }
        }

        private void see(String what, long begin) {
            seen.complete(new Seen(what, (System.nanoTime() - begin) / 1e9));
        }

        @Override
        public String toString() {
            return client + ", " + mode + ", " + transport;
        }
    }

    static Stream<Scene> scenes() {
        return SCENES.stream();
    }

    @BeforeAll
    static void playAll() {
        for (Mode mode : Mode.values()) {
            if (mode.available()) {
                for (Transport transport : List.of(Transport.CLEAR, Transport.TLS, Transport.H2C)) {
                    Arrays.stream(SlowClient.values())
                            .filter(client -> client.suitsHttp2() || transport != Transport.H2C)
                            .map(client -> new Scene(client, mode, transport, new CompletableFuture<>()))
                            .forEach(SCENES::add);
                }
            }
        }
        SCENES.forEach(scene -> ThreadKind.PLATFORM.start(scene::play));
    }

    @AfterAll
    static void forget() {
        SCENES.clear();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenes")
    void isCutOffExactlyIfItIsTooSlow(Scene scene) throws Exception {
        Seen seen = scene.seen().get(MOST_SECONDS, TimeUnit.SECONDS);

        assertThat(seen.what()).contains(scene.client().seen());
        if (scene.client().isCutOff()) {
            // Not before the rate's window of 30 seconds ends, and long before the client would end by itself.
            assertThat(seen.seconds()).as("seconds until then").isBetween(29.0, 100.0);
        }
    }
}
