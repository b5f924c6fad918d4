package dev.ringer.internal.websocket;

import dev.ringer.internal.protocol.Protocol;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** What an exchange offers to a handler that answers the handshake of WebSocket: to leave HTTP with its connection. */
public interface WebSocketUpgrade {
    /** The attribute of an exchange that is such an offer; there is none where HTTP cannot be left. */
    String ATTRIBUTE = "dev.ringer.websocket.upgrade";

    /** Keeps what the application may ask about a request for as long as its WebSocket lasts. Immutable. */
    interface KeptRequest {
        /**
         * Returns how much memory the request takes.
         *
         * @return about so many bytes
         */
        int size();

        /**
         * Makes the URI.
         *
         * @return an equal one, new for each call
         */
        URI uri();

        /**
         * Makes the headers.
         *
         * @return equal headers of the API, new ones for each call, which cannot be modified
         */
        Map<String, List<String>> headers();
    }

    /**
     * Whether the client asked for it in a way that the protocol of the exchange can grant.
     *
     * @return true for an HTTP/1.1 request with {@code Connection: upgrade} and no body, and for an extended CONNECT of HTTP/2
     */
    boolean requested();

    /**
     * Whether the client must send a key, by which it can tell that the server means WebSocket.
     *
     * @return false over HTTP/2, which says so itself (RFC 8441, 5)
     */
    boolean needsKey();

    /**
     * What the server's WebSockets share.
     *
     * @return the same for all exchanges
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
     * Answers that the protocol is switched, with the exchange's response headers, and ends the exchange. The connection is
     * the other protocol's from then on, unless it has been lost.
     *
     * @param next takes it up, on its loop
     * @throws IOException if the client can no longer be reached
     * @throws IllegalStateException if the client did not ask for it
     */
    void switchTo(Protocol next) throws IOException;
}
