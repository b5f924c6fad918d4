package dev.ringer.internal.exchange;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.events.EventHandOver;
import dev.ringer.internal.events.EventShared;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.internal.websocket.WebSocketShared;
import dev.ringer.internal.websocket.WebSocketUpgrade;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.util.concurrent.Executor;

/**
 * Makes the parts that the WebSockets of a server share, and those that its event streams share. The JVM loads no class
 * of either before the first handler asks for one. Thread-safe.
 */
public final class PushParts {
    /**
     * The attribute by which a handler asks for a WebSocket. The compiler copies the constant, so reading it loads no
     * class.
     */
    static final String UPGRADE = WebSocketUpgrade.ATTRIBUTE;

    /** The attribute by which a handler asks for an event stream. */
    static final String HAND_OVER = EventHandOver.ATTRIBUTE;

    private final ServerOptions options;

    // guarded by this
    private Executor executor;
    private BufferedMemory memory;
    private ServerCounts counts;
    private WebSocketShared webSockets; // null until it is needed
    private EventShared eventStreams; // null until it is needed

    PushParts(ServerOptions options) {
        this.options = options;
    }

    /** Sets the parts of the server that WebSockets and event streams use. Called when the server starts. */
    public synchronized void begin(Executor handlers, BufferedMemory account, ServerCounts serverCounts) {
        executor = handlers;
        memory = account;
        counts = serverCounts;
    }

    /** Returns the parts that WebSockets share. */
    synchronized WebSocketShared webSockets() {
        if (webSockets == null) {
            webSockets = new WebSocketShared(
                    executor, memory, counts, TimeLimit.nanos(options.get(Settings.WRITE_STALL_TIMEOUT)));
        }
        return webSockets;
    }

    /** Returns the parts that event streams share. */
    synchronized EventShared eventStreams() {
        if (eventStreams == null) {
            eventStreams = new EventShared(
                    executor,
                    memory,
                    counts,
                    TimeLimit.nanos(options.get(Settings.WRITE_STALL_TIMEOUT)),
                    TimeLimit.nanos(options.get(Settings.DRAIN_TIMEOUT)));
        }
        return eventStreams;
    }
}
