package dev.ringer.internal.protocol;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that read files ahead for event loops. All servers of a JVM share them. The JVM loads this class when a
 * disk is slow for the first time. A thread that has nothing to do ends after ten seconds.
 */
final class FileReadAhead {
    /** The number of threads. So other disks still work while up to seven reads of slow disks hang. */
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

    /** Runs a task on one of the threads, soon. */
    static void execute(Runnable task) {
        POOL.execute(task);
    }
}
