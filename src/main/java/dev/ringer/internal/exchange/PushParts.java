package dev.ringer.internal.exchange;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.events.EventShared;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.ApplicationCalls;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.internal.websocket.WebSocketShared;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.util.concurrent.Executor;

/**
 * Makes the object that all WebSockets of a server share, and the object that all its event streams share. The JVM
 * loads their classes only when a handler asks for a WebSocket or an event stream for the first time. Thread-safe.
 */
public final class PushParts {
    private final ServerOptions options;

    // these fields are guarded by the monitor of this object
    private Executor executor;
    private BufferedMemory memory;
    private ServerCounts counts;
    private WebSocketShared webSockets; // parts of all WebSockets; null until a handler asks for a WebSocket
    private ApplicationCalls calls; // what runs the readers of request bodies; null until one waits without a thread
    private EventShared eventStreams; // parts of all event streams; null until a handler asks for an event stream

    PushParts(ServerOptions options) {
        this.options = options;
    }

    /** Sets the objects of the server that WebSockets and event streams need. Called when the server starts. */
    public synchronized void begin(Executor handlers, BufferedMemory account, ServerCounts serverCounts) {
        executor = handlers;
        memory = account;
        counts = serverCounts;
    }

    synchronized ApplicationCalls calls() {
        if (calls == null) {
            calls = new ApplicationCalls(executor, counts);
        }
        return calls;
    }

    synchronized WebSocketShared webSockets() {
        if (webSockets == null) {
            webSockets = new WebSocketShared(
                    executor, memory, counts, TimeLimit.nanos(options.get(Settings.WRITE_STALL_TIMEOUT)));
        }
        return webSockets;
    }

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
