package dev.ringer;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.delegate.OtherProvider;
import dev.ringer.internal.exchange.ExchangeAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Trailer fields (RFC 9110, 6.5): fields that follow the content of a message, such as its checksum, or the status of a
 * gRPC call. HTTP/1.1 sends them after the last chunk, HTTP/2 in a field section at the end of the stream.
 *
 * <pre>{@code
 * exchange.sendResponseHeaders(200, 0);
 * try (OutputStream body = exchange.getResponseBody()) {
 *     body.write(content);
 *     Headers trailers = new Headers();
 *     trailers.set("X-Checksum", checksum(content));
 *     Trailers.response(exchange, trailers);          // before the body is closed
 * }
 * }</pre>
 *
 * <p>The exchange attributes {@value #REQUEST_ATTRIBUTE} and {@value #RESPONSE_ATTRIBUTE}, both {@link Headers}, do the
 * same for code that is compiled against the JDK alone. A filter may wrap the exchange if the wrapper forwards calls
 * for attributes. Trailers are never shared, even where all exchanges of a context share the other attributes.
 *
 * <p>Fields that a receiver needs before the content can't be trailers: those for framing, routing, authentication,
 * conditions and cache control, and those that begin with {@code Content-}, except digests. One from a client is
 * dropped; setting one throws an {@link IllegalArgumentException}.
 *
 * @since 0.1.0
 */
public final class Trailers {
    /** The name of the attribute that holds the trailers of the request. */
    public static final String REQUEST_ATTRIBUTE = ExchangeAttributes.REQUEST_TRAILERS;

    /** The name of the attribute that holds the trailers of the response. */
    public static final String RESPONSE_ATTRIBUTE = ExchangeAttributes.RESPONSE_TRAILERS;

    private Trailers() {}

    /**
     * Returns the trailers of a request.
     *
     * @param exchange an exchange of a Ringer server
     * @return unmodifiable headers; empty if there are none, or until the handler has read the request body to its end
     *     (−1)
     * @throws UnsupportedOperationException if another provider serves the exchange;
     *     {@link Ringer#serves(HttpExchange)} tells beforehand
     */
    public static Headers request(HttpExchange exchange) {
        if (exchange.getAttribute(REQUEST_ATTRIBUTE) instanceof Headers trailers) {
            return trailers;
        }
        throw OtherProvider.unsupported("Trailers.request", exchange);
    }

    /**
     * Sets the trailers of a response, replacing any that were set before. They're sent at the end of the response
     * body, so call this before you close it. The server keeps a copy.
     *
     * <p>Trailers that are set before {@link HttpExchange#sendResponseHeaders} are announced in a {@code Trailer}
     * field, unless the application has set one. To announce a name whose value isn't known yet, give it an empty list
     * of values, and set the value later.
     *
     * <p>Not all responses can have trailers. They're dropped on HTTP/1.0, for HEAD, and with status 204 or 304; on
     * HTTP/1.1 also without a body, or if {@code sendResponseHeaders} was called with its length.
     *
     * @param exchange an exchange of a Ringer server, whose response has not ended
     * @param trailers the fields; empty or null for none
     * @throws IllegalArgumentException if a field must not be in trailers, its name is not a token, or its value has
     *     characters that cannot be sent
     * @throws IllegalStateException if the response has ended
     * @throws UnsupportedOperationException if another provider serves the exchange;
     *     {@link Ringer#serves(HttpExchange)} tells beforehand
     */
    public static void response(HttpExchange exchange, @Nullable Headers trailers) {
        RingerExchange.requireRinger("Trailers.response", exchange);
        exchange.setAttribute(RESPONSE_ATTRIBUTE, trailers);
    }
}
