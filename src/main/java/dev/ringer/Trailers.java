package dev.ringer;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.server.OwnAttributes;
import java.util.Objects;

/**
 * Trailer fields (RFC 9110, 6.5): what follows the content of a message, such as a checksum of it, or the status of a gRPC call.
 * They travel behind the last chunk of a body on HTTP/1.1, and as a field section at the end of a stream on HTTP/2.
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
 * <p>The exchange may be wrapped, by a filter for example, as long as its attributes are passed on: trailers are the attributes
 * {@value #REQUEST_ATTRIBUTE} and {@value #RESPONSE_ATTRIBUTE}, both of type {@link Headers}, which code that is compiled against
 * the JDK alone can get and set as well. They belong to one exchange, even where other attributes are shared with the context.
 *
 * <p>Names that belong into the head never are trailers: framing, routing, authentication, conditions, what controls caches, and
 * {@code Content-} but for digests. Those that a client sends are dropped; to send one is an {@link IllegalArgumentException}.
 *
 * @since 0.1.0
 */
public final class Trailers {
    /** The name of the attribute that holds the trailers of the request. */
    public static final String REQUEST_ATTRIBUTE = OwnAttributes.REQUEST_TRAILERS;

    /** The name of the attribute that holds the trailers of the response. */
    public static final String RESPONSE_ATTRIBUTE = OwnAttributes.RESPONSE_TRAILERS;

    private Trailers() {}

    /**
     * The trailers of a request.
     *
     * @param exchange any exchange
     * @return unmodifiable headers; empty without trailers, before the end of the request's body has been read (its stream has
     *     said −1), and on a server that is not Ringer's
     */
    public static Headers request(HttpExchange exchange) {
        return exchange.getAttribute(REQUEST_ATTRIBUTE) instanceof Headers trailers ? trailers : new Headers();
    }

    /**
     * Gives a response trailers, in place of those that it was given before. They leave with its end: so this is for before its
     * stream is closed. A copy is made.
     *
     * <p>What is given before {@link HttpExchange#sendResponseHeaders} is announced in a {@code Trailer} field, unless the
     * application has set one. A name with an empty list of values is announced and not sent, and may get its value later.
     *
     * <p>Not all responses have a place for trailers. They are dropped where there is none: on HTTP/1.0; on HTTP/1.1 behind a
     * body whose length was given to {@code sendResponseHeaders} or that has none; behind answers to HEAD, 204 and 304.
     *
     * @param exchange an exchange of a server of Ringer's, its response not ended
     * @param trailers the fields; empty or null for none
     * @throws IllegalArgumentException if a field must not be in trailers, its name is no token, or its value has characters that
     *     cannot be sent
     * @throws IllegalStateException if the response has ended
     * @throws UnsupportedOperationException if the server is not Ringer's, and knows no trailers
     */
    public static void response(HttpExchange exchange, Headers trailers) {
        Objects.requireNonNull(exchange);
        if (exchange.getAttribute(REQUEST_ATTRIBUTE) == null) {
            throw new UnsupportedOperationException("this server knows no trailers");
        }
        exchange.setAttribute(RESPONSE_ATTRIBUTE, trailers);
    }
}
