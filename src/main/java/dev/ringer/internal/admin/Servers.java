package dev.ringer.internal.admin;

import dev.ringer.observe.ServerStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The started servers of this process that have not ended. Also says whether the process is ready for requests.
 * Thread-safe.
 */
final class Servers {
    /** Whether the process can serve requests. */
    enum State {
        /** At least one server listens, and none is stopping. */
        READY,
        /** At least one server is stopping. */
        DRAINING,
        /** No server listens. */
        NOT_LISTENING;

        /** Returns the state in words, such as {@code not listening}. */
        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    // guarded by this
    private final Map<ServerStatistics, State> states = new LinkedHashMap<>();
    private final Map<String, ServerStatistics> byPort = new LinkedHashMap<>(); // the same servers, by label
    private Reading ended = Reading.NONE; // sums of the counts of all servers that have ended

    synchronized void onStarted(ServerStatistics server) {
        states.put(server, State.READY);
        byPort.put(freeLabel(server.getAddress()), server);
    }

    /**
     * Returns a label for a new server. No running server has this label, so the metrics of two servers are not mixed.
     */
    private String freeLabel(String address) {
        String label = address.startsWith("unix:") ? address : address.substring(address.lastIndexOf(':') + 1);
        for (int i = 1; byPort.containsKey(label); i++) {
            label = i == 1 ? address : address + " #" + i;
        }
        return label;
    }

    synchronized void onStopping(ServerStatistics server) {
        states.replace(server, State.DRAINING);
    }

    synchronized void onStopped(ServerStatistics server) {
        states.remove(server);
        byPort.values().remove(server);
        ended = ended.plus(Reading.of(server).counts());
    }

    synchronized List<ServerStatistics> all() {
        return List.copyOf(states.keySet());
    }

    synchronized State state() {
        if (states.containsValue(State.DRAINING)) {
            return State.DRAINING;
        }
        return states.isEmpty() ? State.NOT_LISTENING : State.READY;
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
