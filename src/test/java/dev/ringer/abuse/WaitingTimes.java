package dev.ringer.abuse;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The waiting times of well-behaved clients, each from the moment when its request was due. */
final class WaitingTimes {
    private long[] nanos = new long[1024];
    private int count;

    void add(long waited) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = waited;
    }

    static WaitingTimes ofAll(List<WaitingTimes> parts) {
        WaitingTimes all = new WaitingTimes();
        for (WaitingTimes part : parts) {
            for (int i = 0; i < part.count; i++) {
                all.add(part.nanos[i]);
            }
        }
        Arrays.sort(all.nanos, 0, all.count);
        return all;
    }

    int count() {
        return count;
    }

    /** Returns the milliseconds within which this share of answers arrived. The times must be sorted. */
    double millis(double share) {
        return nanos[(int) Math.min(count - 1, Math.floor(share * count))] / 1e6;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d answers in full, p50 %.1f ms, p90 %.1f ms, p99 %.1f ms, max %.1f ms",
                count,
                millis(0.5),
                millis(0.9),
                millis(0.99),
                millis(1));
    }
}
