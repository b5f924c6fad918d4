package dev.ringer.events;

import dev.ringer.internal.threads.DaemonThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Sends the heartbeats of event streams on providers other than Ringer. One thread keeps the time for all streams of
 * the process. A pool of threads writes the heartbeats. So a client that does not read blocks one thread of the pool,
 * but delays no other stream. All threads are daemon threads, and end if they have nothing to do.
 */
final class Heartbeats {
    private static final ScheduledThreadPoolExecutor CLOCK = clock();
    private static final ExecutorService WRITERS = Executors.newCachedThreadPool(threads("ringer-event-heartbeat"));

    private Heartbeats() {}

    private static ScheduledThreadPoolExecutor clock() {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, threads("ringer-event-clock"));
        clock.setRemoveOnCancelPolicy(true);
        clock.setKeepAliveTime(10, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        return clock;
    }

    private static ThreadFactory threads(String name) {
        return task -> DaemonThreads.newThread(name, task);
    }

    /**
     * Calls {@code heartbeat} again and again, {@code nanos} nanoseconds apart, until the caller cancels the result.
     */
    static Future<?> begin(Runnable heartbeat, long nanos) {
        return begin(heartbeat, nanos, WRITERS);
    }

    /** Does the same as {@link #begin(Runnable, long)}, on threads of {@code writers}. */
    static Future<?> begin(Runnable heartbeat, long nanos, Executor writers) {
        return CLOCK.scheduleWithFixedDelay(() -> tryRun(heartbeat, writers), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    private static void tryRun(Runnable heartbeat, Executor writers) {
        try {
            writers.execute(heartbeat);
        } catch (OutOfMemoryError ignored) {
            // The system cannot create a thread. If this method threw the error, all later heartbeats would be lost.
        }
    }
}
