package dev.ringer;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.delegate.OtherProvider;
import dev.ringer.internal.exchange.ExchangeAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Reads and sets trailer fields (RFC 9110, 6.5). Trailers are fields that follow the content of a message, such as a
 * checksum of the content, or the status of a gRPC call. HTTP/1.1 sends them after the last chunk of a body. HTTP/2
 * sends them in a field section at the end of a stream.
 *
 * <pre>{@code
 * exchange.sendResponseHeaders(200, 0);
 * try (OutputStream body = exchange.getResponseBody()) {
 *     body.write(…);
 *     Headers trailers = new Headers();
 *     trailers.set("X-Checksum", …);
 *     Trailers.response(exchange, trailers);
 * }
 * }</pre>
 *
 * <p>The attributes {@value #REQUEST_ATTRIBUTE} and {@value #RESPONSE_ATTRIBUTE} of an exchange hold its trailers, as
 * {@link Headers}. Code that is compiled against the JDK alone can get and set the attributes directly. A filter may
 * wrap the exchange if the wrapper forwards calls for attributes to the exchange. Trailers are never shared, even if
 * all exchanges of a context share the other attributes.
 *
 * <p>Fields that belong in the head cannot be trailers: those for framing, routing, authentication, conditions and
 * cache control, and those that begin with {@code Content-}, except digests. The server drops such a field if a client
 * sends it. An application that sets such a field gets an {@link IllegalArgumentException}.
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
     * @return unmodifiable headers; empty if there are no trailers, or if the handler has not read the request body to
     *     its end (−1) yet
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
     * Sets the trailers of a response, and replaces those that were set before. Call this method before you close the
     * response body, because the server sends the trailers at the end of the body. The server keeps a copy.
     *
     * <p>If trailers are set before {@link HttpExchange#sendResponseHeaders}, the server announces them in a {@code
     * Trailer} field, unless the application has set that field. To announce a name whose value is not known yet, give
     * the name an empty list of values, and set the value later.
     *
     * <p>Not all responses can have trailers. The server drops them on HTTP/1.0, in responses to HEAD, and in responses
     * with status 204 or 304. On HTTP/1.1 it also drops them if there is no body, or if {@code sendResponseHeaders} was
     * called with the length of the body.
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
