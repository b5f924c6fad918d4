package dev.ringer.internal.websocket;

import dev.ringer.internal.protocol.Protocol;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * The offer of an exchange to a handler that answers the WebSocket handshake: to switch its connection away from HTTP.
 */
public interface WebSocketUpgrade {
    /** The attribute of an exchange that holds the offer. An exchange that cannot leave HTTP has no such attribute. */
    String ATTRIBUTE = "dev.ringer.websocket.upgrade";

    /** Keeps the data of a request that the application may ask for as long as its WebSocket lasts. Immutable. */
    interface KeptRequest {
        /**
         * Returns how much memory the request takes.
         *
         * @return the approximate number of bytes
         */
        int size();

        /**
         * Creates the URI.
         *
         * @return an equal URI, new for each call
         */
        URI uri();

        /**
         * Creates the headers.
         *
         * @return equal headers of the API, new for each call, which cannot be modified
         */
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
     * Whether the client must send a key. The key lets the client verify that the server means WebSocket.
     *
     * @return false over HTTP/2, where the protocol itself says so (RFC 8441, 5)
     */
    boolean needsKey();

    /**
     * Returns the state that the server's WebSockets share.
     *
     * @return the same object for all exchanges
     */
    WebSocketShared shared();

    /**
     * Copies a request, so that a connection that may last for days does not retain its exchange.
     *
     * @param uri the URI of the request, as the handler sees it
     * @param headers the headers of the request, as the handler sees them
     * @return a compact copy
     */
    KeptRequest keep(URI uri, Map<String, List<String>> headers);

    /**
     * Answers that the protocol is switched, with the exchange's response headers, and ends the exchange. From then on
     * the connection belongs to the other protocol, unless it has been lost.
     *
     * @param next the protocol that takes over the connection, on its loop
     * @throws IOException if the client can no longer be reached
     * @throws IllegalStateException if the client did not ask for the switch
     */
    void switchTo(Protocol next) throws IOException;
}
