/**
 * WebSocket (RFC 6455) for {@code com.sun.net.httpserver}: a handler that you put into a context like any other.
 *
 * <pre>{@code
 * Set<WebSocketSession> present = ConcurrentHashMap.newKeySet();
 * server.createContext("/chat", WebSocketHandler.of(new WebSocketListener() {
 *     public void onOpen(WebSocketSession session) {
 *         present.add(session);
 *     }
 *     public void onText(WebSocketSession session, String message) {
 *         present.forEach(other -> other.trySendText(message));
 *     }
 *     public void onClose(WebSocketSession session, int code, String reason) {
 *         present.remove(session);
 *     }
 * }));
 * }</pre>
 *
 * <ul>
 *   <li>{@link dev.ringer.websocket.WebSocketHandler} answers the handshake. It is an {@code HttpHandler}, so the
 *       filters and the authenticator of its context run before it.
 *   <li>{@link dev.ringer.websocket.WebSocketListener} receives whole messages.
 *       {@link dev.ringer.websocket.WebSocketFragmentListener} receives pieces, for messages of any size.
 *   <li>{@link dev.ringer.websocket.WebSocketSession} is one client's WebSocket. Any thread may send on it.
 * </ul>
 *
 * <p>A silent WebSocket costs no thread and no buffer. On providers other than Ringer the handler answers 501.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.ringer.websocket;

import org.jspecify.annotations.NullMarked;
