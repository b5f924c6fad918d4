package dev.ringer.internal.observe;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts how often a server has refused a request, has reached a limit or has shed load. There is one count for each
 * cause, so the memory is limited. Ordinary requests change only the {@link Traffic}. Thread-safe.
 */
public final class ServerCounts {
    private final Traffic traffic = new Traffic();
    // Counts by cause. add() stores a new map, and never changes the old one.
    private volatile Map<Enum<?>, LongAdder> counters;

    /** Makes counts for every {@link Limit} and for these further causes. All counts are zero at first. */
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

    /** Returns the counts of connections, exchanges, bytes and handshakes. Returns the same object on each call. */
    public Traffic traffic() {
        return traffic;
    }

    /**
     * Adds causes that are counted from now on. A protocol that the JVM loads only for its first client adds its causes
     * then.
     */
    public synchronized void add(Enum<?>... causes) {
        counters = with(counters, causes);
    }

    /**
     * Counts one occurrence of a cause. The cause must be a {@link Limit} or one of the further causes that were added.
     * {@code client} is null if the cause does not concern a single client.
     */
    public void count(Enum<?> cause, InetSocketAddress client) {
        counters.get(cause).increment();
        EventRecorder recorder = EventRecorder.current();
        if (recorder != null) {
            recorder.counted(cause, client);
        }
    }

    /** Returns how often a cause has occurred since the server was created. */
    public long of(Enum<?> cause) {
        return counters.get(cause).sum();
    }

    /** Returns a copy of all counts, including zeros. */
    public Map<Enum<?>, Long> all() {
        Map<Enum<?>, Long> copy = new LinkedHashMap<>();
        counters.forEach((cause, counter) -> copy.put(cause, counter.sum()));
        return copy;
    }
}
