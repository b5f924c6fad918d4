package dev.ringer.observe;

import java.util.Arrays;

/**
 * Counts how many values lie in each of several ranges, called buckets. The values are, for example, durations of
 * requests in seconds. Immutable.
 *
 * @param bounds the largest value of each bucket, in ascending order; the last bucket has no largest value
 * @param counts for each bucket, the number of values in this bucket and all buckets before it. So the count of the
 *     last bucket is the number of all values
 * @param sum the sum of all values
 * @since 0.1.0
 */
public record Histogram(double[] bounds, long[] counts, double sum) {
    /**
     * Makes a histogram, and copies the arrays.
     *
     * @throws IllegalArgumentException unless {@code counts} has one element more than {@code bounds}
     */
    public Histogram {
        if (counts.length != bounds.length + 1) {
            throw new IllegalArgumentException("Expected " + (bounds.length + 1) + " counts for " + bounds.length
                    + " bounds, not " + counts.length);
        }
        bounds = bounds.clone();
        counts = counts.clone();
    }

    /** {@return a copy of the bounds} */
    @Override
    public double[] bounds() {
        return bounds.clone();
    }

    /** {@return a copy of the counts} */
    @Override
    public long[] counts() {
        return counts.clone();
    }

    /** {@return the number of values} */
    public long count() {
        return counts[counts.length - 1];
    }

    /**
     * Returns a histogram of the values that were counted after an earlier histogram was taken.
     *
     * @param earlier a histogram of the same source, with the same bounds
     * @return the difference
     * @throws IllegalArgumentException if the earlier histogram has other bounds
     */
    public Histogram since(Histogram earlier) {
        if (!Arrays.equals(bounds, earlier.bounds)) {
            throw new IllegalArgumentException("Both histograms must have the same bounds");
        }
        long[] difference = counts.clone();
        for (int i = 0; i < difference.length; i++) {
            difference[i] -= earlier.counts[i];
        }
        return new Histogram(bounds, difference, sum - earlier.sum);
    }

    /**
     * Estimates a quantile in the same way as {@code histogram_quantile} of Prometheus. The estimate assumes that the
     * values of a bucket are spread evenly. If the quantile is in the last bucket, the result is the largest bound.
     *
     * @param q the quantile, from 0 to 1, for example 0.99
     * @return the estimate, in the unit of the bounds; NaN if there are no values
     * @throws IllegalArgumentException if {@code q} is not from 0 to 1
     */
    public double quantile(double q) {
        if (!(q >= 0 && q <= 1)) {
            throw new IllegalArgumentException("The quantile must be between 0 and 1: " + q);
        }
        double rank = q * count();
        int bucket = 0;
        while (bucket < bounds.length && counts[bucket] < rank) {
            bucket++;
        }
        if (count() == 0) {
            return Double.NaN;
        }
        if (bucket == bounds.length) {
            return bounds[bucket - 1];
        }
        double from = bucket == 0 ? 0 : bounds[bucket - 1];
        long below = bucket == 0 ? 0 : counts[bucket - 1];
        long inside = counts[bucket] - below;
        return inside == 0 ? from : from + (bounds[bucket] - from) * ((rank - below) / inside);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Histogram histogram
                && Arrays.equals(bounds, histogram.bounds)
                && Arrays.equals(counts, histogram.counts)
                && sum == histogram.sum;
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(counts) + Double.hashCode(sum);
    }

    /** {@return the bounds, the counts and the sum, such as {@code Histogram[bounds=[1.0], counts=[3, 4], sum=7.5]}} */
    @Override
    public String toString() {
        return "Histogram[bounds=" + Arrays.toString(bounds) + ", counts=" + Arrays.toString(counts) + ", sum=" + sum
                + ']';
    }
}
