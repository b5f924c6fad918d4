package dev.ringer.internal.observe;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts how many values are in each bucket of a histogram, and adds up the values. Threads do not contend, because
 * each counter is a {@link LongAdder}. Thread-safe.
 */
public final class BucketCounts {
    private final long[] bounds; // largest value of each bucket except the last one, in ascending order
    private final LongAdder[] counts; // number of values in each bucket; has one element more than {@code bounds}
    private final LongAdder sum = new LongAdder();

    BucketCounts(long... bounds) {
        this.bounds = bounds;
        this.counts = Traffic.adders(bounds.length + 1);
    }

    /** Counts a value. Returns the index of the bucket that contains it. */
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

    /** Returns, for each bucket, the number of values in this bucket and all buckets before it. */
    public long[] cumulative() {
        long[] cumulative = new long[counts.length];
        long below = 0;
        for (int i = 0; i < counts.length; i++) {
            below += counts[i].sum();
            cumulative[i] = below;
        }
        return cumulative;
    }

    public long sum() {
        return sum.sum();
    }
}
