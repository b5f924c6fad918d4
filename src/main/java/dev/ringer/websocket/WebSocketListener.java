package dev.ringer.websocket;

import java.nio.ByteBuffer;

/**
 * Hears of what happens on the WebSockets of one {@link WebSocketHandler}. Every method does nothing unless it is overridden.
 *
 * <p>For one session the calls come one after the other, in the order of what happened: {@link #onOpen} first,
 * {@link #onClose} last and exactly once. Different sessions are served at the same time, by the server's executor; without
 * one, every call is made by the thread of {@code start()}, one at a time for the whole server, so that a listener which takes
 * its time should have an executor. While a listener is busy with a session, some messages wait; then its client is no longer
 * read, and is pushed back by TCP.
 *
 * <p>A method that throws ends its session: the failure is logged, the client is told 1011, and {@link #onClose} follows.
 *
 * @since 0.1.0
 */
public interface WebSocketListener {
    /**
     * A client's handshake has been answered: messages may be sent.
     *
     * @param session the new session
     * @throws Exception ends the session
     */
    default void onOpen(WebSocketSession session) throws Exception {}

    /**
     * A message of text has come, whole. Its octets were valid UTF-8, or the session would have been closed with 1007.
     *
     * @param session who sent it
     * @param message at most as many octets as {@link WebSocketHandlerBuilder#maxMessageBytes} allows
     * @throws Exception ends the session
     */
    default void onText(WebSocketSession session, String message) throws Exception {}

    /**
     * A message of octets has come, whole.
     *
     * @param session who sent it
     * @param message the octets from its position to its limit, at most as many as
     *     {@link WebSocketHandlerBuilder#maxMessageBytes} allows; the listener's to keep
     * @throws Exception ends the session
     */
    default void onBinary(WebSocketSession session, ByteBuffer message) throws Exception {}

    /**
     * A pong has come that has a payload: the answer to {@link WebSocketSession#sendPing}, as a rule. Pings of clients are
     * answered by the server.
     *
     * @param session who sent it
     * @param payload 1 to 125 octets
     * @throws Exception ends the session
     */
    default void onPong(WebSocketSession session, ByteBuffer payload) throws Exception {}

    /**
     * The session ends because its client broke a rule of the protocol or sent a message that is too big, because the server
     * is short of memory, or because another method of this listener has thrown. {@link #onClose} follows.
     *
     * @param session which one
     * @param error what is wrong
     * @throws Exception is logged
     */
    default void onError(WebSocketSession session, Throwable error) throws Exception {}

    /**
     * The session is over. Nothing can be sent any more. Not called for a session that is still open when the server has
     * ended, as with {@code stop(0)}.
     *
     * @param session which one
     * @param code why (RFC 6455, 7.4): the code of the client's close frame, 1005 if it had none; the code that the client
     *     was told if it was at fault, such as 1002 (a rule was broken), 1007 (no UTF-8) or 1009 (too big); 1011 if this
     *     listener has thrown; 1006 if the connection was lost
     * @param reason of the same close frame; often empty
     * @throws Exception is logged
     */
    default void onClose(WebSocketSession session, int code, String reason) throws Exception {}
}
