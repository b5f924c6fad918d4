package dev.ringer.internal.websocket;

import dev.ringer.internal.protocol.Protocol;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Lets a handler that answers the WebSocket handshake switch the connection of its exchange to another protocol. */
public interface WebSocketUpgrade {
    /**
     * Name of the attribute of an exchange that holds this object. An exchange that cannot leave HTTP has no such
     * attribute.
     */
    String ATTRIBUTE = "dev.ringer.websocket.upgrade";

    /** Keeps the data of a request that the application may need until its WebSocket ends. Immutable. */
    interface KeptRequest {
        /** Returns approximately how many bytes of memory the request takes. */
        int size();

        /** Returns a URI equal to that of the request, new for each call. */
        URI uri();

        /** Returns headers of the API equal to those of the request, new for each call. They cannot be modified. */
        Map<String, List<String>> headers();
    }

    /**
     * Whether the client asked for the switch in a way that the protocol of the exchange can grant.
     *
     * @return true for an HTTP/1.1 request with {@code Connection: upgrade} and no body, and for an extended CONNECT of
     *     HTTP/2
     */
    boolean requested();

    /**
     * Whether the client must send a key. The client uses the key to check that the server speaks WebSocket.
     *
     * @return false over HTTP/2, where the field {@code :protocol} replaces the key (RFC 8441, 5)
     */
    boolean needsKey();

    /** Returns the state that the server's WebSockets share, the same object for all exchanges. */
    WebSocketShared shared();

    /**
     * Copies the URI and the headers of a request, as the handler sees them. So a connection does not retain its
     * exchange, even if it stays open for days.
     */
    KeptRequest keep(URI uri, Map<String, List<String>> headers);

    /**
     * Accepts the switch, sends the exchange's response headers, and ends the exchange. Then the connection belongs to
     * the other protocol, unless the client has left.
     *
     * @param next the protocol that takes over the connection, on its loop
     * @throws IOException if the client can no longer be reached
     * @throws IllegalStateException if the client did not ask for the switch
     */
    void switchTo(Protocol next) throws IOException;
}
