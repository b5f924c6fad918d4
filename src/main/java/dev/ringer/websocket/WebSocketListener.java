package dev.ringer.websocket;

import java.nio.ByteBuffer;

/**
 * Receives the events of the WebSockets of one {@link WebSocketHandler}. Every method does nothing unless it is
 * overridden.
 *
 * <p>For one session the calls come one after the other, in the order of the events: {@link #onOpen} first,
 * {@link #onClose} last and exactly once. The server's executor serves different sessions at the same time. Without an
 * executor the thread of {@code start()} makes every call, one at a time for the whole server. So a server with a slow
 * listener should have an executor.
 *
 * <p>While a listener is busy with a session, the server queues some of its messages. Then it stops reading from the
 * client, and TCP puts backpressure on the client.
 *
 * <p>A method that throws ends its session: the server logs the failure, sends the client 1011, and calls
 * {@link #onClose}.
 *
 * @since 0.1.0
 */
public interface WebSocketListener {
    /**
     * Receives a new session. The server has answered the client's handshake, so messages may be sent.
     *
     * @param session the new session
     * @throws Exception if the listener fails, which ends the session
     */
    default void onOpen(WebSocketSession session) throws Exception {}

    /**
     * Receives a whole text message. The server has checked that its octets are UTF-8; otherwise it closes the session
     * with 1007.
     *
     * @param session the session of the client that sent it
     * @param message the text, at most as many octets as {@link WebSocketHandler.Builder#maxMessageBytes} allows
     * @throws Exception if the listener fails, which ends the session
     */
    default void onText(WebSocketSession session, String message) throws Exception {}

    /**
     * Receives a whole binary message.
     *
     * @param session the session of the client that sent it
     * @param message the octets from its position to its limit, at most as many as
     *     {@link WebSocketHandler.Builder#maxMessageBytes} allows. The listener may keep the buffer
     * @throws Exception if the listener fails, which ends the session
     */
    default void onBinary(WebSocketSession session, ByteBuffer message) throws Exception {}

    /**
     * Receives a pong with a payload, usually the answer to {@link WebSocketSession#sendPing}. The server itself
     * answers the pings of clients.
     *
     * @param session the session of the client that sent it
     * @param payload 1 to 125 octets
     * @throws Exception if the listener fails, which ends the session
     */
    default void onPong(WebSocketSession session, ByteBuffer payload) throws Exception {}

    /**
     * Receives the error that ends a session. Either the client broke a rule of the protocol or sent a message that is
     * too big, or the server is short of memory, or another method of this listener threw. {@link #onClose} follows.
     *
     * @param session the session that ends
     * @param error the error
     * @throws Exception if the listener fails, which is logged
     */
    default void onError(WebSocketSession session, Throwable error) throws Exception {}

    /**
     * Receives the end of a session. Nothing can be sent any more. The server does not call this method for a session
     * that is still open when the server has ended, as with {@code stop(0)}.
     *
     * @param session the session that ended
     * @param code the close code (RFC 6455, 7.4): the code of the client's close frame, 1005 if that frame had none;
     *     the code for the client if it was at fault, such as 1002 (it broke a rule), 1007 (no UTF-8) or 1009 (too
     *     big); 1011 if this listener threw; 1006 if the connection was lost
     * @param reason the reason in the same close frame; often empty
     * @throws Exception if the listener fails, which is logged
     */
    default void onClose(WebSocketSession session, int code, String reason) throws Exception {}
}
