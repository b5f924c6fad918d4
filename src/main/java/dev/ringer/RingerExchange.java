package dev.ringer;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.delegate.OtherProvider;
import dev.ringer.internal.exchange.ExchangeAttributes;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What Ringer knows about a request beyond the JDK's API, such as its scheme, the proxy that forwarded it, and the
 * violations that were tolerated. This class can also run an action when the client disconnects, and exempt a long
 * upload from the time limits of bodies.
 *
 * <pre>{@code
 * server.createContext("/report", exchange -> {
 *     String base = RingerExchange.scheme(exchange) + "://" + exchange.getRequestHeaders().getFirst("Host");
 *     RingerExchange.onDisconnect(exchange, query::cancel);       // nobody is waiting for the report any more
 *     byte[] report = query.run(base);
 *     exchange.sendResponseHeaders(200, report.length);
 *     exchange.getResponseBody().write(report);
 *     exchange.close();
 * });
 * }</pre>
 *
 * <p>The constants are the names of the exchange attributes behind these methods. Code that is compiled against the JDK
 * alone can use these names. The methods also work on a wrapper that forwards {@code getAttribute} and
 * {@code setAttribute}. Each exchange has its own values of Ringer's attributes, even if all exchanges of a context
 * share their other attributes.
 *
 * <p>On another provider, every method throws an {@link UnsupportedOperationException} that names the provider. To find
 * out beforehand, call {@link Ringer#serves(HttpExchange)}.
 *
 * @since 0.1.0
 */
public final class RingerExchange {
    /** The attribute behind {@link #scheme}: a {@link String}. */
    public static final String SCHEME = ExchangeAttributes.SCHEME;

    /** The attribute behind {@link #proxyAddress}: an {@link InetSocketAddress} or null. */
    public static final String PROXY_ADDRESS = ExchangeAttributes.PROXY_ADDRESS;

    /** The attribute behind {@link #proxyProtocol}: a {@code Map<String, String>}, or null without the PROXY protocol. */
    public static final String PROXY_PROTOCOL = ExchangeAttributes.PROXY_PROTOCOL;

    /** The attribute behind {@link #violations}: a {@code List<String>}. */
    public static final String VIOLATIONS = ExchangeAttributes.VIOLATIONS;

    /** The attribute behind {@link #number}: a {@link Long}, or null without an access log. */
    public static final String EXCHANGE_NUMBER = ExchangeAttributes.EXCHANGE_NUMBER;

    /**
     * The attribute behind {@link #limitBodyTime}: a {@link Boolean}. As an attribute of a context, it applies to all
     * exchanges of the context. If it is false there, the server also calls the handler at once if a request doesn't
     * announce the length of its body.
     */
    public static final String BODY_TIME_LIMITS = ExchangeAttributes.BODY_TIME_LIMITS;

    /** The attribute behind {@link #onDisconnect}: setting it to a {@link Runnable} adds the action. */
    public static final String ON_DISCONNECT = ExchangeAttributes.ON_DISCONNECT;

    private RingerExchange() {}

    /**
     * Returns the scheme of the request's URL. Behind a trusted proxy that says so, it's the one between the client and
     * the proxy.
     *
     * @param exchange an exchange of a Ringer server
     * @return {@code https} or {@code http}
     * @throws UnsupportedOperationException if another provider serves the exchange
     */
    public static String scheme(HttpExchange exchange) {
        if (exchange.getAttribute(SCHEME) instanceof String scheme) {
            return scheme;
        }
        throw OtherProvider.unsupported("RingerExchange.scheme", exchange);
    }

    /**
     * Returns the address of the trusted proxy that named the client. {@link HttpExchange#getRemoteAddress()} is then
     * the address of that client.
     *
     * @param exchange an exchange of a Ringer server
     * @return the address; null if no trusted proxy named the client
     * @throws UnsupportedOperationException if another provider serves the exchange
     */
    public static @Nullable InetSocketAddress proxyAddress(HttpExchange exchange) {
        requireRinger("RingerExchange.proxyAddress", exchange);
        return (InetSocketAddress) exchange.getAttribute(PROXY_ADDRESS);
    }

    /**
     * Returns the values that a header of the PROXY protocol, version 2, carries beside the addresses, such as the host
     * name that the client asked for. Don't trust what the client itself sent.
     *
     * @param exchange an exchange of a Ringer server
     * @return an unmodifiable map of values by name; empty if the connection began without such a header
     * @throws UnsupportedOperationException if another provider serves the exchange
     */
    @SuppressWarnings("unchecked") // the server makes the map
    public static Map<String, String> proxyProtocol(HttpExchange exchange) {
        requireRinger("RingerExchange.proxyProtocol", exchange);
        Object notes = exchange.getAttribute(PROXY_PROTOCOL);
        return notes == null ? Map.of() : (Map<String, String>) notes;
    }

    /**
     * Returns the violations of HTTP's rules that the server tolerated in this request, which only happens with
     * {@code ringer.compliance=legacy}.
     *
     * @param exchange an exchange of a Ringer server
     * @return one text for each violation: its name, a colon, a space and a link to the RFC; unmodifiable
     * @throws UnsupportedOperationException if another provider serves the exchange
     */
    @SuppressWarnings("unchecked") // the server makes the list
    public static List<String> violations(HttpExchange exchange) {
        requireRinger("RingerExchange.violations", exchange);
        return (List<String>) exchange.getAttribute(VIOLATIONS);
    }

    /**
     * Returns the number of the exchange in the access log, for example to write it into your own log.
     *
     * @param exchange an exchange of a Ringer server
     * @return the number, counted from 1 for each server; empty if the server has no access log
     * @throws UnsupportedOperationException if another provider serves the exchange
     */
    public static OptionalLong number(HttpExchange exchange) {
        requireRinger("RingerExchange.number", exchange);
        return exchange.getAttribute(EXCHANGE_NUMBER) instanceof Long number
                ? OptionalLong.of(number)
                : OptionalLong.empty();
    }

    /**
     * Sets whether {@code ringer.bodyStallTimeout} and {@code ringer.minBodyRate} apply while a handler waits for the
     * request body. Turn them off for a client that may rest in the middle of its body before the response begins; once
     * it has begun, they don't apply anyway.
     *
     * @param exchange an exchange of a Ringer server
     * @param limited false to wait without these limits
     * @throws UnsupportedOperationException if another provider serves the exchange
     */
    public static void limitBodyTime(HttpExchange exchange, boolean limited) {
        requireRinger("RingerExchange.limitBodyTime", exchange);
        exchange.setAttribute(BODY_TIME_LIMITS, limited);
    }

    /**
     * Adds an action that is called, at most once, if the client goes away before the exchange ends, so that a handler
     * can give up long work. The server interrupts no thread, so the action itself must end that work, for example by
     * cancelling a query.
     *
     * <pre>{@code
     * Future<byte[]> report = pool.submit(() -> render());
     * RingerExchange.onDisconnect(exchange, () -> report.cancel(true));
     * }</pre>
     *
     * <p>A client goes away in one of these ways:
     *
     * <ul>
     *   <li>Its HTTP/2 stream is reset, by the client or by the server.
     *   <li>Its connection is lost, or the server closes it because of a limit, a response that cannot be written, or
     *       because it stops.
     *   <li>On HTTP/1, it closes its sending side. The server cannot know whether it still waits for the answer, so the
     *       handler may answer.
     * </ul>
     *
     * <p>On HTTP/1 the server notices only if the whole content of the request had arrived when the handler began, or
     * once the handler has read it all. If the client has sent more than 8 KiB of further requests, only a write
     * notices.
     *
     * <p>The actions of the process share a few threads of Ringer's own, never the caller's, so they should not block
     * for long. If the client has already gone, the action is called at once; if the exchange has ended, not at all.
     * One that has begun may still run when the exchange ends. Several run one after the other, in the order in which
     * they were added.
     *
     * <p>A WebSocket or an event stream ends the exchange when it's opened, and has an {@code onClose} of its own.
     *
     * @param exchange an exchange of a Ringer server. Only one thread at a time may use an exchange
     * @param action an action; the server logs exceptions that the action throws
     * @throws UnsupportedOperationException if another provider serves the exchange
     */
    public static void onDisconnect(HttpExchange exchange, Runnable action) {
        Objects.requireNonNull(action, "action");
        requireRinger("RingerExchange.onDisconnect", exchange);
        exchange.setAttribute(ON_DISCONNECT, action);
    }

    static boolean isServedByRinger(HttpExchange exchange) {
        return exchange.getAttribute(SCHEME) != null;
    }

    /** Throws an exception with the caller's name, {@code what}, if another provider serves the exchange. */
    static void requireRinger(String what, HttpExchange exchange) {
        if (!isServedByRinger(exchange)) {
            throw OtherProvider.unsupported(what, exchange);
        }
    }
}
