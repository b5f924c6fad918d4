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
    private Reading ended = Reading.NONE; // sums of the counts of all servers that have ended

    synchronized void onStarted(ServerStatistics server) {
        states.put(server, State.READY);
    }

    synchronized void onStopping(ServerStatistics server) {
        states.replace(server, State.DRAINING);
    }

    synchronized void onStopped(ServerStatistics server) {
        states.remove(server);
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
     * Returns each server under its port. If several servers have the same port, the second and further ones are under
     * their address.
     */
    Map<String, ServerStatistics> byPort() {
        Map<String, ServerStatistics> named = new LinkedHashMap<>();
        for (ServerStatistics server : all()) {
            String address = server.getAddress();
            String port = address.startsWith("unix:") ? address : address.substring(address.lastIndexOf(':') + 1);
            named.put(named.containsKey(port) ? address : port, server);
        }
        return named;
    }

    Reading reading() {
        Reading sum;
        List<ServerStatistics> running;
        synchronized (this) { // both in one lock: a server that stops meanwhile then counts exactly once
            sum = ended;
            running = all();
        }
        for (ServerStatistics server : running) { // not in the lock: this loop may wait for a server that is starting
            sum = sum.plus(Reading.of(server));
        }
        return sum;
    }
}
