package dev.ringer.internal.observe;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts how often a server has refused a request, reached a limit or shed load, by cause. Ordinary requests touch
 * nothing but the {@link Traffic}. Thread-safe. The number of causes bounds its size.
 */
public final class ServerCounts {
    private final Traffic traffic = new Traffic();
    private volatile Map<Enum<?>, LongAdder> counters; // replaced by a new map, never changed

    /**
     * Makes counts that are all zero.
     *
     * @param causes the causes to count in addition to every {@link Limit}
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
     * Returns the counts of what the server has done apart from these.
     *
     * @return the same object for the life of the server
     */
    public Traffic traffic() {
        return traffic;
    }

    /**
     * Counts further causes from now on. A protocol that is loaded when its first client comes adds its causes here.
     *
     * @param causes the causes to count in addition
     */
    public synchronized void add(Enum<?>... causes) {
        counters = with(counters, causes);
    }

    /**
     * Counts one occurrence of a cause.
     *
     * @param cause a limit, or one of the given causes
     * @param client the client; null if no single client is concerned
     */
    public void count(Enum<?> cause, InetSocketAddress client) {
        counters.get(cause).increment();
        EventRecorder recorder = EventRecorder.current();
        if (recorder != null) {
            recorder.counted(cause, client);
        }
    }

    /**
     * Returns how often a cause has occurred.
     *
     * @param cause as for {@link #count}
     * @return the number since the server was made
     */
    public long of(Enum<?> cause) {
        return counters.get(cause).sum();
    }

    /**
     * Returns all counts.
     *
     * @return each cause with its number, also those that are zero; a copy
     */
    public Map<Enum<?>, Long> all() {
        Map<Enum<?>, Long> copy = new LinkedHashMap<>();
        counters.forEach((cause, counter) -> copy.put(cause, counter.sum()));
        return copy;
    }
}
