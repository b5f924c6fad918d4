package dev.ringer.internal.time;

import java.util.function.LongSupplier;

/**
 * The clock of all time limits for clients: {@link System#nanoTime()} without the times in which this process stood
 * still. While a process is stopped, while its virtual machine moves, or while the garbage collector stops all threads
 * for seconds, clients cannot be served, and a limit must not expire for that.
 *
 * <p>Every thread that waits for clients reports the end of its wait to {@link #awake}. If the wait has taken much
 * longer than planned, the process stood still, and the clock does not count the wait. Then this clock jumps back. So a
 * time that another thread has read just before may be in the future, and a limit may last longer once. Times for
 * other purposes than limits use {@link System#nanoTime()}. Thread-safe.
 */
public final class LimitClock implements LongSupplier {
    /** The only instance. Each method reference would make the JVM load one more class. */
    public static final LimitClock INSTANCE = new LimitClock();

    /**
     * A wait that takes this much longer than planned, in nanoseconds, does not count. On a busy machine, threads wake
     * up late all the time. If such short delays did not count, limits would hardly ever expire under load.
     */
    static final long STALL_NANOS = 500_000_000;

    private volatile long stalled; // nanoseconds in which the process stood still
    private long seen = System.nanoTime(); // end of the last such time; guarded by the monitor of this object

    LimitClock() {}

    /** Returns the current time in nanoseconds, which is only comparable with other times of this clock. */
    public static long nanos() {
        return INSTANCE.getAsLong();
    }

    /** Converts a time of {@link System#nanoTime()} to a time of this clock. */
    public static long at(long nanoTime) {
        return INSTANCE.timeAt(nanoTime);
    }

    /**
     * Reports the end of a wait of the calling thread. The times are in terms of {@link System#nanoTime()}.
     *
     * @param began the time at which the wait began
     * @param planned how many nanoseconds the thread wanted to wait at most
     * @param ended the time at which the wait ended
     */
    public static void awake(long began, long planned, long ended) {
        INSTANCE.onAwake(began, planned, ended);
    }

    @Override
    public long getAsLong() {
        return timeAt(System.nanoTime());
    }

    long timeAt(long nanoTime) {
        return nanoTime - stalled;
    }

    void onAwake(long began, long planned, long ended) {
        if (ended - began - planned >= STALL_NANOS) {
            exclude(began, ended);
        }
    }

    /** Excludes a time. If several threads have waited through the same stall, the clock excludes it only once. */
    private synchronized void exclude(long from, long to) {
        long begin = seen - from > 0 ? seen : from;
        if (to - begin > 0) {
            stalled += to - begin;
            seen = to;
        }
    }
}
