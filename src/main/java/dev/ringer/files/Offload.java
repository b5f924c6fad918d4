package dev.ringer.files;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Runs a request on the calling thread if the {@link FileHandler} can answer it without waiting. Any other request runs
 * on an executor, including the filters after this one. For a small file, a switch to another thread costs more than
 * the request itself: see the {@code 1 KiB} rows of {@code benchmarks/servers/files}.
 *
 * <p>If a request on the executor fails before its response is complete, the filter breaks the response off. If the
 * executor rejects a request, the answer is 503. Thread-safe. Immutable.
 */
final class Offload extends Filter {
    private static final Logger LOGGER = System.getLogger("com.sun.net.httpserver");
    private static final long WARNING_NANOS = 1_000_000_000L;
    private static final AtomicLong warnedAt = new AtomicLong(System.nanoTime() - 2 * WARNING_NANOS);

    private final Predicate<HttpExchange> answersAtOnce;
    private final Executor executor;

    Offload(Predicate<HttpExchange> answersAtOnce, Executor executor) {
        this.answersAtOnce = answersAtOnce;
        this.executor = executor;
    }

    @Override
    public String description() {
        return "Passes requests that may take longer to an executor";
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

    /** Handles the request on a thread of the executor. If the handler fails, breaks the response off. */
    private static void run(HttpExchange exchange, Chain chain) {
        boolean complete = false;
        try {
            chain.doFilter(exchange);
            complete = true;
        } catch (UnreadableFileException e) {
            warn(e);
        } catch (IOException ignored) {
            // the client is gone; the code below ends the exchange
        } finally {
            if (!complete) {
                BrokenBody.breakOff(exchange);
            }
        }
    }

    /** Logs at most one warning in a second, because a broken disk may fail each request. */
    private static void warn(UnreadableFileException failure) {
        long now = System.nanoTime();
        long last = warnedAt.get();
        if (now - last > WARNING_NANOS && warnedAt.compareAndSet(last, now)) {
            LOGGER.log(Level.WARNING, "FileHandler: {0}; aborted the response", failure.getMessage());
        }
    }
}
