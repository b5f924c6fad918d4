package dev.ringer.websocket;

import java.nio.ByteBuffer;

/**
 * A listener that receives each message in pieces, as they arrive, so that even a huge message needs little memory. A
 * piece of text always ends after a whole character, but a piece need not end where a frame of the client ends. While
 * pieces wait because the listener is busy, the server reads nothing from the client.
 *
 * <pre>{@code
 * WebSocketFragmentListener store = new WebSocketFragmentListener() {
 *     public void onBinaryFragment(WebSocketSession session, ByteBuffer piece, boolean last) throws IOException {
 *         append(session, piece);
 *     }
 * };
 * server.createContext("/store", WebSocketHandler.builder(store).maxMessageBytes(0).build());
 * }</pre>
 *
 * <p>{@link #onText} and {@link #onBinary} of this listener aren't called.
 * {@link WebSocketHandler.Builder#maxMessageBytes} limits the sum of all pieces of a message; 0 means no limit.
 *
 * @since 0.1.0
 */
public interface WebSocketFragmentListener extends WebSocketListener {
    /**
     * Receives characters of a message.
     *
     * @param session the session of the client that sent the message
     * @param piece the characters; not empty unless {@code last} is true
     * @param last whether the message ends with this piece
     * @throws Exception if the listener fails; the session then ends
     */
    default void onTextFragment(WebSocketSession session, String piece, boolean last) throws Exception {}

    /**
     * Receives bytes of a message.
     *
     * @param session the session of the client that sent the message
     * @param piece the bytes; not empty unless {@code last} is true; the listener may keep the buffer
     * @param last whether the message ends with this piece
     * @throws Exception if the listener fails; the session then ends
     */
    default void onBinaryFragment(WebSocketSession session, ByteBuffer piece, boolean last) throws Exception {}
}
