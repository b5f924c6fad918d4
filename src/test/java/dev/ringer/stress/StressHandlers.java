package dev.ringer.stress;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;

/**
 * Handlers that end their exchange in many ways: immediately, later, twice, on another thread, interrupted, or with an
 * unread body.
 */
final class StressHandlers {
    /** The number of zero bytes that {@code /large} sends after the query. */
    static final int LARGE = 300_000;

    private final ExecutorService others;
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    StressHandlers(ExecutorService others) {
        this.others = others;
    }

    List<Throwable> failures() {
        return List.copyOf(failures);
    }

    void addTo(TestServer server) {
        server.handle("/plain", StressHandlers::answerQuery);
        server.handle("/echo", HandOverStressTest::echo);
        server.handle("/ignore", StressHandlers::answerQuery);
        server.handle("/large", StressHandlers::answerLarge);
        server.handle("/later", exchange -> elsewhere(exchange, StressHandlers::answerQuery));
        server.handle("/later-echo", exchange -> elsewhere(exchange, HandOverStressTest::echo));
        server.handle("/twice", this::closeTwice);
        server.handle("/interrupt", StressHandlers::leaveInterrupted);
        server.handle("/duplex", this::echoInPieces);
    }

    private static void answerQuery(HttpExchange exchange) throws IOException {
        byte[] query = exchange.getRequestURI().getQuery().getBytes(StandardCharsets.ISO_8859_1);
        exchange.sendResponseHeaders(200, query.length);
        exchange.getResponseBody().write(query);
        exchange.close();
    }

    private static void answerLarge(HttpExchange exchange) throws IOException {
        byte[] query = exchange.getRequestURI().getQuery().getBytes(StandardCharsets.ISO_8859_1);
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream body = exchange.getResponseBody()) {
            body.write(query);
            body.write(new byte[LARGE]);
        } catch (IOException ignored) { // some clients reset the connection on purpose
            exchange.close();
        }
    }

    private void elsewhere(HttpExchange exchange, HttpHandler handler) {
        others.execute(() -> {
            try {
                handler.handle(exchange);
            } catch (IOException left) { // the client reset the connection on purpose
                exchange.close();
            } catch (Throwable failure) {
                failures.add(failure);
                exchange.close();
            }
        });
    }

    /** Closes the exchange a second time, most often while the next exchange of the connection is running. */
    private void closeTwice(HttpExchange exchange) throws IOException {
        answerQuery(exchange);
        others.execute(exchange::close);
    }

    private static void leaveInterrupted(HttpExchange exchange) throws IOException {
        answerQuery(exchange);
        Thread.currentThread().interrupt();
    }

    /** Sends each piece of the body back while the client may still be sending the rest. */
    private void echoInPieces(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        try (InputStream in = exchange.getRequestBody();
                OutputStream out = exchange.getResponseBody()) {
            byte[] buffer = new byte[700];
            for (int count; (count = in.read(buffer)) >= 0; ) {
                out.write(buffer, 0, count);
                out.flush();
            }
        } catch (IOException ignored) { // the client reset the connection on purpose
            exchange.close();
        }
    }
}
