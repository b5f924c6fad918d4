package dev.ringer.websocket;

import java.nio.ByteBuffer;

/**
 * Receives the events of the WebSockets of one {@link WebSocketHandler}. Every method does nothing unless you override
 * it.
 *
 * <p>For each session, the server makes one call at a time, in the order of the events. {@link #onOpen} comes first.
 * {@link #onClose} comes last and exactly once. The threads of the server's executor make the calls, so calls for
 * different sessions can run at the same time. Without an executor, one thread makes the calls for all sessions. So a
 * server with a slow listener should have an executor.
 *
 * <p>While a listener is busy with a session, the server queues a few messages of the client. When the queue is full,
 * the server stops reading from the client (backpressure).
 *
 * <p>If a method throws an exception, its session ends: the server logs the exception, sends close code 1011 to the
 * client, and calls {@link #onClose}.
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
     * Receives a whole text message. The message is valid UTF-8. If a client sends a text that is not, the server
     * closes the session with 1007.
     *
     * @param session the session of the client that sent the message
     * @param message the text; its UTF-8 form has at most {@link WebSocketHandler.Builder#maxMessageBytes} octets
     * @throws Exception if the listener fails; the session then ends
     */
    default void onText(WebSocketSession session, String message) throws Exception {}

    /**
     * Receives a whole binary message.
     *
     * @param session the session of the client that sent the message
     * @param message the octets of the message, from the buffer's position to its limit; at most
     *     {@link WebSocketHandler.Builder#maxMessageBytes}. The listener may keep the buffer
     * @throws Exception if the listener fails; the session then ends
     */
    default void onBinary(WebSocketSession session, ByteBuffer message) throws Exception {}

    /**
     * Receives a pong with a payload, usually the answer to {@link WebSocketSession#sendPing}. The server itself
     * answers the pings of clients.
     *
     * @param session the session of the client that sent the pong
     * @param payload 1 to 125 octets
     * @throws Exception if the listener fails; the session then ends
     */
    default void onPong(WebSocketSession session, ByteBuffer payload) throws Exception {}

    /**
     * Receives the error that ends a session. There are three causes: the client broke a rule or sent a message that is
     * too large; the server's memory for clients is exhausted; or another method of this listener has thrown an
     * exception. A call of {@link #onClose} follows.
     *
     * @param session the session that ends
     * @param error the error
     * @throws Exception if the listener fails; the server logs the exception
     */
    default void onError(WebSocketSession session, Throwable error) throws Exception {}

    /**
     * Receives the end of a session. The listener can no longer send messages on this session. The server does not call
     * this method for a session that is still open when {@code stop} returns, as after {@code stop(0)}.
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
