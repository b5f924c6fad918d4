package dev.ringer.engine;

import dev.ringer.testkit.Deadlines;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** Runs one task at a time. Blocks a caller that brings another one until there is room. */
final class FullExecutor implements Executor, AutoCloseable {
    private final Semaphore room = new Semaphore(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @Override
    public void execute(Runnable task) {
        room.acquireUninterruptibly();
        threads.execute(() -> {
            try {
                task.run();
            } finally {
                room.release();
            }
        });
    }

    /** Waits until a caller is blocked. */
    void awaitHeldCaller() {
        Deadlines.await("the executor holds a caller", room::hasQueuedThreads);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
