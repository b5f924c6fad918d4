package dev.ringer.files;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Lets the calling thread answer what a {@link FileHandler} answers shortly, and gives everything else to an executor,
 * with all filters behind this one. A change of threads costs more than a small file does: kept by the {@code 1 KiB}
 * rows of {@code benchmarks/servers/files}.
 *
 * <p>What the executor's thread cannot send to its end is broken off, so that the client can tell. A full executor is a
 * 503. Immutable, and safe for use by several threads at once.
 */
final class Offload extends Filter {
    private final FileHandler files;
    private final Executor executor;

    Offload(FileHandler files, Executor executor) {
        this.files = files;
        this.executor = executor;
    }

    @Override
    public String description() {
        return "Gives to an executor what is not answered shortly";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        if (files.answersShortly(exchange)) {
            chain.doFilter(exchange);
            return;
        }
        try {
            executor.execute(() -> run(exchange, chain));
        } catch (RejectedExecutionException full) {
            Answers.status(exchange, 503);
        }
    }

    /** On the executor's thread, where no server waits for what becomes of the exchange. */
    private static void run(HttpExchange exchange, Chain chain) {
        boolean complete = false;
        try {
            chain.doFilter(exchange);
            complete = true;
        } catch (IOException ignored) { // the client is gone, or the file was cut, which the client now sees
        } finally {
            if (!complete) {
                BrokenBody.breakOff(exchange);
            }
        }
    }
}
