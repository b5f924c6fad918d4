package dev.ringer.engine;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.ThreadKind;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Something that an application does on a thread of its own, and how it ended. */
final class OwnThread {
    /** What may fail. */
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

    /** For a handler: waits, however long, until it has ended. */
    void join() throws InterruptedIOException {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while another thread was at work");
        }
    }

    /** For a test: how it ended, null for success. */
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
