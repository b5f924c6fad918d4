package dev.ringer.internal.exchange;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.internal.websocket.WebSocketShared;
import dev.ringer.internal.websocket.WebSocketUpgrade;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.util.concurrent.Executor;

/**
 * Makes the parts that the WebSockets of a server share. The JVM loads no class of WebSocket before the first handler
 * asks for one. Thread-safe.
 */
public final class WebSockets {
    /**
     * The attribute by which a handler asks for a WebSocket. The compiler copies the constant, so reading it loads no
     * class.
     */
    static final String UPGRADE = WebSocketUpgrade.ATTRIBUTE;

    private final ServerOptions options;

    // guarded by this
    private Executor executor;
    private BufferedMemory memory;
    private ServerCounts counts;
    private WebSocketShared shared; // null until it is needed

    WebSockets(ServerOptions options) {
        this.options = options;
    }

    /** Sets the parts of the server that WebSockets use. Called when the server starts. */
    public synchronized void begin(Executor handlers, BufferedMemory account, ServerCounts serverCounts) {
        executor = handlers;
        memory = account;
        counts = serverCounts;
    }

    /** Returns the parts that WebSockets share. */
    synchronized WebSocketShared shared() {
        if (shared == null) {
            shared = new WebSocketShared(
                    executor, memory, counts, TimeLimit.nanos(options.get(Settings.WRITE_STALL_TIMEOUT)));
        }
        return shared;
    }
}
