package dev.ringer.internal.observe;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts values by buckets with fixed bounds, and adds them up. Striped counters keep threads from contending.
 * Thread-safe.
 */
public final class BucketCounts {
    private final long[] bounds; // the largest value of each bucket but the last, in order; never changed
    private final LongAdder[] counts; // one more than bounds
    private final LongAdder sum = new LongAdder();

    BucketCounts(long... bounds) {
        this.bounds = bounds;
        this.counts = new LongAdder[bounds.length + 1];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    /** Counts a value. Returns the index of its bucket. */
    int add(long value) {
        int bucket = 0;
        while (bucket < bounds.length && value > bounds[bucket]) {
            bucket++;
        }
        counts[bucket].increment();
        if (value != 0) {
            sum.add(value);
        }
        return bucket;
    }

    /** Returns for each bucket how many values are in it or in a bucket below it. The last one has all values. */
    public long[] cumulative() {
        long[] cumulative = new long[counts.length];
        long below = 0;
        for (int i = 0; i < counts.length; i++) {
            below += counts[i].sum();
            cumulative[i] = below;
        }
        return cumulative;
    }

    /** Returns the sum of all values. */
    public long sum() {
        return sum.sum();
    }
}
