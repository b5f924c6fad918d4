package dev.ringer.internal.time;

import java.util.Arrays;

/**
 * Counts how often something has happened recently. Time is divided into spans of 3 seconds. An event counts in its
 * span and the next nine, which means for 27 to 30 seconds. Times are in terms of {@link System#nanoTime()}. The array
 * is allocated at the first event. Not thread-safe.
 */
public final class RecentCount {
    private static final int SPANS = 10;
    private static final long SPAN_NANOS = 3_000_000_000L;

    private int[] counts;
    private long begin; // time at which the current span began, in terms of System.nanoTime()
    private int present;
    private int total;

    /** Counts an event. Returns the number of recent events, including this one. */
    public int add(long nowNanos) {
        return add(nowNanos, 1);
    }

    /** Counts one event as {@code weight} events. Returns the number of recent events, including these. */
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

    /** Forgets all events. */
    public void clear() {
        if (total > 0) {
            Arrays.fill(counts, 0);
            total = 0;
        }
    }

    /** Returns the number of recent events. */
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
