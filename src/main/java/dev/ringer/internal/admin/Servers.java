package dev.ringer.internal.admin;

import dev.ringer.observe.ServerStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The started servers of this process that have not ended. Also says whether the process is ready for requests: if the
 * setting {@code readyPorts} names ports, whether all of them are served, and otherwise whether a server listens that the
 * program itself has made. Thread-safe.
 */
final class Servers {
    /** Whether the process can serve requests. */
    enum State {
        /** The servers that count listen, and none of them is stopping. */
        READY,
        /** At least one server that counts is stopping. */
        DRAINING,
        /** No server that counts listens, or one of the required ones does not. */
        NOT_LISTENING;

        /** Returns the state in words, such as {@code not listening}. */
        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * If only agents have servers for this long, in nanoseconds, the program probably has none, and their servers count.
     * Kubernetes waits for twice as long before it calls a rollout failed.
     */
    static final long AGENTS_ALONE_NANOS = TimeUnit.MINUTES.toNanos(5);

    private static final class Entry {
        final String port; // or the address of a unix domain socket
        final boolean ofAgent;
        boolean draining;

        Entry(String port, boolean ofAgent) {
            this.port = port;
            this.ofAgent = ofAgent;
        }
    }

    private final LongSupplier clock; // in nanoseconds

    // guarded by this
    private final Map<ServerStatistics, Entry> entries = new LinkedHashMap<>();
    private final Map<String, ServerStatistics> byPort = new LinkedHashMap<>(); // the same servers, by label
    private List<String> required = List.of(); // ports and unix domain sockets that must be served; empty for any
    private boolean programServed; // whether a server that no agent made has ever started
    private long agentsSince; // when the first server of an agent started
    private Reading ended = Reading.NONE; // sums of the counts of all servers that have ended

    Servers() {
        this(System::nanoTime);
    }

    Servers(LongSupplier clock) {
        this.clock = clock;
    }

    /** Sets the ports and unix domain sockets that must be served; none if any server of the program is enough. */
    synchronized void require(List<String> ports) {
        required = ports;
    }

    /** Adds a server. {@code ofAgent} says whether a Java agent made it, and not the program itself. */
    synchronized void onStarted(ServerStatistics server, boolean ofAgent) {
        if (!ofAgent) {
            programServed = true;
        } else if (entries.values().stream().noneMatch(entry -> entry.ofAgent)) {
            agentsSince = clock.getAsLong();
        }
        entries.put(server, new Entry(portOf(server.address()), ofAgent));
        byPort.put(freeLabel(server.address()), server);
    }

    private static String portOf(String address) {
        return address.startsWith("unix:") ? address : address.substring(address.lastIndexOf(':') + 1);
    }

    /**
     * Returns a label for a new server. No running server has this label, so the metrics of two servers are not mixed.
     */
    private String freeLabel(String address) {
        String label = portOf(address);
        for (int i = 1; byPort.containsKey(label); i++) {
            label = i == 1 ? address : address + " #" + i;
        }
        return label;
    }

    synchronized void onStopping(ServerStatistics server) {
        Entry entry = entries.get(server);
        if (entry != null) { // otherwise the server has failed to start
            entry.draining = true;
        }
    }

    synchronized void onStopped(ServerStatistics server) {
        entries.remove(server);
        byPort.values().remove(server);
        ended = ended.plus(Reading.of(server).counts());
    }

    synchronized List<ServerStatistics> all() {
        return List.copyOf(entries.keySet());
    }

    synchronized boolean isEmpty() {
        return entries.isEmpty();
    }

    synchronized State state() {
        List<Entry> counted = entries.values().stream().filter(this::counts).toList();
        if (counted.stream().anyMatch(entry -> entry.draining)) {
            return State.DRAINING;
        }
        List<String> ports = counted.stream().map(entry -> entry.port).toList();
        return !counted.isEmpty() && ports.containsAll(required) ? State.READY : State.NOT_LISTENING;
    }

    private boolean counts(Entry entry) {
        if (!required.isEmpty()) {
            return required.contains(entry.port);
        }
        return !entry.ofAgent || !programServed && clock.getAsLong() - agentsSince >= AGENTS_ALONE_NANOS;
    }

    /**
     * Returns the running servers by label. The label is the server's port, or the address of its unix domain socket.
     * If another server has that label already, the server's whole address is the label. If that is taken too, a number
     * follows the address. A server keeps its label while it runs.
     */
    synchronized Map<String, ServerStatistics> byPort() {
        return new LinkedHashMap<>(byPort);
    }

    Reading reading() {
        Reading sum;
        List<ServerStatistics> running;
        // read both under one lock: otherwise a server that stops in between would be missing
        synchronized (this) {
            sum = ended;
            running = all();
        }
        for (ServerStatistics server : running) { // not under the lock: a getter may wait while its server starts
            sum = sum.plus(Reading.of(server));
        }
        return sum;
    }
}
