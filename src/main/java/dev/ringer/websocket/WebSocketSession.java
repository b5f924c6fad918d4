package dev.ringer.websocket;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * One client's WebSocket. Safe for use by any number of threads: each message leaves whole, those of one thread in their order.
 *
 * <p>What is sent leaves at once, as far as the client takes it. The rest waits, up to
 * {@link WebSocketHandlerBuilder#maxPendingBytes}; beyond that {@code send} waits for the client, and {@code trySend} does
 * not send. A client that takes nothing for the server's {@code writeStallTimeout} loses its WebSocket.
 *
 * @since 0.1.0
 */
public interface WebSocketSession {
    /**
     * Sends a message of text. It waits while too much is pending; if nothing is, one message of any size is taken.
     *
     * @param message the text; a surrogate without its other half becomes a question mark
     * @throws IOException if the session is closed; or an {@link java.io.InterruptedIOException} if the thread is interrupted
     *     while it waits. Nothing has been sent then
     */
    void sendText(String message) throws IOException;

    /**
     * Sends a message of octets. It waits as {@link #sendText} does.
     *
     * @param message the octets from its position to its limit, which are copied; its position moves to its limit
     * @throws IOException as {@link #sendText}
     */
    void sendBinary(ByteBuffer message) throws IOException;

    /**
     * Sends a message of text unless it would have to wait: for those who send to many, of whom no slow one may delay the
     * others.
     *
     * @param message as for {@link #sendText}
     * @return false if it was not sent: too much is pending, or the session is closed
     */
    boolean trySendText(String message);

    /**
     * Sends a message of octets unless it would have to wait.
     *
     * @param message the octets from its position to its limit, which are copied; its position does not move
     * @return false if it was not sent: too much is pending, or the session is closed
     */
    boolean trySendBinary(ByteBuffer message);

    /**
     * Sends a ping, which the client answers with the same payload: {@link WebSocketListener#onPong}. Not needed to keep a
     * session alive; see {@link WebSocketHandlerBuilder#pingInterval}.
     *
     * @param payload 1 to 125 octets, which are copied
     * @throws IllegalArgumentException if it is empty or longer
     * @throws IOException as {@link #sendText}
     */
    void sendPing(ByteBuffer payload) throws IOException;

    /** Closes with 1000 and no reason. */
    default void close() {
        close(1000, "");
    }

    /**
     * Closes (RFC 6455, 7.1.2): what is pending leaves, then a close frame; the client has five seconds to answer. Waits for
     * nothing, and does nothing if the session is being closed already. {@link WebSocketListener#onClose} follows.
     *
     * @param code why: 1000 to 1011 without 1004 to 1006, or 3000 to 4999
     * @param reason at most 123 octets in UTF-8; may be empty
     * @throws IllegalArgumentException if code or reason may not be sent
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
     * How much has been sent by the application and not been given to the client's socket yet.
     *
     * @return octets, after compression; without those of one buffer of 32 KiB
     */
    long pendingBytes();

    /**
     * The target of the handshake. It is not kept, but parsed anew at each call.
     *
     * @return with its query
     */
    URI requestUri();

    /**
     * The fields of the handshake.
     *
     * @return not to be changed
     */
    Headers requestHeaders();

    /**
     * Who the context's authenticator found the client to be.
     *
     * @return null if there is no authenticator
     */
    HttpPrincipal principal();

    /**
     * The client's end of the connection.
     *
     * @return never null, also after the end
     */
    InetSocketAddress remoteAddress();

    /**
     * The server's end of the connection.
     *
     * @return never null, also after the end
     */
    InetSocketAddress localAddress();

    /**
     * The subprotocol that was agreed on (RFC 6455, 1.9).
     *
     * @return one of {@link WebSocketHandlerBuilder#subprotocols}, or null for none
     */
    String subprotocol();

    /**
     * What the application wants to remember of the session.
     *
     * @return the session's own, empty at first; safe for use by several threads
     */
    Map<String, Object> attributes();
}
