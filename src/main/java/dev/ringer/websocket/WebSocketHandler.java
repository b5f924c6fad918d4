package dev.ringer.websocket;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.internal.delegate.OtherProvider;
import dev.ringer.internal.exchange.WebSocketUpgrade;
import dev.ringer.internal.observe.FailureLog;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.internal.websocket.WebSocketConnection;
import dev.ringer.internal.websocket.WebSocketLimits;
import dev.ringer.internal.websocket.WebSocketUse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Answers the WebSocket handshake (RFC 6455) and opens the WebSocket. The filters and the authenticator of the context
 * run first, as for any handler. The following example is a chat:
 *
 * <pre>{@code
 * Set<WebSocketSession> present = ConcurrentHashMap.newKeySet();
 * server.createContext("/chat", WebSocketHandler.of(new WebSocketListener() {
 *     public void onOpen(WebSocketSession session) {
 *         present.add(session);
 *     }
 *
 *     public void onText(WebSocketSession session, String message) {
 *         present.forEach(other -> other.trySendText(message));
 *     }
 *
 *     public void onClose(WebSocketSession session, int code, String reason) {
 *         present.remove(session);
 *     }
 * }));
 * }</pre>
 *
 * <p>A request gets one of these answers:
 *
 * <ul>
 *   <li>101 for a valid handshake. From then on, the connection is a WebSocket, and the {@link WebSocketListener} gets
 *       its events. Over HTTP/2 (RFC 8441), the answer is 200, and only the stream of the request becomes a WebSocket;
 *   <li>426 if the request doesn't ask for a WebSocket, on HTTP/1.1 with {@code Upgrade: websocket}, and with
 *       {@code Sec-WebSocket-Version: 13} if it asks for another version;
 *   <li>403 if the request comes from a page of another host (RFC 6455, 10.2), unless
 *       {@link Builder#origins(String...)} allows that page. Without this check, any page could open a WebSocket with
 *       the user's cookies;
 *   <li>400 for any other fault in the handshake;
 *   <li>501, and a line in the log, on a provider other than Ringer.
 * </ul>
 *
 * <p>When the server stops with a delay, it closes WebSockets with code 1001, and clients can answer until the delay is
 * over. A client that doesn't read for {@code ringer.writeStallTimeout} is cut off. The memory that the server retains
 * for WebSockets counts towards {@code ringer.maxBufferedMemory}. When that limit is reached, the server may close a
 * WebSocket with code 1013.
 *
 * <p>A handler is immutable, and several contexts and servers may use the same handler.
 *
 * @since 0.1.0
 */
public final class WebSocketHandler implements HttpHandler {
    private final ListenedSession.Target target;
    private final List<String> subprotocols;
    private final Predicate<String> origins;
    private final boolean compression;
    private final WebSocketLimits limits;
    private final RefusedOrigins refusedOrigins = new RefusedOrigins();
    // whether this handler has logged that the server's provider has no WebSockets
    private final AtomicBoolean unavailable = new AtomicBoolean();

    private WebSocketHandler(Builder builder) {
        subprotocols = builder.subprotocols;
        origins = builder.origins;
        compression = builder.compression;
        limits = builder.limits();
        WebSocketUse.expect();
        FailureLog failures = new FailureLog("WebSocketListener "
                + builder.listener.getClass().getName() + " threw an exception; closed the WebSocket");
        target = new ListenedSession.Target(builder.listener, failures);
    }

    /**
     * {@return a new handler with the defaults}
     *
     * @param listener receives the events of all sessions
     */
    public static WebSocketHandler of(WebSocketListener listener) {
        return builder(listener).build();
    }

    /**
     * {@return a new builder with the defaults}
     *
     * @param listener receives the events of all sessions
     */
    public static Builder builder(WebSocketListener listener) {
        return new Builder(listener);
    }

    /**
     * Answers a handshake, or refuses it with an error status. After a successful handshake, the exchange has ended
     * when this method returns.
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
            ServerLog.unavailable("WebSocketHandler answers 501 because it works only with Ringer, but "
                    + OtherProvider.serving(exchange));
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
            refusedOrigins.refused(request.get("Origin"), request.getFirst("Host"));
            refuseOrigin(exchange);
        } else {
            open(exchange, upgrade, key);
        }
    }

    private void open(HttpExchange exchange, WebSocketUpgrade upgrade, @Nullable String key) throws IOException {
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
        KeptHandshake kept = new KeptHandshake(exchange.getRequestURI(), request);
        ListenedSession session = new ListenedSession(target, exchange, kept, subprotocol);
        upgrade.switchTo(WebSocketConnection.protocol(upgrade.shared(), limits, agreed != null, session));
    }

    private static void refuseWithoutUpgrade(HttpExchange exchange) throws IOException {
        Headers response = exchange.getResponseHeaders();
        response.set("Upgrade", "websocket"); // RFC 9110, 15.5.22, requires this field in a 426
        response.set("Connection", "Upgrade");
        refuse(exchange, 426);
    }

    private static void refuseOrigin(HttpExchange exchange) throws IOException {
        byte[] why =
                "This page may not open the WebSocket because its origin is not allowed. See the server's log for details.\n"
                        .getBytes(StandardCharsets.US_ASCII);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.sendResponseHeaders(403, why.length);
        exchange.getResponseBody().write(why);
        exchange.close();
    }

    private static void refuse(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    /**
     * Builds a {@link WebSocketHandler}. Each method names the default of its option. Not safe for use by several
     * threads at once.
     *
     * <pre>{@code
     * HttpHandler chat = WebSocketHandler.builder(listener)
     *         .origins("https://app.example.org")
     *         .maxMessageBytes(64 << 10)
     *         .build();
     * }</pre>
     *
     * @since 0.1.0
     */
    public static final class Builder {
        private static final long MIB = 1 << 20;

        private final WebSocketListener listener;
        private List<String> subprotocols = List.of();
        private Predicate<String> origins = origin -> false;
        private long maxMessageBytes = MIB;
        private long maxPendingBytes = MIB;
        private Duration pingInterval = Duration.ofSeconds(30);
        private Duration pongTimeout = Duration.ofSeconds(10);
        private Duration closeTimeout = Duration.ofSeconds(5);
        private boolean compression;

        private Builder(WebSocketListener listener) {
            this.listener = Objects.requireNonNull(listener, "listener");
        }

        /**
         * Sets the subprotocols (RFC 6455, 1.9). The server agrees on the first of these that a client offers. If it
         * offers none of them, the WebSocket has none, and {@link WebSocketSession#subprotocol} returns null.
         *
         * @param names the names of subprotocols, case-sensitive, the preferred one first (default: none)
         * @return this
         */
        public Builder subprotocols(String... names) {
            subprotocols = List.of(names);
            return this;
        }

        /**
         * Allows pages of other hosts, which are refused by default. Pages of the requested host are always allowed,
         * and so are clients without {@code Origin}, because they're programs rather than web pages.
         *
         * @param names the origins as browsers write them (RFC 6454, 6.2): scheme, host, and the port unless it is the
         *     default port. Examples are {@code https://example.org} and {@code http://localhost:3000}
         * @return this
         */
        public Builder origins(String... names) {
            Set<String> known =
                    Stream.of(names).map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
            return origins(origin -> known.contains(origin.toLowerCase(Locale.ROOT)));
        }

        /**
         * Allows pages of other hosts that pass a test. Pages of the requested host and clients without {@code Origin}
         * are always allowed.
         *
         * @param test receives the value of {@code Origin} as the client sent it, and returns true to allow the client;
         *     not called for clients that are always allowed
         * @return this
         */
        public Builder origins(Predicate<String> test) {
            origins = Objects.requireNonNull(test, "test");
            return this;
        }

        /**
         * Limits the size of received messages. A client that sends a larger one is closed with 1009.
         *
         * @param bytes the largest size after decompression (default: 1 MiB); 0 for no limit, which is meant for use
         *     with a {@link WebSocketFragmentListener}
         * @return this
         * @throws IllegalArgumentException if the size is negative
         */
        public Builder maxMessageBytes(long bytes) {
            maxMessageBytes = requireSize("maxMessageBytes", bytes);
            return this;
        }

        /**
         * Limits how far a client may fall behind. At the limit, {@link WebSocketSession#sendText} and the other
         * {@code send} methods wait, and {@link WebSocketSession#trySendText} and
         * {@link WebSocketSession#trySendBinary} return false.
         *
         * @param bytes the limit (default: 1 MiB); 0 for no limit. Without a limit, a slow client can take as much
         *     memory as the application sends
         * @return this
         * @throws IllegalArgumentException if the limit is negative
         */
        public Builder maxPendingBytes(long bytes) {
            maxPendingBytes = requireSize("maxPendingBytes", bytes);
            return this;
        }

        private static long requireSize(String name, long bytes) {
            if (bytes < 0) {
                throw new IllegalArgumentException(name + " must not be negative: " + bytes);
            }
            return bytes == 0 ? Long.MAX_VALUE : bytes;
        }

        /**
         * Sets how long a client may be silent before the server pings it (RFC 6455, 5.5.2), to find out whether it's
         * still there. Pings also keep proxies from closing an idle connection.
         *
         * @param silence the longest time without any data from the client (default: 30 s); zero for no pings
         * @return this
         * @throws IllegalArgumentException if the time is negative
         */
        public Builder pingInterval(Duration silence) {
            pingInterval = requireTime("pingInterval", silence);
            return this;
        }

        /**
         * Sets how long a client may stay silent after a ping before the server ends its WebSocket, and the listener
         * gets the code 1006. The time doesn't run while the client's socket is full, because the ping may still be
         * waiting in the server.
         *
         * @param silence the longest time (default: 10 s); zero for no limit
         * @return this
         * @throws IllegalArgumentException if the time is negative
         */
        public Builder pongTimeout(Duration silence) {
            pongTimeout = requireTime("pongTimeout", silence);
            return this;
        }

        /** Sets how long a client has to answer a close frame, and then to end its side (default: 5 s). For tests. */
        Builder closeTimeout(Duration silence) {
            closeTimeout = silence;
            return this;
        }

        private static Duration requireTime(String name, Duration time) {
            if (time.isNegative()) {
                throw new IllegalArgumentException(name + " must not be negative: " + time);
            }
            return time;
        }

        /**
         * Sets whether messages of 256 bytes or more are compressed if the client offers it (permessage-deflate, RFC
         * 7692). Each one is compressed by itself, so no state is kept between messages. That costs processor time on
         * both sides. It's also a risk: the length of a message that has both a secret and text of an attacker's choice
         * can reveal the secret.
         *
         * @param value true to compress (default: false)
         * @return this
         */
        public Builder compression(boolean value) {
            compression = value;
            return this;
        }

        /** {@return a new handler with the options of this builder} */
        public WebSocketHandler build() {
            return new WebSocketHandler(this);
        }

        private WebSocketLimits limits() {
            return new WebSocketLimits(
                    maxMessageBytes,
                    maxPendingBytes,
                    TimeLimit.nanos(pingInterval),
                    TimeLimit.nanos(pongTimeout),
                    closeTimeout.toNanos(),
                    listener instanceof WebSocketFragmentListener);
        }
    }
}
