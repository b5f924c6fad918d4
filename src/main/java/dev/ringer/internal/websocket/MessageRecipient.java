package dev.ringer.internal.websocket;

import java.nio.ByteBuffer;

/**
 * Receives the events of one WebSocket on behalf of the application. The connection makes one call at a time, in the
 * order of the events. Calls run on the executor, or on the loop thread while it handles no other event. If a call
 * throws an exception, {@link #onFailure} receives the exception and the WebSocket ends.
 */
public interface MessageRecipient {
    /**
     * Returns approximately the memory, in bytes, that this object retains while the WebSocket is open. Only memory
     * whose size depends on the client counts, such as the request's headers. The result never changes.
     */
    int keptSize();

    /** Called first. From now on, the recipient may send messages through {@code sender}. */
    void onOpen(WebSocketConnection sender) throws Exception;

    /** Receives a text message, or some characters of it. {@code last} is true at the end of the message. */
    void onText(String text, boolean last) throws Exception;

    /** Receives a binary message, or some octets of it. The recipient may keep the buffer. */
    void onBinary(ByteBuffer bytes, boolean last) throws Exception;

    /** Receives the answer to a ping of the application. The payload is that of the ping, and is not empty. */
    void onPong(ByteBuffer payload) throws Exception;

    /**
     * Receives the error that ends the WebSocket: the client broke a rule, the server's memory is exhausted, or an
     * earlier call has thrown an exception. A call of {@link #onClose} follows.
     */
    void onError(Throwable error) throws Exception;

    /** Receives the end of the WebSocket, exactly once. Only {@link #onFailure} may follow. The reason may be empty. */
    void onClose(int code, String reason) throws Exception;

    /** Receives the exception that another method of this object has thrown. */
    void onFailure(Throwable failure);
}
