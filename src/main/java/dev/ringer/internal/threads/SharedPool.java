package dev.ringer.internal.threads;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * A thread pool of the JDK that does the same with all tasks, so that one task may do the work of several. Says whether
 * such a task must make room for others. Thread-safe.
 */
public abstract class SharedPool {
    /** Returns the view of an executor; null if it is no such pool, or may do something of its own with each task. */
    public static SharedPool of(Executor executor) {
        // not of a subclass, which may do something before and after each task
        if (executor.getClass() == ThreadPoolExecutor.class) {
            return Threads.ofPlain((ThreadPoolExecutor) executor);
        }
        return executor.getClass() == ForkJoinPool.class ? new ForkJoin((ForkJoinPool) executor) : null;
    }

    /** Whether a task that runs long must end, because others wait for a thread, or the pool was shut down. */
    public abstract boolean isWanted();

    /** Whether a new task would get a thread although the calling thread, which is one of the pool, is not free. */
    public abstract boolean hasSpareThreads();

    private static final class Threads extends SharedPool {
        private final ThreadPoolExecutor pool;
        private final BlockingQueue<Runnable> queue;
        private final boolean handsOver; // whether the queue holds no tasks, so that the pool grows beyond its core

        private Threads(ThreadPoolExecutor pool) {
            this.pool = pool;
            this.queue = pool.getQueue();
            this.handsOver = queue instanceof SynchronousQueue;
        }

        /** Returns null if the queue orders tasks, or is not the JDK's. */
        static SharedPool ofPlain(ThreadPoolExecutor pool) {
            Class<?> queue = pool.getQueue().getClass();
            boolean plain = queue.getName().startsWith("java.util.concurrent.") && queue != PriorityBlockingQueue.class;
            return plain ? new Threads(pool) : null;
        }

        @Override
        public boolean isWanted() {
            return !queue.isEmpty() || pool.isShutdown();
        }

        @Override
        public boolean hasSpareThreads() {
            int most = handsOver ? pool.getMaximumPoolSize() : pool.getCorePoolSize();
            return most == Integer.MAX_VALUE || pool.getActiveCount() < most;
        }
    }

    private static final class ForkJoin extends SharedPool {
        private final ForkJoinPool pool;

        private ForkJoin(ForkJoinPool pool) {
            this.pool = pool;
        }

        @Override
        public boolean isWanted() {
            return pool.hasQueuedSubmissions() || pool.getQueuedTaskCount() > 0 || pool.isShutdown();
        }

        @Override
        public boolean hasSpareThreads() {
            return pool.getActiveThreadCount() < pool.getParallelism();
        }
    }
}
