package dev.ringer.internal.protocol;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads that read files from slow disks for event loops, which must not block. All servers of a JVM share these
 * threads. The JVM loads this class when a disk is slow for the first time. A thread that has nothing to do ends after
 * ten seconds.
 */
final class FileReadAhead {
    /**
     * The most threads. While up to seven reads from hanging disks block threads, one thread can still read from other
     * disks.
     */
    private static final int MAX_THREADS = 8;

    private static final ThreadPoolExecutor POOL = newPool();

    private FileReadAhead() {}

    private static ThreadPoolExecutor newPool() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                MAX_THREADS, MAX_THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "ringer-read-ahead");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Runs a task soon, on one of the threads. */
    static void execute(Runnable task) {
        POOL.execute(task);
    }
}
