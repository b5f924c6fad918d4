package dev.ringer.internal.threads;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool of daemon threads with a queue of tasks. A thread that has nothing to do ends after ten seconds. */
public final class DaemonThreads extends ThreadPoolExecutor {
    /** Creates a pool without threads. A task starts a thread unless there are {@code maxThreads} already. */
    public DaemonThreads(String name, int maxThreads) {
        super(maxThreads, maxThreads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> newThread(name, task));
        allowCoreThreadTimeOut(true);
    }

    private static Thread newThread(String name, Runnable task) {
        // the last argument keeps the thread from inheriting thread-locals
        Thread thread = new Thread(null, task, name, 0, false);
        thread.setDaemon(true);
        return thread;
    }
}
