package dev.ringer.internal.server;

import dev.ringer.observe.ServerStatistics;

/** Is notified when servers start and stop. Several threads may notify it at the same time. */
public interface LifecycleListener {
    /** Called when a server begins to accept connections. */
    void onStarted(ServerStatistics server);

    /**
     * Called before a server stops. With the setting {@code drainOnExit}, this method is also called when the JVM
     * begins to end. So it may be called twice.
     */
    void onStopping(ServerStatistics server);

    /** Called once when a server has stopped, unless the server was never started. */
    void onStopped(ServerStatistics server);
}
