package dev.ringer.observe;

import java.util.Arrays;
import javax.management.ConstructorParameters;

/**
 * Counts how many values lie in each of several ranges, called buckets. The values are, for example, durations of
 * requests in seconds. Immutable.
 *
 * @since 0.1.0
 */
public final class Histogram {
    private final double[] bounds;
    private final long[] counts;
    private final double sum;

    /**
     * Makes a histogram.
     *
     * @param bounds the largest value of each bucket, in ascending order; the last bucket has no largest value
     * @param counts for each bucket, the number of values in this bucket and all buckets before it
     * @param sum the sum of all values
     * @throws IllegalArgumentException unless {@code counts} has one element more than {@code bounds}
     */
    @SuppressWarnings("exports") // only JMX proxies need java.management, the module of ConstructorParameters
    @ConstructorParameters({"bounds", "counts", "sum"})
    public Histogram(double[] bounds, long[] counts, double sum) {
        if (counts.length != bounds.length + 1) {
            throw new IllegalArgumentException(counts.length + " counts do not fit " + bounds.length + " bounds");
        }
        this.bounds = bounds.clone();
        this.counts = counts.clone();
        this.sum = sum;
    }

    /** {@return the largest value of each bucket, in ascending order; the last bucket has no largest value} */
    public double[] getBounds() {
        return bounds.clone();
    }

    /**
     * {@return for each bucket, the number of values in this bucket and all buckets before it} So the count of the last
     * bucket is the number of all values.
     */
    public long[] getCounts() {
        return counts.clone();
    }

    /** {@return the number of values} */
    public long getCount() {
        return counts[counts.length - 1];
    }

    /** {@return the sum of all values} */
    public double getSum() {
        return sum;
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
            throw new IllegalArgumentException("the bounds differ");
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
            throw new IllegalArgumentException("a quantile is from 0 to 1: " + q);
        }
        double rank = q * getCount();
        int bucket = 0;
        while (bucket < bounds.length && counts[bucket] < rank) {
            bucket++;
        }
        if (getCount() == 0) {
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
}
