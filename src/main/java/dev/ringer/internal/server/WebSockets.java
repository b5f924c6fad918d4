package dev.ringer.internal.server;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.internal.websocket.WebSocketShared;
import dev.ringer.internal.websocket.WebSocketUpgrade;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/** A server's side of WebSocket. No class of WebSocket is loaded before the first handler asks for it. Thread-safe. */
final class WebSockets {
    /** The attribute by which a handler asks for a WebSocket. A constant, so that no class is loaded for it. */
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

    /** Notes the parts that WebSockets share. Called when the server starts. */
    synchronized void begin(Executor handlers, BufferedMemory account, ServerCounts serverCounts) {
        executor = handlers;
        memory = account;
        counts = serverCounts;
    }

    private synchronized WebSocketShared shared() {
        if (shared == null) {
            shared = new WebSocketShared(
                    executor, memory, counts, TimeLimit.nanos(options.get(Settings.WRITE_STALL_TIMEOUT)));
        }
        return shared;
    }

    /** Returns what an exchange offers to a handler of WebSockets. */
    static Object upgradeOf(Exchange exchange) {
        return new Upgrade(exchange);
    }

    private static final class Upgrade implements WebSocketUpgrade {
        private final Exchange exchange;

        Upgrade(Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public boolean requested() {
            return exchange.stream().switchable();
        }

        @Override
        public boolean needsKey() {
            return exchange.stream().upgradeRequested();
        }

        @Override
        public WebSocketShared shared() {
            return exchange.settings().webSockets().shared();
        }

        @Override
        public KeptRequest keep(URI uri, Map<String, List<String>> headers) {
            return new KeptHandshake(uri, headers);
        }

        @Override
        public void switchTo(Protocol next) throws IOException {
            exchange.switchTo(next);
        }
    }
}
