package dev.ringer.internal.websocket;

import dev.ringer.internal.protocol.Protocol;
import java.io.IOException;

/** Lets a handler switch the connection from HTTP to WebSocket. The handler answers the WebSocket handshake. */
public interface WebSocketUpgrade {
    /** The exchange attribute whose value is this object. It is missing if the exchange cannot switch protocols. */
    String ATTRIBUTE = "dev.ringer.websocket.upgrade";

    /** Whether the client has validly asked for WebSocket, by an HTTP/1.1 upgrade or an extended CONNECT of HTTP/2. */
    boolean requested();

    /** Whether the request must have a {@code Sec-WebSocket-Key}; over HTTP/2, it needs none (RFC 8441, 5). */
    boolean needsKey();

    WebSocketShared shared();

    /**
     * Sends the response headers that switch the protocol, and ends the exchange. Then the connection belongs to the
     * new protocol, unless the client has closed the connection.
     *
     * @param next the new protocol, which runs on the connection's loop
     * @throws IOException if the client can no longer be reached
     * @throws IllegalStateException if the client did not ask to switch to WebSocket
     */
    void switchTo(Protocol next) throws IOException;
}
