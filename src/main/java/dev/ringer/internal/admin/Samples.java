package dev.ringer.internal.admin;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The readings of the last five minutes. Older readings are dropped. Thread-safe. */
final class Samples {
    /** Time between two samples, in nanoseconds. */
    static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The most intervals that are kept: five minutes. */
    static final int INTERVALS = 60;

    private final ArrayDeque<Sample> samples = new ArrayDeque<>(); // guarded by this

    /** One reading, and when it was taken (as {@link System#nanoTime}). */
    record Sample(long nanos, Reading reading) {}

    synchronized void add(long nanos, Reading reading) {
        samples.add(new Sample(nanos, reading));
        if (samples.size() > INTERVALS + 1) {
            samples.remove();
        }
    }

    /** Returns the samples, the oldest first, followed by a reading of this moment. */
    synchronized Window window(long nanos, Reading now) {
        return new Window(new ArrayList<>(samples), new Sample(nanos, now));
    }

    /** The time between the oldest sample and this moment, with the counts at both ends. */
    record Window(List<Sample> samples, Sample now) {
        private Sample first() {
            return samples.isEmpty() ? now : samples.get(0);
        }

        /** Returns the length in seconds, which is never 0. */
        double seconds() {
            return seconds(first(), now);
        }

        private static double seconds(Sample from, Sample to) {
            return Math.max(1e-3, (to.nanos - from.nanos) / 1e9);
        }

        /** Returns the value of a figure at this moment. */
        long level(Figure figure) {
            return now.reading.of(figure);
        }

        /** Returns by how much a figure has grown during the window. */
        long growth(Figure figure) {
            return now.reading.of(figure) - first().reading.of(figure);
        }

        /** Returns how often a rule or a limit was violated during the window. */
        long growth(String refusal) {
            return now.reading.refusals().getOrDefault(refusal, 0L)
                    - first().reading.refusals().getOrDefault(refusal, 0L);
        }

        /** Returns the number of all refusals during the window. */
        long refused() {
            return now.reading.refused() - first().reading.refused();
        }

        /** Returns the values of a figure at the end of each interval, the oldest first. */
        double[] levels(Figure figure) {
            double[] levels = new double[intervals()];
            for (int i = 0; i < levels.length; i++) {
                levels[i] = samples.get(i + 1).reading.of(figure);
            }
            return levels;
        }

        /** Returns the growth of a figure per second in each interval, the oldest first. */
        double[] rates(Figure figure) {
            double[] rates = new double[intervals()];
            for (int i = 0; i < rates.length; i++) {
                Sample from = samples.get(i);
                Sample to = samples.get(i + 1);
                rates[i] = (to.reading.of(figure) - from.reading.of(figure)) / seconds(from, to);
            }
            return rates;
        }

        /** Returns a quantile of the durations of requests, in seconds; NaN if there were none. */
        double duration(double quantile) {
            return now.reading.duration(quantile, first().reading);
        }

        /** Returns a quantile of the durations in each interval, in seconds, the oldest first; NaN for no requests. */
        double[] durations(double quantile) {
            double[] durations = new double[intervals()];
            for (int i = 0; i < durations.length; i++) {
                durations[i] = samples.get(i + 1).reading.duration(quantile, samples.get(i).reading);
            }
            return durations;
        }

        /** Returns the number of refusals per second in each interval, the oldest first. */
        double[] refusalRates() {
            double[] rates = new double[intervals()];
            for (int i = 0; i < rates.length; i++) {
                Sample from = samples.get(i);
                Sample to = samples.get(i + 1);
                rates[i] = (to.reading.refused() - from.reading.refused()) / seconds(from, to);
            }
            return rates;
        }

        /** Returns the names of all violations and limits that have occurred since the start. */
        Set<String> refusals() {
            return now.reading.refusals().keySet();
        }

        /** Returns the number of complete intervals. */
        int intervals() {
            return Math.max(0, samples.size() - 1);
        }
    }
}
