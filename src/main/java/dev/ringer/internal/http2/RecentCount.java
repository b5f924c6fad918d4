package dev.ringer.internal.http2;

import java.util.Arrays;

/**
 * How often something happened lately: in the present span of time and in the nine spans before it. An event is counted for
 * at least 27 seconds and never for longer than 30. Takes no memory before the first event. Not thread-safe.
 */
final class RecentCount {
    /** How long an event counts, at the most. */
    static final long WINDOW_NANOS = 30_000_000_000L;

    private static final int SPANS = 10;
    private static final long SPAN_NANOS = WINDOW_NANOS / SPANS;

    private int[] counts;
    private long begin; // of the present span
    private int present;
    private int total;

    /** Counts an event, and says how many there were, it included. */
    int add(long nowNanos) {
        if (counts == null) {
            counts = new int[SPANS];
            begin = nowNanos;
        }
        advance(nowNanos);
        counts[present]++;
        return ++total;
    }

    /** How many events there were. */
    int count(long nowNanos) {
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
