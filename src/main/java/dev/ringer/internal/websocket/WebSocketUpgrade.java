package dev.ringer.internal.websocket;

import dev.ringer.internal.protocol.Protocol;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Lets a handler switch the connection from HTTP to WebSocket. The handler answers the WebSocket handshake. */
public interface WebSocketUpgrade {
    /** The exchange attribute whose value is this object. It is missing if the exchange cannot switch protocols. */
    String ATTRIBUTE = "dev.ringer.websocket.upgrade";

    /** A copy of the request's URI and headers, which the application may need until its WebSocket ends. Immutable. */
    interface KeptRequest {
        /** Returns approximately the memory, in bytes, that the copy takes. */
        int size();

        /** Returns a new URI that is equal to the URI of the request. */
        URI uri();

        /** Returns new headers that are equal to the headers of the request. They cannot be modified. */
        Map<String, List<String>> headers();
    }

    /** Whether the client has validly asked for WebSocket, by an HTTP/1.1 upgrade or an extended CONNECT of HTTP/2. */
    boolean requested();

    /** Whether the request must have a {@code Sec-WebSocket-Key}; over HTTP/2, it needs none (RFC 8441, 5). */
    boolean needsKey();

    WebSocketShared shared();

    /** Copies the URI and the headers, so that a WebSocket that is open for days does not retain the exchange. */
    KeptRequest keep(URI uri, Map<String, List<String>> headers);

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
