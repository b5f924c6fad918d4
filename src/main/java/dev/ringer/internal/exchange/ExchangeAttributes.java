package dev.ringer.internal.exchange;

import com.sun.net.httpserver.Headers;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.ExchangeObserver;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Relay;
import java.util.Map;

/**
 * The attributes of one exchange. Those of the application may be those of the context. Ringer's own never are. Like
 * the exchange, for one thread at a time.
 */
final class ExchangeAttributes {
    private final HttpStream stream;
    private final Map<String, Object> stored;
    private Headers requestTrailers; // null until there are some
    private ResponseTrailers responseTrailers;

    /** Creates attributes. Those of the application are kept in {@code stored}. */
    ExchangeAttributes(HttpStream stream, Map<String, Object> stored) {
        this.stream = stream;
        this.stored = stored;
    }

    Object get(String name) {
        return switch (name) {
            case OwnAttributes.VIOLATIONS ->
                stream.request().tolerated().stream().map(Violation::listing).toList();
            case OwnAttributes.REQUEST_TRAILERS -> requestTrailers();
            case OwnAttributes.RESPONSE_TRAILERS -> responseTrailers == null ? null : responseTrailers.headers();
            case OwnAttributes.SCHEME -> stream.secure() ? "https" : "http";
            case OwnAttributes.PROXY_ADDRESS -> stream.proxyAddress();
            case OwnAttributes.PROXY_PROTOCOL -> proxyNotes(stream.transport().relay());
            case OwnAttributes.EXCHANGE_NUMBER -> number(stream.observer());
            default -> stored.get(name);
        };
    }

    /** Returns the number of the exchange in the log; null if it is not logged. */
    private static Object number(ExchangeObserver observer) {
        return observer == null || observer.logNumber() == 0 ? null : (Object) observer.logNumber();
    }

    void set(String name, Object value) {
        switch (name) {
            case OwnAttributes.VIOLATIONS,
                    OwnAttributes.REQUEST_TRAILERS,
                    OwnAttributes.SCHEME,
                    OwnAttributes.PROXY_ADDRESS,
                    OwnAttributes.PROXY_PROTOCOL ->
                throw new IllegalArgumentException(name + " says what the client sent");
            case OwnAttributes.RESPONSE_TRAILERS -> responseTrailers(value);
            case OwnAttributes.EXCHANGE_NUMBER -> throw new IllegalArgumentException(name + " is the server's");
            default -> store(name, value);
        }
    }

    private void store(String name, Object value) {
        if (value == null) {
            stored.remove(name);
        } else {
            stored.put(name, value);
        }
    }

    private static Map<String, String> proxyNotes(Relay relay) {
        return relay == null ? null : relay.notes();
    }

    private Headers requestTrailers() {
        if (requestTrailers != null) {
            return requestTrailers;
        }
        FieldLines lines = stream.requestTrailers();
        Headers headers = new RequestHeaders(lines);
        if (lines.count() > 0) {
            requestTrailers = headers;
        }
        return headers;
    }

    private void responseTrailers(Object value) {
        if (stream.ended()) {
            throw new IllegalStateException("the response has ended");
        }
        if (value != null && !(value instanceof Headers)) {
            throw new IllegalArgumentException(OwnAttributes.RESPONSE_TRAILERS + " are Headers");
        }
        ResponseTrailers trailers = value == null ? null : ResponseTrailers.copyOf((Headers) value);
        stream.trailers(trailers);
        responseTrailers = trailers;
    }

    /** Returns the trailer section of the response, or null. */
    ResponseTrailers responseTrailers() {
        return responseTrailers;
    }
}
