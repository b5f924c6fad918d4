/**
 * WebSocket (RFC 6455) for {@code com.sun.net.httpserver}: a handler that you put into a context like any other.
 *
 * <ul>
 *   <li>{@link dev.ringer.websocket.WebSocketHandler} answers the handshake. It's an {@code HttpHandler}, so the
 *       filters and the authenticator of its context run first. Begin with its example, a chat.
 *   <li>{@link dev.ringer.websocket.WebSocketListener} receives whole messages, and
 *       {@link dev.ringer.websocket.WebSocketFragmentListener} pieces, for messages of any size.
 *   <li>{@link dev.ringer.websocket.WebSocketSession} is one client's WebSocket. Any thread may send on it.
 * </ul>
 *
 * <p>A silent WebSocket costs no thread and no buffer. On providers other than Ringer, the handler answers 501.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.ringer.websocket;

import org.jspecify.annotations.NullMarked;
