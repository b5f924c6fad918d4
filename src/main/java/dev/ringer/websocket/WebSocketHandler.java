package dev.ringer.websocket;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.internal.observe.FailureLog;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.websocket.WebSocketConnection;
import dev.ringer.internal.websocket.WebSocketLimits;
import dev.ringer.internal.websocket.WebSocketUpgrade;
import dev.ringer.internal.websocket.WebSocketUse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * Answers the WebSocket handshake (RFC 6455) and opens the WebSocket. As for any handler, the filters and the
 * authenticator of its context come first.
 *
 * <p>The handler answers:
 *
 * <ul>
 *   <li>101 to a valid handshake. The connection then belongs to a session of the {@link WebSocketListener}, and the
 *       event loop serves it. Over HTTP/2 (RFC 8441) the answer is 200, and only one stream of the connection belongs
 *       to the session;
 *   <li>426 with {@code Upgrade: websocket} to a request that does not ask for a WebSocket, and with
 *       {@code Sec-WebSocket-Version: 13} to a request for another version;
 *   <li>403 to a page of another host (RFC 6455, 10.2) unless {@link WebSocketHandlerBuilder#origins} allows it. The
 *       reason: a browser sends its user's cookies with the handshake of any page;
 *   <li>400 to a handshake with any other fault;
 *   <li>501, and a line in the log, on a provider other than Ringer.
 * </ul>
 *
 * <p>While the server stops with a delay, it closes WebSockets with 1001, and the clients have the time to answer. The
 * limits of the server apply: it cuts off a client that does not read for {@code ringer.writeStallTimeout}. The memory
 * that it retains for clients counts towards {@code ringer.maxBufferedMemory}. If that memory is exhausted, the server
 * may close a WebSocket with 1013. Immutable, and safe for use by several contexts and servers.
 *
 * @see WebSocketHandlerBuilder
 * @since 0.1.0
 */
public final class WebSocketHandler implements HttpHandler {
    private final WebSocketListener listener;
    private final List<String> subprotocols;
    private final Predicate<String> origins;
    private final boolean compression;
    private final WebSocketLimits limits;
    private final FailureLog failures;
    private final AtomicBoolean unavailable = new AtomicBoolean(); // true once it has been logged

    WebSocketHandler(
            WebSocketListener listener,
            List<String> subprotocols,
            Predicate<String> origins,
            boolean compression,
            WebSocketLimits limits) {
        this.listener = listener;
        this.subprotocols = subprotocols;
        this.origins = origins;
        this.compression = compression;
        this.limits = limits;
        WebSocketUse.expect();
        this.failures = new FailureLog(
                "A WebSocketListener has failed (" + listener.getClass().getName() + "); its WebSocket is closed");
    }

    /**
     * Returns a handler with the defaults.
     *
     * @param listener receives the events of all sessions
     * @return a new handler
     */
    public static WebSocketHandler of(WebSocketListener listener) {
        return builder(listener).build();
    }

    /**
     * Returns a builder that starts from the defaults.
     *
     * @param listener receives the events of all sessions
     * @return a new builder
     */
    public static WebSocketHandlerBuilder builder(WebSocketListener listener) {
        return new WebSocketHandlerBuilder(listener);
    }

    WebSocketListener listener() {
        return listener;
    }

    FailureLog failures() {
        return failures;
    }

    /**
     * Answers a handshake, or refuses it with an error status. When this method returns after a handshake, the exchange
     * has ended.
     *
     * @param exchange the exchange of the request
     * @throws IOException if the client can no longer be reached
     */
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        if (exchange.getAttribute(WebSocketUpgrade.ATTRIBUTE) instanceof WebSocketUpgrade upgrade) {
            handle(exchange, upgrade);
            return;
        }
        if (unavailable.compareAndSet(false, true)) {
            ServerLog.unavailable("WebSockets need the provider dev.ringer.RingerProvider; clients get 501 from "
                    + exchange.getClass().getName());
        }
        refuse(exchange, 501);
    }

    private void handle(HttpExchange exchange, WebSocketUpgrade upgrade) throws IOException {
        Headers request = exchange.getRequestHeaders();
        if (!Handshake.isAskedFor(request)) {
            refuseWithoutUpgrade(exchange);
            return;
        }
        List<String> versions = request.get("Sec-WebSocket-Version");
        if (versions != null && !versions.contains(Handshake.VERSION)) {
            exchange.getResponseHeaders().set("Sec-WebSocket-Version", Handshake.VERSION);
            refuseWithoutUpgrade(exchange);
            return;
        }
        String key = upgrade.needsKey() ? Handshake.key(request) : null;
        boolean sound = exchange.getRequestMethod().equals("GET")
                && upgrade.requested()
                && versions != null
                && versions.size() == 1
                && (key != null || !upgrade.needsKey());
        if (!sound) {
            refuse(exchange, 400);
        } else if (!Handshake.isFromFriend(request, origins)) {
            refuse(exchange, 403);
        } else {
            open(exchange, upgrade, key);
        }
    }

    private void open(HttpExchange exchange, WebSocketUpgrade upgrade, String key) throws IOException {
        Headers request = exchange.getRequestHeaders();
        String agreed;
        try {
            agreed = compression ? Handshake.compression(request) : null;
        } catch (IllegalArgumentException malformed) {
            refuse(exchange, 400);
            return;
        }
        String subprotocol = Handshake.subprotocol(request, subprotocols);
        Headers response = exchange.getResponseHeaders();
        response.set("Upgrade", "websocket");
        response.set("Connection", "Upgrade");
        if (key != null) {
            response.set("Sec-WebSocket-Accept", Handshake.accept(key));
        }
        if (subprotocol != null) {
            response.set("Sec-WebSocket-Protocol", subprotocol);
        }
        if (agreed != null) {
            response.set("Sec-WebSocket-Extensions", agreed);
        }
        ListenedSession session =
                new ListenedSession(this, exchange, upgrade.keep(exchange.getRequestURI(), request), subprotocol);
        upgrade.switchTo(WebSocketConnection.protocol(upgrade.shared(), limits, agreed != null, session));
    }

    private static void refuseWithoutUpgrade(HttpExchange exchange) throws IOException {
        Headers response = exchange.getResponseHeaders();
        response.set("Upgrade", "websocket"); // a 426 must have this field (RFC 9110, 15.5.22)
        response.set("Connection", "Upgrade");
        refuse(exchange, 426);
    }

    private static void refuse(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }
}
