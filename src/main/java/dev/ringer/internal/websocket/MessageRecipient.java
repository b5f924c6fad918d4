package dev.ringer.internal.websocket;

import java.nio.ByteBuffer;

/**
 * The application's side of one WebSocket. One call at a time, in the order of what happened, never on the loop; what one
 * throws is given to {@link #onFailure}, and ends the WebSocket.
 */
public interface MessageRecipient {
    /**
     * Messages may be sent. The first call.
     *
     * @param connection the connection
     * @throws Exception any exception that the application throws
     */
    void onOpen(WebSocketConnection connection) throws Exception;

    /**
     * Text has come.
     *
     * @param text a message, or characters of it where messages are handed on in pieces
     * @param last whether the message ends with it
     * @throws Exception any exception that the application throws
     */
    void onText(String text, boolean last) throws Exception;

    /**
     * Octets have come.
     *
     * @param bytes a message, or a part of it where messages are handed on in pieces; the recipient's to keep
     * @param last whether the message ends with them
     * @throws Exception any exception that the application throws
     */
    void onBinary(ByteBuffer bytes, boolean last) throws Exception;

    /**
     * A ping of the application's own was answered.
     *
     * @param payload the ping's; not empty
     * @throws Exception any exception that the application throws
     */
    void onPong(ByteBuffer payload) throws Exception;

    /**
     * The client is at fault, or memory is short. {@link #onClose} follows.
     *
     * @param error says what is wrong
     * @throws Exception any exception that the application throws
     */
    void onError(Throwable error) throws Exception;

    /**
     * It is over. The last call but for {@link #onFailure}, made exactly once.
     *
     * @param code why
     * @param reason perhaps a few words
     * @throws Exception any exception that the application throws
     */
    void onClose(int code, String reason) throws Exception;

    /**
     * One of the calls above has failed.
     *
     * @param failure what it threw
     */
    void onFailure(Throwable failure);
}
