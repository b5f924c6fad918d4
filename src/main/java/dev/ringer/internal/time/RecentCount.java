package dev.ringer.internal.time;

import java.util.Arrays;

/**
 * Counts how often something happened recently: in the current span of 3 seconds and in the nine spans before it. An
 * event counts for at least 27 seconds and at most 30. The first event allocates the array. Not thread-safe.
 */
public final class RecentCount {
    /** The longest time that an event counts, in nanoseconds. */
    public static final long WINDOW_NANOS = 30_000_000_000L;

    private static final int SPANS = 10;
    private static final long SPAN_NANOS = WINDOW_NANOS / SPANS;

    private int[] counts;
    private long begin; // the time at which the current span began
    private int present;
    private int total;

    /**
     * Counts an event.
     *
     * @param nowNanos the current time, in the terms of {@link System#nanoTime()}
     * @return the number of recent events, this one included
     */
    public int add(long nowNanos) {
        return add(nowNanos, 1);
    }

    /**
     * Counts one event as several events.
     *
     * @param nowNanos as for {@link #add(long)}
     * @param weight the number of events that it counts as
     * @return as for {@link #add(long)}
     */
    public int add(long nowNanos, int weight) {
        if (counts == null) {
            counts = new int[SPANS];
            begin = nowNanos;
        }
        advance(nowNanos);
        counts[present] += weight;
        total += weight;
        return total;
    }

    /**
     * Returns the number of recent events.
     *
     * @param nowNanos as for {@link #add(long)}
     */
    public int count(long nowNanos) {
        if (total > 0) {
            advance(nowNanos);
        }
        return total;
    }

    private void advance(long nowNanos) {
        if (nowNanos - begin < SPAN_NANOS) {
            return;
        }
        long spans = (nowNanos - begin) / SPAN_NANOS;
        if (spans >= SPANS) {
            Arrays.fill(counts, 0);
            total = 0;
            begin = nowNanos;
            return;
        }
        for (; spans > 0; spans--) {
            present = (present + 1) % SPANS;
            total -= counts[present];
            counts[present] = 0;
            begin += SPAN_NANOS;
        }
    }
}
