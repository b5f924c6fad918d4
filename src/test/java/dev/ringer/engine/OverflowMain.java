package dev.ringer.engine;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A server whose handler fills the stack, returns by as many frames as the query says, and then calls the API as the
 * path says. What overflows there is swallowed.
 */
final class OverflowMain {
    private static final int STACK = 256 * 1024;

    /** What the handler calls when hardly any stack is left. */
    enum Call {
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
        CLOSE(HttpExchange::close),
        /** Closes the exchange at the depth at which the first call has failed, as try-with-resources does. */
        ANSWER_AND_CLOSE(exchange -> {
            try {
                exchange.sendResponseHeaders(200, -1);
            } finally {
                exchange.close();
            }
        });

        private final Step step;

        Call(Step step) {
            this.step = step;
        }
    }

    private interface Step {
        void run(HttpExchange exchange) throws IOException;
    }

    private OverflowMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2, task -> new Thread(null, task, "small", STACK));
        TestServer server = TestServer.create(Provider.RINGER, Transport.valueOf(arguments[0]), pool, Map.of());
        for (Call call : Call.values()) {
            server.handle("/" + call, exchange -> {
                int frames = Integer.parseInt(exchange.getRequestURI().getQuery());
                if (frames < 0) {
                    call.step.run(exchange);
                } else {
                    descend(frames, call.step, exchange);
                }
                exchange.close(); // as try-with-resources does
            });
        }
        server.start();
        System.out.println("port " + server.port());
        Thread.currentThread().join(); // until the test ends this process
    }

    private static int descend(int frames, Step step, HttpExchange exchange) {
        int above;
        try {
            above = descend(frames, step, exchange);
        } catch (StackOverflowError overflow) {
            above = 0;
        }
        if (above == frames) {
            try {
                step.run(exchange);
            } catch (StackOverflowError | IOException swallowed) { // as careless programs do
            }
        }
        return above + 1;
    }
}
