package dev.ringer.internal.websocket;

import dev.ringer.internal.websocket.frame.CloseFrame;
import dev.ringer.internal.websocket.frame.Opcode;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Receives the events of one WebSocket on behalf of the application. The connection makes one call at a time, in the
 * order of the events. Calls run on the executor, or on the loop thread while it handles no other event. If a call
 * throws an exception, {@link #onFailure} receives the exception and the WebSocket ends.
 */
public interface MessageRecipient {
    /** Sends messages to the client, and can end the WebSocket. Thread-safe. */
    interface Sender {
        /**
         * Sends a message. Waits if this message and the unsent data together exceed
         * {@link WebSocketLimits#maxPendingBytes}. If no data is unsent, accepts a message of any size.
         *
         * @param opcode {@link Opcode#TEXT} or {@link Opcode#BINARY}
         * @param message the octets of the message, which the caller must not change afterwards
         * @throws IOException if the WebSocket has been closed, or the thread was interrupted; in both cases nothing is
         *     sent
         */
        void send(int opcode, byte[] message) throws IOException;

        /** Sends a message like {@link #send}. If that would wait or fail, sends nothing and returns false. */
        boolean trySend(int opcode, byte[] message);

        /** Whether {@link #trySend} may accept {@code length} or more octets. If not, encoding a text is useless. */
        boolean hasRoom(int length);

        /** Sends a ping with a payload of at most 125 octets. Fails if the WebSocket has been closed. */
        void ping(byte[] payload) throws IOException;

        /** Queues a close frame behind all data that waits, unless the WebSocket is closing already. Never waits. */
        void close(CloseFrame frame);

        /** Ends the connection immediately, without a close frame. */
        void abort();

        /** Whether messages can be sent: neither side has begun to close, and the connection was not lost. */
        boolean isOpen();

        /** Returns the number of octets that wait to be sent. Octets in the output buffer do not count. */
        long pendingBytes();
    }

    /**
     * Returns approximately the memory, in bytes, that this object retains while the WebSocket is open. Only memory
     * whose size depends on the client counts, such as the request's headers. The result never changes.
     */
    int keptSize();

    /** Called first. From now on, the recipient may send messages through {@code sender}. */
    void onOpen(Sender sender) throws Exception;

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
