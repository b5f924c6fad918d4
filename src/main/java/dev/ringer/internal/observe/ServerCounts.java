package dev.ringer.internal.observe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * How often a server has refused a request, met a limit or shed load, by cause. Ordinary requests touch none of this.
 * Thread-safe; its size is fixed.
 */
public final class ServerCounts {
    private final Map<Enum<?>, LongAdder> counters = new LinkedHashMap<>(); // never changed once it is filled

    /**
     * Counts that are all zero.
     *
     * @param causes what is counted besides every {@link Limit}
     */
    public ServerCounts(Enum<?>... causes) {
        for (Limit limit : Limit.values()) {
            counters.put(limit, new LongAdder());
        }
        for (Enum<?> cause : causes) {
            counters.put(cause, new LongAdder());
        }
    }

    /**
     * Counts one case.
     *
     * @param cause a limit, or one of those that were given when this was made
     */
    public void count(Enum<?> cause) {
        counters.get(cause).increment();
    }

    /**
     * How often that has happened.
     *
     * @param cause as for {@link #count}
     * @return the number since the server was made
     */
    public long of(Enum<?> cause) {
        return counters.get(cause).sum();
    }

    /**
     * All counts.
     *
     * @return each cause with its number, also those that are zero; a copy
     */
    public Map<Enum<?>, Long> all() {
        Map<Enum<?>, Long> copy = new LinkedHashMap<>();
        counters.forEach((cause, counter) -> copy.put(cause, counter.sum()));
        return copy;
    }
}
