package dev.ringer.internal.observe;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * How often a server has refused a request, met a limit or shed load, by cause. Ordinary requests touch nothing but the {@link Traffic}.
 * Thread-safe; its size is bounded by the kinds of causes.
 */
public final class ServerCounts {
    private final Traffic traffic = new Traffic();
    private volatile Map<Enum<?>, LongAdder> counters; // never changed, but replaced

    /**
     * Counts that are all zero.
     *
     * @param causes what is counted besides every {@link Limit}
     */
    public ServerCounts(Enum<?>... causes) {
        counters = with(Map.of(), Limit.values());
        counters = with(counters, causes);
    }

    private static Map<Enum<?>, LongAdder> with(Map<Enum<?>, LongAdder> before, Enum<?>... causes) {
        Map<Enum<?>, LongAdder> all = new LinkedHashMap<>(before);
        for (Enum<?> cause : causes) {
            all.putIfAbsent(cause, new LongAdder());
        }
        return all;
    }

    /**
     * What the server has done besides.
     *
     * @return the same for the life of the server
     */
    public Traffic traffic() {
        return traffic;
    }

    /**
     * Counts further causes from now on: those of a protocol that is spoken when its first client comes.
     *
     * @param causes what is counted besides
     */
    public synchronized void add(Enum<?>... causes) {
        counters = with(counters, causes);
    }

    /**
     * Counts one case.
     *
     * @param cause a limit, or one of those that were given
     * @param client whose; null if no single one is concerned
     */
    public void count(Enum<?> cause, InetSocketAddress client) {
        counters.get(cause).increment();
        EventRecorder recorder = EventRecorder.current();
        if (recorder != null) {
            recorder.counted(cause, client);
        }
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
