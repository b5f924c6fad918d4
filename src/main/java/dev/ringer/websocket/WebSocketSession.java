package dev.ringer.websocket;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One client's WebSocket. Any number of threads may use it; messages of different threads never mix, and those of one
 * thread keep their order.
 *
 * <p>If the client falls behind, messages wait in the server, up to {@link WebSocketHandler.Builder#maxPendingBytes}.
 * Beyond that, the {@code send} methods wait for the client, and the {@code trySend} methods return false. A client
 * that reads nothing for the server's {@code writeStallTimeout} loses its WebSocket.
 *
 * @since 0.1.0
 */
public interface WebSocketSession {
    /**
     * Sends a text message. Waits while it would exceed {@link WebSocketHandler.Builder#maxPendingBytes} together with
     * what is already pending. While nothing is, a message may have any size.
     *
     * @param message the text; an unpaired surrogate becomes a question mark
     * @throws IOException if the session is closed, or an {@link java.io.InterruptedIOException} if the thread is
     *     interrupted while it waits; in both cases the message was not sent
     */
    void sendText(String message) throws IOException;

    /**
     * Sends a binary message. Waits as {@link #sendText} does.
     *
     * @param message a buffer with the bytes, from its position to its limit; they are copied, and the position moves
     *     to the limit
     * @throws IOException as {@link #sendText}
     */
    void sendBinary(ByteBuffer message) throws IOException;

    /**
     * Sends a text message, but never waits. Use it to reach many clients, so that a slow one can't hold up the rest.
     *
     * @param message as for {@link #sendText}
     * @return false if the message was not sent, because {@link #sendText} would wait or the session is closed
     */
    boolean trySendText(String message);

    /**
     * Sends a binary message, but never waits.
     *
     * @param message a buffer with the bytes, from its position to its limit; they are copied, and the position does
     *     not move
     * @return false if the message was not sent, because {@link #sendBinary} would wait or the session is closed
     */
    boolean trySendBinary(ByteBuffer message);

    /**
     * Sends a ping. The client answers with the same payload, which goes to {@link WebSocketListener#onPong}. To keep a
     * session alive, you don't need this: see {@link WebSocketHandler.Builder#pingInterval}.
     *
     * @param payload 1 to 125 bytes, which are copied
     * @throws IllegalArgumentException if the payload is empty or longer
     * @throws IOException as {@link #sendText}
     */
    void sendPing(ByteBuffer payload) throws IOException;

    /** Closes the session with code 1000 and no reason. */
    default void close() {
        close(1000, "");
    }

    /**
     * Closes the session (RFC 6455, 7.1.2): what is pending is sent, then a close frame, which the client has five
     * seconds to answer. This method never waits, and does nothing if the session is closing already. A call of
     * {@link WebSocketListener#onClose} follows.
     *
     * @param code the close code: 1000 to 1011 without 1004 to 1006, or 3000 to 4999
     * @param reason the reason, at most 123 bytes in UTF-8; may be empty
     * @throws IllegalArgumentException if the code or the reason may not be sent
     */
    void close(int code, String reason);

    /** Ends the connection immediately, without a close frame. {@link WebSocketListener#onClose} with 1006 follows. */
    void abort();

    /** {@return whether messages can be sent: neither side has begun to close, and the connection was not lost} */
    boolean isOpen();

    /**
     * {@return the number of bytes, after compression, that wait to be sent to the client} Bytes that are already in
     * the output buffer, at most 32 KiB, do not count.
     */
    long pendingBytes();

    /** {@return the URI of the handshake request, with its query} Each call parses the stored text again. */
    URI requestUri();

    /** {@return the header fields of the handshake request, which must not be changed} */
    Headers requestHeaders();

    /** {@return the client's identity from the context's authenticator; null if the context has no authenticator} */
    @Nullable
    HttpPrincipal principal();

    /** {@return the address of the client's end of the connection; never null, even after the session has ended} */
    InetSocketAddress remoteAddress();

    /** {@return the address of the server's end of the connection; never null, even after the session has ended} */
    InetSocketAddress localAddress();

    /**
     * {@return the subprotocol that both sides have agreed on (RFC 6455, 1.9); null if there is none} The subprotocol
     * is one of {@link WebSocketHandler.Builder#subprotocols}.
     */
    @Nullable
    String subprotocol();

    /**
     * {@return a thread-safe map, empty at first, in which the application can store its own data about the session}
     */
    Map<String, Object> attributes();
}
