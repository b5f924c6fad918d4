package dev.ringer.engine;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.ThreadKind;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs a task of the application on its own thread, and records its result. */
final class OwnThread {
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    private final CompletableFuture<Throwable> end = new CompletableFuture<>(); // null for success
    private final Thread thread;

    OwnThread(ThreadKind kind, Work work) {
        thread = kind.start(() -> end.complete(failureOf(work)));
    }

    private static Throwable failureOf(Work work) {
        try {
            work.run();
            return null;
        } catch (Throwable failure) {
            return failure;
        }
    }

    /** Waits without a limit until the task has ended; for handlers. */
    void join() throws InterruptedIOException {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while another thread was at work");
        }
    }

    /** Waits for the task, and returns its failure or null; for tests. */
    Throwable end() throws InterruptedException, ExecutionException, TimeoutException {
        return end.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    void interrupt() {
        thread.interrupt();
    }

    boolean ended() {
        return end.isDone();
    }
}
