package dev.ringer.internal.observe;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts how often a server has refused a request, reached a limit or shed load, by cause. Ordinary requests change
 * only the {@link Traffic}. Thread-safe. The number of causes bounds the memory.
 */
public final class ServerCounts {
    private final Traffic traffic = new Traffic();
    private volatile Map<Enum<?>, LongAdder> counters; // never modified; add() replaces the map
    private volatile RequestMetrics requests; // null while no observer wants request metrics

    /** Makes counts for every {@link Limit} and for the given causes. All counts are zero. */
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

    /** Returns the counts of connections, exchanges, bytes and handshakes: the same object on each call. */
    public Traffic traffic() {
        return traffic;
    }

    /** Returns the measures of requests; null while requests are not measured. */
    public RequestMetrics requests() {
        return requests;
    }

    /** Returns the measures of requests. From the first call on, requests are measured. */
    public synchronized RequestMetrics measureRequests() {
        if (requests == null) {
            requests = new RequestMetrics();
        }
        return requests;
    }

    /**
     * Adds causes to count from now on. A protocol that the JVM loads only for its first client adds its causes here.
     */
    public synchronized void add(Enum<?>... causes) {
        counters = with(counters, causes);
    }

    /**
     * Counts one occurrence of a cause, which must be a {@link Limit} or a cause that was added. {@code client} is null
     * if the cause does not concern a single client.
     */
    public void count(Enum<?> cause, InetSocketAddress client) {
        counters.get(cause).increment();
        EventRecorder recorder = EventRecorder.current();
        if (recorder != null) {
            recorder.counted(cause, client);
        }
    }

    /** Returns how often a cause has occurred since the server was made. */
    public long of(Enum<?> cause) {
        return counters.get(cause).sum();
    }

    /** Returns a copy of all counts, including those that are zero. */
    public Map<Enum<?>, Long> all() {
        Map<Enum<?>, Long> copy = new LinkedHashMap<>();
        counters.forEach((cause, counter) -> copy.put(cause, counter.sum()));
        return copy;
    }
}
