package dev.ringer.internal.server;

import dev.ringer.observe.ServerStatistics;

/** Is notified when servers start and stop. Several threads may call it at the same time. */
public interface LifecycleListener {
    /** Called when a server accepts connections. */
    void onStarted(ServerStatistics server);

    /** Called before a server stops, and earlier if the JVM ends and the server drains. So it may be called twice. */
    void onStopping(ServerStatistics server);

    /** Called once, when a server that had started has stopped. */
    void onStopped(ServerStatistics server);
}
