package dev.ringer.internal.websocket;

import java.nio.ByteBuffer;

/**
 * The application's side of one WebSocket. The calls come one at a time, in the order of the events, and never on the
 * loop. If a call throws, {@link #onFailure} receives the exception and the WebSocket ends.
 */
public interface MessageRecipient {
    /**
     * Returns how much memory the recipient retains from the first call to the last. Only memory whose size the client
     * can choose counts.
     *
     * @return the approximate number of bytes, always the same
     */
    int keptSize();

    /**
     * Receives the connection. This is the first call; messages may be sent from now on.
     *
     * @param connection the connection
     * @throws Exception any exception that the application throws
     */
    void onOpen(WebSocketConnection connection) throws Exception;

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
