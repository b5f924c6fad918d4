package dev.ringer.internal.time;

import java.util.Arrays;

/**
 * How often something happened lately: in the present span of time and in the nine spans before it. An event is counted for
 * at least 27 seconds and never for longer than 30. Takes no memory before the first event. Not thread-safe.
 */
public final class RecentCount {
    /** How long an event counts, at the most. */
    public static final long WINDOW_NANOS = 30_000_000_000L;

    private static final int SPANS = 10;
    private static final long SPAN_NANOS = WINDOW_NANOS / SPANS;

    private int[] counts;
    private long begin; // of the present span
    private int present;
    private int total;

    /** A count of events of which none has happened. */
    public RecentCount() {}

    /**
     * Counts an event.
     *
     * @param nowNanos the time, in {@link System#nanoTime()}'s terms
     * @return how many there were lately, this one included
     */
    public int add(long nowNanos) {
        return add(nowNanos, 1);
    }

    /**
     * Counts an event as so many.
     *
     * @param nowNanos as for {@link #add(long)}
     * @param weight how many
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
     * Says how many events there were lately.
     *
     * @param nowNanos as for {@link #add(long)}
     * @return their number
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
