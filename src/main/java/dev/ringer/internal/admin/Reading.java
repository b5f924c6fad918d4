package dev.ringer.internal.admin;

import dev.ringer.observe.Histogram;
import dev.ringer.observe.ServerStatistics;
import java.util.LinkedHashMap;
import java.util.Map;

/** The numbers of one server, or the sums of several servers, at one moment. Immutable. */
final class Reading {
    /** The sums of no server: all numbers are zero. */
    static final Reading NONE = new Reading(new long[Figure.values().length], Map.of(), null);

    private final long[] figures; // the numbers, by the ordinal of their Figure
    private final Map<String, Long> refusals; // counts above zero, by the name of the violation or limit

    private final Histogram durations; // durations of requests; null if they were not measured

    private Reading(long[] figures, Map<String, Long> refusals, Histogram durations) {
        this.figures = figures;
        this.refusals = refusals;
        this.durations = durations;
    }

    static Reading of(ServerStatistics server) {
        long[] figures = new long[Figure.values().length];
        for (Figure figure : Figure.values()) {
            figures[figure.ordinal()] = figure.of(server);
        }
        Map<String, Long> refusals = new LinkedHashMap<>(server.violations());
        server.limits().forEach((name, count) -> refusals.merge(name, count, Long::sum));
        refusals.values().removeIf(count -> count == 0);
        return new Reading(figures, refusals, server.requestDurations());
    }

    long of(Figure figure) {
        return figures[figure.ordinal()];
    }

    Map<String, Long> refusals() {
        return refusals;
    }

    long refused() {
        return refusals.values().stream().mapToLong(Long::longValue).sum();
    }

    Reading plus(Reading other) {
        long[] sums = figures.clone();
        for (int i = 0; i < sums.length; i++) {
            sums[i] += other.figures[i];
        }
        Map<String, Long> sum = new LinkedHashMap<>(refusals);
        other.refusals.forEach((name, count) -> sum.merge(name, count, Long::sum));
        return new Reading(sums, sum, sum(durations, other.durations));
    }

    private static Histogram sum(Histogram one, Histogram other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        long[] counts = one.counts();
        long[] more = other.counts();
        for (int i = 0; i < counts.length; i++) {
            counts[i] += more[i];
        }
        return new Histogram(one.bounds(), counts, one.sum() + other.sum());
    }

    /**
     * Returns a quantile of the durations of all requests since an earlier reading, in seconds; NaN if there were no
     * requests.
     */
    double duration(double quantile, Reading earlier) {
        if (durations == null) {
            return Double.NaN;
        }
        return (earlier.durations == null ? durations : durations.since(earlier.durations)).quantile(quantile);
    }

    /** Returns a copy for a server that has ended. In the copy, numbers that describe the current moment are zero. */
    Reading counts() {
        long[] counts = figures.clone();
        for (Figure figure : Figure.values()) {
            if (!figure.counts()) {
                counts[figure.ordinal()] = 0;
            }
        }
        return new Reading(counts, refusals, durations);
    }
}
