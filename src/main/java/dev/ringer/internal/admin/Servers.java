package dev.ringer.internal.admin;

import dev.ringer.observe.ServerStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The servers of this process that have started and not ended. Decides whether the process is ready for requests.
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
    private final Map<String, ServerStatistics> byPort = new LinkedHashMap<>(); // the same servers by their label
    private Reading ended = Reading.NONE; // sums of the counts of all servers that have ended

    synchronized void onStarted(ServerStatistics server) {
        states.put(server, State.READY);
        byPort.put(freeLabel(server.getAddress()), server);
    }

    /**
     * Returns a label that no running server has, because otherwise the metrics of two servers would be mixed. A server
     * keeps its label while it runs.
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
     * Returns each server under its label. The label is the port of the server, or the address of a unix domain socket.
     * If an earlier server has the same port, the label is the address of the server, followed by a number if an
     * earlier server has the same address.
     */
    synchronized Map<String, ServerStatistics> byPort() {
        return new LinkedHashMap<>(byPort);
    }

    Reading reading() {
        Reading sum;
        List<ServerStatistics> running;
        synchronized (this) { // read both under one lock, so that a server that stops meanwhile counts once
            sum = ended;
            running = all();
        }
        for (ServerStatistics server : running) { // not under the lock, because reading may wait for a starting server
            sum = sum.plus(Reading.of(server));
        }
        return sum;
    }
}
