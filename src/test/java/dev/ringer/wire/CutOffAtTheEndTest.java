package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests responses whose end is the end of the connection, as in HTTP/1.0. If such a response is cut off, the server
 * resets the connection, over TLS without {@code close_notify}. So the response never looks complete.
 */
@Execution(ExecutionMode.CONCURRENT)
class CutOffAtTheEndTest {
    private static final String REQUEST = "GET / HTTP/1.0\r\n\r\n";

    /** Runs in the handler after the first part of its response. */
    private interface Rest {
        void follow(HttpExchange exchange, OutputStream out) throws IOException;
    }

    private static TestServer start(Mode mode, Rest rest, String... settings) throws IOException {
        Map<String, String> all = settings.length == 0 ? Map.of() : Map.of(settings[0], settings[1]);
        return TestServer.create(Provider.RINGER, mode, all)
                .handle("/", exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    OutputStream out = exchange.getResponseBody();
                    out.write("begun".getBytes(StandardCharsets.US_ASCII));
                    out.flush();
                    rest.follow(exchange, out);
                })
                .start();
    }

    private static RawClient begun(TestServer server) throws IOException {
        RawClient client = server.connect().send(REQUEST);
        assertThat(client.readUntil("begun")).startsWith("HTTP/1.1 200 ");
        return client;
    }

    private static void assertCutOff(RawClient client) {
        assertThatThrownBy(() -> client.stream().readAllBytes())
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(SocketTimeoutException.class);
    }

    @InModes
    void isInOrderWhenItIsWhole(Mode mode) throws IOException {
        try (TestServer server = start(mode, (exchange, out) -> exchange.close())) {
            assertThat(begun(server).readToEnd()).isEmpty();
        }
    }

    @InModes
    void isInOrderWhenMoreCameThanTheRequest(Mode mode) throws IOException {
        try (TestServer server = start(mode, (exchange, out) -> exchange.close())) {
            RawClient client = server.connect().send(REQUEST + "and more");

            assertThat(client.readToEnd()).endsWith("begun");
        }
    }

    @InModes
    void isSeenWhenTheHandlerFails(Mode mode) throws IOException {
        try (Gate gate = new Gate();
                TestServer server = start(mode, (exchange, out) -> {
                    gate.pass();
                    throw new IllegalStateException("on purpose");
                })) {
            RawClient client = begun(server);

            gate.open();

            assertCutOff(client);
        }
    }

    @InModes
    void isSeenWhenItsTimeIsOver(Mode mode) throws IOException {
        try (Gate gate = new Gate();
                TestServer server =
                        start(mode, (exchange, out) -> gate.pass(), "sun.net.httpserver.maxRspTime", "150 ms")) {
            assertCutOff(begun(server));
            gate.open();
        }
    }

    @InModes
    void isSeenWhenTheServerStops(Mode mode) throws IOException {
        Gate gate = new Gate();
        try (TestServer server = start(mode, (exchange, out) -> gate.pass())) {
            RawClient client = begun(server);

            gate.close();
            server.server().stop(0);

            assertCutOff(client);
        }
    }
}
