package dev.ringer.internal.websocket;

import dev.ringer.internal.websocket.frame.CloseFrame;
import dev.ringer.internal.websocket.frame.Opcode;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The application's side of one WebSocket. The calls come one at a time, in the order of the events, and never on the
 * loop. If a call throws, {@link #onFailure} receives the exception and the WebSocket ends.
 */
public interface MessageRecipient {
    /** Sends messages to the client, and ends its WebSocket. Thread-safe. */
    interface Sender {
        /**
         * Sends a message. This method waits while too much data is pending.
         *
         * @param opcode {@link Opcode#TEXT} or {@link Opcode#BINARY}
         * @param message its octets, which must not change any more
         * @throws IOException if the WebSocket has been closed, or the thread is interrupted; nothing is sent then
         */
        void send(int opcode, byte[] message) throws IOException;

        /**
         * Sends a message unless this method would have to wait.
         *
         * @param opcode {@link Opcode#TEXT} or {@link Opcode#BINARY}
         * @param message its octets, which must not change any more
         * @return false if nothing is sent: too much data is pending, or the WebSocket has been closed
         */
        boolean trySend(int opcode, byte[] message);

        /**
         * Whether {@link #trySend} may succeed, so that the caller need not encode a message in vain.
         *
         * @param length the smallest number of octets that the message can have
         * @return false if the message would not be sent now
         */
        boolean hasRoom(int length);

        /**
         * Sends a ping.
         *
         * @param payload at most 125 octets
         * @throws IOException if the WebSocket has been closed
         */
        void ping(byte[] payload) throws IOException;

        /**
         * Sends a close frame after the pending data. This method does not wait. It has no effect if the WebSocket is
         * closing already.
         *
         * @param frame the frame to send
         */
        void close(CloseFrame frame);

        /** Ends the connection at once, without a close frame. */
        void abort();

        /**
         * Whether messages can be sent.
         *
         * @return false once either side has begun to close, or the connection was lost
         */
        boolean isOpen();

        /**
         * Returns how much data was accepted for sending and was not given to the socket yet.
         *
         * @return octets, without the content of one buffer
         */
        long pendingBytes();
    }

    /**
     * Returns how much memory the recipient retains from the first call to the last. Only memory whose size the client
     * can choose counts.
     *
     * @return the approximate number of bytes, always the same
     */
    int keptSize();

    /**
     * Receives the sender. This is the first call. The recipient may send messages from now on.
     *
     * @param sender sends to the client
     * @throws Exception any exception that the application throws
     */
    void onOpen(Sender sender) throws Exception;

    /**
     * Receives text.
     *
     * @param text a message, or characters of it if messages are delivered in pieces
     * @param last whether the message ends with this text
     * @throws Exception any exception that the application throws
     */
    void onText(String text, boolean last) throws Exception;

    /**
     * Receives octets.
     *
     * @param bytes a message, or a part of it if messages are delivered in pieces; the recipient may keep the buffer
     * @param last whether the message ends with these octets
     * @throws Exception any exception that the application throws
     */
    void onBinary(ByteBuffer bytes, boolean last) throws Exception;

    /**
     * Receives the answer to a ping that the application sent.
     *
     * @param payload the payload of the ping; not empty
     * @throws Exception any exception that the application throws
     */
    void onPong(ByteBuffer payload) throws Exception;

    /**
     * Receives the error that ends the WebSocket: the client is at fault, or memory is short. {@link #onClose} follows.
     *
     * @param error the error
     * @throws Exception any exception that the application throws
     */
    void onError(Throwable error) throws Exception;

    /**
     * Receives the end. This is the last call except for {@link #onFailure}, and comes exactly once.
     *
     * @param code the close code
     * @param reason a few words, or empty
     * @throws Exception any exception that the application throws
     */
    void onClose(int code, String reason) throws Exception;

    /**
     * Receives the failure of one of the calls above.
     *
     * @param failure the exception that the call threw
     */
    void onFailure(Throwable failure);
}
