package dev.ringer.internal.websocket;

import dev.ringer.internal.websocket.frame.CloseFrame;
import dev.ringer.internal.websocket.frame.Opcode;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Receives the events of one WebSocket for the application. The connection makes one call at a time, in the order of
 * the events, and never from within an event of the loop. If a call throws, {@link #onFailure} receives the exception
 * and the WebSocket ends.
 */
public interface MessageRecipient {
    /** Sends messages to the client, and ends its WebSocket. Thread-safe. */
    interface Sender {
        /**
         * Sends a message. This method waits while too much data is pending.
         *
         * @param opcode {@link Opcode#TEXT} or {@link Opcode#BINARY}
         * @param message the octets of the message, which must not change any more
         * @throws IOException if the WebSocket has been closed, or the thread is interrupted. In both cases nothing is
         *     sent
         */
        void send(int opcode, byte[] message) throws IOException;

        /**
         * Sends a message, as {@link #send} does, unless this method would have to wait. Returns false if nothing is
         * sent: too much data is pending, or the WebSocket has been closed.
         */
        boolean trySend(int opcode, byte[] message);

        /**
         * Whether {@link #trySend} may succeed for a message of at least {@code length} octets. A caller can ask before
         * it encodes a message.
         */
        boolean hasRoom(int length);

        /**
         * Sends a ping with a payload of at most 125 octets.
         *
         * @throws IOException if the WebSocket has been closed
         */
        void ping(byte[] payload) throws IOException;

        /**
         * Sends a close frame after the pending data. This method does not wait. It does nothing if the WebSocket is
         * closing already.
         */
        void close(CloseFrame frame);

        /** Ends the connection at once, without a close frame. */
        void abort();

        /** Whether messages can be sent: neither side has begun to close, and the connection was not lost. */
        boolean isOpen();

        /** Returns how many octets wait to be sent, not counting the octets in the output buffer. */
        long pendingBytes();
    }

    /**
     * Returns approximately how many bytes of memory the recipient retains from the first call to the last call. Only
     * memory whose size the client can choose counts. The number never changes.
     */
    int keptSize();

    /** Receives the sender. This call is the first call. The recipient may send messages from now on. */
    void onOpen(Sender sender) throws Exception;

    /**
     * Receives text.
     *
     * @param text a message, or characters of it if messages are delivered in pieces
     * @param last whether the message ends with this text
     */
    void onText(String text, boolean last) throws Exception;

    /**
     * Receives octets.
     *
     * @param bytes a message, or a part of it if messages are delivered in pieces; the recipient may keep the buffer
     * @param last whether the message ends with these octets
     */
    void onBinary(ByteBuffer bytes, boolean last) throws Exception;

    /**
     * Receives the answer to a ping that the application sent. The answer has the payload of the ping, which is not
     * empty.
     */
    void onPong(ByteBuffer payload) throws Exception;

    /**
     * Receives the error that ends the WebSocket: the client broke a rule, the memory account is exhausted, or an
     * earlier call has thrown. {@link #onClose} follows.
     */
    void onError(Throwable error) throws Exception;

    /**
     * Receives the end. This call is the last call except for {@link #onFailure}, and comes exactly once.
     *
     * @param code the close code
     * @param reason a few words, or empty
     */
    void onClose(int code, String reason) throws Exception;

    /** Receives the exception that one of the calls above has thrown. */
    void onFailure(Throwable failure);
}
