package dev.ringer.websocket;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The WebSocket of one client. Any number of threads may use it. Messages of different threads never mix, and the
 * messages of one thread keep their order.
 *
 * <p>The server sends as many bytes as the client's socket takes at once. The rest waits, up to
 * {@link WebSocketHandler.Builder#maxPendingBytes}. Beyond that limit, {@code send} waits for the client, and
 * {@code trySend} returns false. A client that does not read for the server's {@code writeStallTimeout} loses its
 * WebSocket.
 *
 * @since 0.1.0
 */
public interface WebSocketSession {
    /**
     * Sends a text message. This method waits while too much data is pending. If no data is pending, it accepts one
     * message of any size.
     *
     * @param message the text; an unpaired surrogate becomes a question mark
     * @throws IOException if the session is closed, or an {@link java.io.InterruptedIOException} if the thread is
     *     interrupted while it waits. In both cases the message has not been sent
     */
    void sendText(String message) throws IOException;

    /**
     * Sends a binary message. This method waits as {@link #sendText} does.
     *
     * @param message the octets from its position to its limit, which are copied; its position moves to its limit
     * @throws IOException as {@link #sendText}
     */
    void sendBinary(ByteBuffer message) throws IOException;

    /**
     * Sends a text message unless this method would have to wait. Use it to send to many clients: a slow client then
     * does not delay the others.
     *
     * @param message as for {@link #sendText}
     * @return false if the message was not sent: too much data is pending, or the session is closed
     */
    boolean trySendText(String message);

    /**
     * Sends a binary message unless this method would have to wait.
     *
     * @param message the octets from its position to its limit, which are copied; its position does not move
     * @return false if the message was not sent: too much data is pending, or the session is closed
     */
    boolean trySendBinary(ByteBuffer message);

    /**
     * Sends a ping. The client answers with the same payload, which {@link WebSocketListener#onPong} receives. A
     * session stays alive without such pings; see {@link WebSocketHandler.Builder#pingInterval}.
     *
     * @param payload 1 to 125 octets, which are copied
     * @throws IllegalArgumentException if the payload is empty or longer
     * @throws IOException as {@link #sendText}
     */
    void sendPing(ByteBuffer payload) throws IOException;

    /** Closes the session with code 1000 and no reason. */
    default void close() {
        close(1000, "");
    }

    /**
     * Closes the session (RFC 6455, 7.1.2). The server sends the pending data, then a close frame. The client has five
     * seconds to answer. This method does not wait, and does nothing if the session is closing already.
     * {@link WebSocketListener#onClose} follows.
     *
     * @param code the close code: 1000 to 1011 without 1004 to 1006, or 3000 to 4999
     * @param reason the reason, at most 123 octets in UTF-8; may be empty
     * @throws IllegalArgumentException if the code or the reason may not be sent
     */
    void close(int code, String reason);

    /** Ends the connection at once, without a close frame. {@link WebSocketListener#onClose} with 1006 follows. */
    void abort();

    /**
     * Whether messages can be sent.
     *
     * @return false once either side has begun to close, or the connection was lost
     */
    boolean isOpen();

    /**
     * Returns how much data of the application still waits for the client's socket.
     *
     * @return octets after compression, not counting the content of one buffer of 32 KiB
     */
    long pendingBytes();

    /**
     * Returns the target of the handshake. The session does not keep the URI, so each call parses it again.
     *
     * @return the URI with its query
     */
    URI requestUri();

    /**
     * Returns the header fields of the handshake.
     *
     * @return the fields, which must not be changed
     */
    Headers requestHeaders();

    /**
     * Returns the identity that the context's authenticator gave the client.
     *
     * @return null if there is no authenticator
     */
    HttpPrincipal principal();

    /**
     * Returns the address of the client's end of the connection.
     *
     * @return never null, even after the end
     */
    InetSocketAddress remoteAddress();

    /**
     * Returns the address of the server's end of the connection.
     *
     * @return never null, even after the end
     */
    InetSocketAddress localAddress();

    /**
     * Returns the subprotocol on which both sides agreed (RFC 6455, 1.9).
     *
     * @return one of {@link WebSocketHandler.Builder#subprotocols}, or null for none
     */
    String subprotocol();

    /**
     * Returns a map for the application's own data about the session.
     *
     * @return the session's own map, empty at first; safe for use by several threads
     */
    Map<String, Object> attributes();
}
