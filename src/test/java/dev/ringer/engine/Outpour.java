package dev.ringer.engine;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Ring;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A response larger than what the system buffers for a client that does not read. */
final class Outpour {
    static final byte[] BODY = Pattern.of(1, Ring.choose(8, 16) << 20);

    private static final int PIECE = 50_000;

    private final Count written = new Count();
    private final CompletableFuture<Throwable> end = new CompletableFuture<>();

    /** Writes the response piece by piece, on the calling thread. */
    void write(HttpExchange exchange) throws IOException {
        try {
            exchange.sendResponseHeaders(200, BODY.length);
            OutputStream out = exchange.getResponseBody();
            for (int at = 0; at < BODY.length; at += PIECE) {
                int length = Math.min(PIECE, BODY.length - at);
                out.write(BODY, at, length);
                written.add(length);
            }
            end.complete(null);
        } catch (Throwable failure) {
            end.complete(failure);
            throw failure;
        }
        exchange.close();
    }

    /** Waits until the socket is full and the writer stops. */
    void awaitFullSocket() throws InterruptedException {
        written.awaitAt(PIECE);
        written.awaitStill();
    }

    /** Waits until the writer ends, and returns its failure or null. */
    Throwable end() throws Exception {
        return end.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }
}
