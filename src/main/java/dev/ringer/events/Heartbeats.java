package dev.ringer.events;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Calls the heartbeats of streams on other providers. One thread keeps the time for all streams of the process. A
 * heartbeat that a client does not take blocks a thread of its own, so it delays no other stream. All threads are
 * daemons, and end when they are not needed.
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
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Calls a heartbeat again and again. The task ends by a call of {@code cancel} on the result. */
    static Future<?> begin(Runnable heartbeat, long nanos) {
        return CLOCK.scheduleWithFixedDelay(() -> WRITERS.execute(heartbeat), nanos, nanos, TimeUnit.NANOSECONDS);
    }
}
