package dev.ringer.internal.admin;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleBiFunction;

/** Stores a reading of the servers' numbers for each interval of the last five minutes. Thread-safe. */
final class Samples {
    /** The time between two readings, in nanoseconds. */
    static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The largest number of stored intervals. They cover five minutes. */
    static final int INTERVALS = 60;

    private final ArrayDeque<Sample> samples = new ArrayDeque<>(); // guarded by this

    /** A reading, and the time at which it was taken, as a value of {@link System#nanoTime}. */
    record Sample(long nanos, Reading reading) {}

    synchronized void add(long nanos, Reading reading) {
        samples.add(new Sample(nanos, reading));
        if (samples.size() > INTERVALS + 1) {
            samples.remove();
        }
    }

    /** Returns all stored readings, the oldest first, and the current reading {@code now}. */
    synchronized Window window(long nanos, Reading now) {
        return new Window(new ArrayList<>(samples), new Sample(nanos, now));
    }

    /** The time from the oldest stored reading until now, with all readings in this time. */
    record Window(List<Sample> samples, Sample now) {
        private Sample first() {
            return samples.isEmpty() ? now : samples.get(0);
        }

        /** Returns the length of this window in seconds. It is never 0. */
        double seconds() {
            return seconds(first(), now);
        }

        private static double seconds(Sample from, Sample to) {
            return Math.max(1e-3, (to.nanos - from.nanos) / 1e9);
        }

        long level(Figure figure) {
            return now.reading.of(figure);
        }

        /** Returns how much a count has grown during this window. */
        long growth(Figure figure) {
            return now.reading.of(figure) - first().reading.of(figure);
        }

        /** Returns how often the rule or limit with this name was broken or reached during this window. */
        long growth(String refusal) {
            return now.reading.refusals().getOrDefault(refusal, 0L)
                    - first().reading.refusals().getOrDefault(refusal, 0L);
        }

        long refused() {
            return now.reading.refused() - first().reading.refused();
        }

        /** Returns the value of a number at the end of each interval, the oldest interval first. */
        double[] levels(Figure figure) {
            return series((from, to) -> to.reading.of(figure));
        }

        /** Returns the growth of a count per second in each interval, the oldest interval first. */
        double[] rates(Figure figure) {
            return series((from, to) -> (to.reading.of(figure) - from.reading.of(figure)) / seconds(from, to));
        }

        /**
         * Returns a quantile of the durations of all requests during this window, in seconds; NaN if there were none.
         */
        double duration(double quantile) {
            return now.reading.duration(quantile, first().reading);
        }

        /**
         * Returns a quantile of the durations of requests in each interval, in seconds, the oldest interval first; NaN
         * for an interval without requests.
         */
        double[] durations(double quantile) {
            return series((from, to) -> to.reading.duration(quantile, from.reading));
        }

        /**
         * Returns how often per second rules were broken or limits were reached in each interval, the oldest interval
         * first.
         */
        double[] refusalRates() {
            return series((from, to) -> (to.reading.refused() - from.reading.refused()) / seconds(from, to));
        }

        /** Returns the names of all broken rules and reached limits since the servers were made. */
        Set<String> refusals() {
            return now.reading.refusals().keySet();
        }

        private double[] series(ToDoubleBiFunction<Sample, Sample> value) {
            double[] values = new double[intervals()];
            for (int i = 0; i < values.length; i++) {
                values[i] = value.applyAsDouble(samples.get(i), samples.get(i + 1));
            }
            return values;
        }

        int intervals() {
            return Math.max(0, samples.size() - 1);
        }
    }
}
