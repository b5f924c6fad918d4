package dev.ringer.files;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;

/**
 * Runs requests on the calling thread if a {@link FileHandler} can answer them without waiting. All other requests go
 * to an executor, with all filters after this one. The reason is that a thread switch costs more than a small file: see
 * the {@code 1 KiB} rows of {@code benchmarks/servers/files}.
 *
 * <p>If the executor's thread cannot send a whole response, it breaks the response off, so that the client notices. If
 * the executor is full, the answer is 503. Immutable, and safe for use by several threads at once.
 */
final class Offload extends Filter {
    private final Predicate<HttpExchange> answersAtOnce;
    private final Executor executor;

    /**
     * Creates the filter.
     *
     * @param answersAtOnce whether the handler answers a request without waiting for a disk or a client
     */
    Offload(Predicate<HttpExchange> answersAtOnce, Executor executor) {
        this.answersAtOnce = answersAtOnce;
        this.executor = executor;
    }

    @Override
    public String description() {
        return "Gives to an executor what is not answered shortly";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        if (answersAtOnce.test(exchange)) {
            chain.doFilter(exchange);
            return;
        }
        try {
            executor.execute(() -> run(exchange, chain));
        } catch (RejectedExecutionException full) {
            Answers.status(exchange, 503);
        }
    }

    /**
     * Runs the rest of the chain on the executor's thread. If that fails, this method ends the exchange: no server does
     * so.
     */
    private static void run(HttpExchange exchange, Chain chain) {
        boolean complete = false;
        try {
            chain.doFilter(exchange);
            complete = true;
        } catch (IOException ignored) {
            // the client is gone, or the file became shorter; in the latter case the code below cuts the response off
        } finally {
            if (!complete) {
                BrokenBody.breakOff(exchange);
            }
        }
    }
}
