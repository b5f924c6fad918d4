package dev.ringer.files;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;

/**
 * Runs requests that a {@link FileHandler} answers shortly on the calling thread. All other requests go to an executor,
 * with all filters after this one. A thread switch costs more than a small file. The {@code 1 KiB} rows of
 * {@code benchmarks/servers/files} justify this class.
 *
 * <p>If the executor's thread cannot send a whole response, it breaks the response off, so that the client notices. If
 * the executor is full, the answer is 503. Immutable, and safe for use by several threads at once.
 */
final class Offload extends Filter {
    private final Predicate<HttpExchange> answeredShortly;
    private final Executor executor;

    /**
     * Creates the filter.
     *
     * @param answeredShortly whether the handler answers a request without waiting for a disk or a client
     */
    Offload(Predicate<HttpExchange> answeredShortly, Executor executor) {
        this.answeredShortly = answeredShortly;
        this.executor = executor;
    }

    @Override
    public String description() {
        return "Gives to an executor what is not answered shortly";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        if (answeredShortly.test(exchange)) {
            chain.doFilter(exchange);
            return;
        }
        try {
            executor.execute(() -> run(exchange, chain));
        } catch (RejectedExecutionException full) {
            Answers.status(exchange, 503);
        }
    }

    /** Runs the rest of the chain on the executor's thread. There, no server handles a failure of the exchange. */
    private static void run(HttpExchange exchange, Chain chain) {
        boolean complete = false;
        try {
            chain.doFilter(exchange);
            complete = true;
        } catch (IOException ignored) { // the client is gone, or the file was cut, which the client now notices
        } finally {
            if (!complete) {
                BrokenBody.breakOff(exchange);
            }
        }
    }
}
