package dev.ringer.engine;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests handlers that call the API when hardly any stack is left, so that the stack overflows anywhere inside of the
 * server. A client must always get an answer, or the end of its connection.
 */
@Timeout(300)
class StackOverflowTest {
    private static final int STACK = 256 * 1024;
    private static final int FRAMES = Ring.choose(90, 400);
    private static final int STEP = Ring.choose(9, 1);

    /** What a handler calls when hardly any stack is left. */
    private enum Call {
        ANSWER(exchange -> {
            exchange.sendResponseHeaders(200, 5);
            exchange.getResponseBody().write(new byte[5]);
            exchange.close();
        }),
        EMPTY(exchange -> exchange.sendResponseHeaders(204, -1)),
        STREAM(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(new byte[5]);
            exchange.getResponseBody().flush();
            exchange.getResponseBody().write(new byte[5]);
            exchange.getResponseBody().close();
        }),
        READ(exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        }),
        CLOSE(HttpExchange::close);

        final Step step;

        Call(Step step) {
            this.step = step;
        }
    }

    private interface Step {
        void run(HttpExchange exchange) throws IOException;
    }

    static Stream<Arguments> calls() {
        return Stream.of(Transport.values())
                .flatMap(transport -> Stream.of(Call.values()).map(call -> Arguments.of(transport, call)));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void serverAnswersOrEndsTheConnection(Transport transport, Call call) throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(2, task -> new Thread(null, task, "small", STACK));
        try (TestServer server = TestServer.create(Provider.RINGER, transport, pool, Map.of())) {
            server.handle("/", exchange -> {
                int frames = Integer.parseInt(exchange.getRequestURI().getQuery());
                descend(frames, () -> call.step.run(exchange));
                exchange.close(); // as try-with-resources does
            });
            server.start();

            for (int frames = 0; frames < FRAMES; frames += STEP) {
                try (RawClient client = RawClient.connect(server.port(), transport)) {
                    for (int request = 0; request < 2; request++) {
                        client.post("/?" + frames, "body");
                        client.readResponse();
                    }
                } catch (SocketTimeoutException e) {
                    throw new AssertionError("neither an answer nor an end after " + frames + " frames", e);
                } catch (IOException ended) { // as it may
                }
            }
        }
    }

    /** Fills the stack, returns by so many frames, and takes the step. What overflows there is swallowed. */
    private static int descend(int frames, Action action) {
        int above;
        try {
            above = descend(frames, action);
        } catch (StackOverflowError overflow) {
            above = 0;
        }
        if (above == frames) {
            try {
                action.run();
            } catch (StackOverflowError | IOException swallowed) { // as careless programs do
            }
        }
        return above + 1;
    }

    private interface Action {
        void run() throws IOException;
    }
}
