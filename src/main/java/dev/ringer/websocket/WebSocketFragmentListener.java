package dev.ringer.websocket;

import java.nio.ByteBuffer;

/**
 * A listener that takes messages in pieces as they come, so that a message of any size needs little memory. The pieces are cut
 * where the network cut them, not where the client began new frames; text is never cut within a character. While some wait for
 * the listener, no more is read.
 *
 * <p>{@link #onText} and {@link #onBinary} are not called. {@link WebSocketHandlerBuilder#maxMessageBytes} holds for the sum
 * of a message's pieces; 0 takes messages of any size.
 *
 * @since 0.1.0
 */
public interface WebSocketFragmentListener extends WebSocketListener {
    /**
     * Characters of a message have come.
     *
     * @param session who sent them
     * @param piece not empty unless {@code last}
     * @param last whether the message ends with them
     * @throws Exception ends the session
     */
    default void onTextFragment(WebSocketSession session, String piece, boolean last) throws Exception {}

    /**
     * Octets of a message have come.
     *
     * @param session who sent them
     * @param piece not empty unless {@code last}; the listener's to keep
     * @param last whether the message ends with them
     * @throws Exception ends the session
     */
    default void onBinaryFragment(WebSocketSession session, ByteBuffer piece, boolean last) throws Exception {}
}
