package dev.ringer.websocket;

import java.nio.ByteBuffer;

/**
 * Receives the events of the WebSockets of one {@link WebSocketHandler}. Override what you need; every method does
 * nothing by default.
 *
 * <pre>{@code
 * WebSocketListener echo = new WebSocketListener() {
 *     public void onText(WebSocketSession session, String message) throws IOException {
 *         session.sendText(message);
 *     }
 * };
 * server.createContext("/echo", WebSocketHandler.of(echo));
 * }</pre>
 *
 * <p>For each session, calls come one at a time, in the order of the events: {@link #onOpen} first, {@link #onClose}
 * last and exactly once. They run on the server's executor, so those for different sessions can run at the same time.
 * Without an executor, one thread makes the calls for all sessions, so a server with a slow listener should have one.
 *
 * <p>While a listener is busy with a session, the server queues a few messages of its client, and then stops reading
 * from it (backpressure).
 *
 * <p>If a method throws, its session ends: the server logs the exception, sends close code 1011 to the client, and
 * calls {@link #onClose}.
 *
 * @since 0.1.0
 */
public interface WebSocketListener {
    /**
     * Receives a new session. The server has answered the client's handshake, so the listener may send messages.
     *
     * @param session the new session
     * @throws Exception if the listener fails; the session then ends
     */
    default void onOpen(WebSocketSession session) throws Exception {}

    /**
     * Receives a whole text message, which is valid UTF-8. A client that sends anything else as text is closed with
     * 1007.
     *
     * @param session the session of the client that sent the message
     * @param message the text; its UTF-8 form has at most {@link WebSocketHandler.Builder#maxMessageBytes} bytes
     * @throws Exception if the listener fails; the session then ends
     */
    default void onText(WebSocketSession session, String message) throws Exception {}

    /**
     * Receives a whole binary message.
     *
     * @param session the session of the client that sent the message
     * @param message the bytes of the message, from the buffer's position to its limit; at most
     *     {@link WebSocketHandler.Builder#maxMessageBytes}. The listener may keep the buffer
     * @throws Exception if the listener fails; the session then ends
     */
    default void onBinary(WebSocketSession session, ByteBuffer message) throws Exception {}

    /**
     * Receives a pong with a payload, usually the answer to {@link WebSocketSession#sendPing}. The pings of clients are
     * answered by the server itself.
     *
     * @param session the session of the client that sent the pong
     * @param payload 1 to 125 bytes
     * @throws Exception if the listener fails; the session then ends
     */
    default void onPong(WebSocketSession session, ByteBuffer payload) throws Exception {}

    /**
     * Receives the error that ends a session: the client broke a rule or sent a message that is too large, the server's
     * memory for clients is exhausted, or another method of this listener threw. A call of {@link #onClose} follows.
     *
     * @param session the session that ends
     * @param error the error
     * @throws Exception if the listener fails; the server logs the exception
     */
    default void onError(WebSocketSession session, Throwable error) throws Exception {}

    /**
     * Receives the end of a session, on which nothing can be sent any more. A session that is still open when
     * {@code stop} returns, as after {@code stop(0)}, gets no such call.
     *
     * <p>The close code (RFC 6455, 7.4) says why the session ended:
     *
     * <ul>
     *   <li>the code in the client's close frame; 1005 if that frame had none
     *   <li>1002 if the client broke a rule
     *   <li>1006 if the connection was lost, or the client did not answer a ping
     *   <li>1007 if the client sent bad data, such as text that is not UTF-8
     *   <li>1009 if the client sent a message that is too large
     *   <li>1011 if this listener has thrown an exception
     *   <li>1013 if the server's memory for clients is exhausted
     * </ul>
     *
     * @param session the session that ended
     * @param code the close code
     * @param reason the reason in the close frame; often empty
     * @throws Exception if the listener fails; the server logs the exception
     */
    default void onClose(WebSocketSession session, int code, String reason) throws Exception {}
}
