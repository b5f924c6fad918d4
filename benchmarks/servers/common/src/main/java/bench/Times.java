package bench;

import java.util.Locale;

/** Counts answers by the time that they took, in microseconds. Not thread-safe. */
final class Times {
    /** The time from which on an answer counts as late, in microseconds. The counts do not tell longer times apart. */
    static final int MAX_MICROS = 2_000_000;

    private final int[] counts = new int[MAX_MICROS + 1];
    private long total;
    private int longest;

    void add(long nanos) {
        int micros = (int) Math.min(MAX_MICROS, nanos / 1000);
        counts[micros]++;
        longest = Math.max(longest, micros);
        total++;
    }

    /** Prints the line that the kit reads: what wrk's report says. */
    void report(long nanos, long lost, long late) {
        System.out.printf(Locale.ROOT,
                "LOAD requests=%d duration_us=%d p50_us=%d p90_us=%d p99_us=%d max_us=%d connect=0 read=%d write=0 timeout=%d status=0%n",
                total, nanos / 1000, percentile(0.5), percentile(0.9), percentile(0.99), longest, lost, late);
    }

    private int percentile(double share) {
        long below = 0;
        for (int micros = 0; micros <= MAX_MICROS; micros++) {
            below += counts[micros];
            if (below > share * total) {
                return micros;
            }
        }
        return 0;
    }
}
