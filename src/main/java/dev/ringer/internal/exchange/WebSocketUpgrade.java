package dev.ringer.internal.exchange;

import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.websocket.WebSocketShared;
import java.io.IOException;

/**
 * Lets a handler switch the connection or the stream from HTTP to WebSocket. The handler answers the WebSocket
 * handshake. The JVM loads this class only if such a handler runs.
 */
public final class WebSocketUpgrade {
    /** The exchange attribute whose value is this object. */
    public static final String ATTRIBUTE = "dev.ringer.websocket.upgrade";

    private final Exchange exchange;

    WebSocketUpgrade(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Whether the client has validly asked for WebSocket, by an HTTP/1.1 upgrade or an extended CONNECT of HTTP/2. */
    public boolean requested() {
        return exchange.stream().switchable();
    }

    /** Whether the request must have a {@code Sec-WebSocket-Key}; over HTTP/2, it needs none (RFC 8441, 5). */
    public boolean needsKey() {
        return exchange.stream().upgradeRequested();
    }

    public WebSocketShared shared() {
        return exchange.settings().pushParts().webSockets();
    }

    /**
     * Sends the response headers that switch the protocol, and ends the exchange. Then the connection or the stream
     * belongs to the new protocol, unless the client has closed the connection.
     *
     * @param next the new protocol, which runs on the connection's loop
     * @throws IOException if the client can no longer be reached
     * @throws IllegalStateException if the client did not ask to switch to WebSocket
     */
    public void switchTo(Protocol next) throws IOException {
        exchange.switchTo(next);
    }
}
