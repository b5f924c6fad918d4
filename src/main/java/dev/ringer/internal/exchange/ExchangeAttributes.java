package dev.ringer.internal.exchange;

import com.sun.net.httpserver.Headers;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.Relay;
import java.util.Map;

/**
 * The attributes of one exchange. Depending on a setting, all exchanges of a context share the attributes that the
 * application has set. Ringer's own attributes, whose names are constants of this class, are never shared. Only one
 * thread at a time may use the attributes of an exchange.
 */
public final class ExchangeAttributes {
    /**
     * The attribute with the list of violations that the server has tolerated in the request. Without
     * {@code ringer.compliance=legacy}, the server tolerates none.
     */
    public static final String VIOLATIONS = "dev.ringer.violations";

    /** The attribute with the request's trailers, as headers; empty until the whole request body has been read. */
    public static final String REQUEST_TRAILERS = "dev.ringer.requestTrailers";

    /** The attribute with the response's trailers, as headers that the application has set; null if there are none. */
    public static final String RESPONSE_TRAILERS = "dev.ringer.responseTrailers";

    /**
     * The attribute with the scheme: {@code https} if the client uses TLS, otherwise {@code http}. Behind a trusted
     * proxy, this is about the connection between the client and the proxy.
     */
    public static final String SCHEME = "dev.ringer.scheme";

    /** The attribute with the address of the trusted proxy that has named the client; null if none has done so. */
    public static final String PROXY_ADDRESS = "dev.ringer.proxyAddress";

    /**
     * The attribute with the additional values of the PROXY protocol, such as the host name that the client requested:
     * a map of texts, by name. Null if the connection did not begin with a header of that protocol.
     */
    public static final String PROXY_PROTOCOL = "dev.ringer.proxyProtocol";

    /** The attribute with the number of the exchange in the access log; null if the exchange is not logged. */
    public static final String EXCHANGE_NUMBER = "dev.ringer.exchangeNumber";

    /**
     * The attribute that the application can set to a {@link Runnable}. The action runs if the client goes away before
     * the exchange ends.
     */
    public static final String ON_DISCONNECT = "dev.ringer.onDisconnect";

    /**
     * The attribute that the application can set to {@link Boolean#FALSE}, on an exchange or on a context. Then neither
     * the stall timeout nor the minimum rate of request bodies applies while a handler waits for the body.
     */
    public static final String BODY_TIME_LIMITS = "dev.ringer.bodyTimeLimits";

    private final Exchange exchange;
    private final Map<String, Object> stored;
    private Headers requestTrailers; // trailers as headers; null until the trailers have arrived
    private ResponseTrailers responseTrailers;
    // Actions that run if the client goes away. Null until the application adds one.
    private DisconnectActions disconnectActions;

    /** Creates attributes. {@code stored} is the map with the attributes that the application sets. */
    ExchangeAttributes(Exchange exchange, Map<String, Object> stored) {
        this.exchange = exchange;
        this.stored = stored;
    }

    Object get(String name) {
        return switch (name) {
            case VIOLATIONS ->
                exchange.stream().request().tolerated().stream()
                        .map(Violation::listing)
                        .toList();
            case REQUEST_TRAILERS -> requestTrailers();
            case RESPONSE_TRAILERS -> responseTrailers == null ? null : responseTrailers.headers();
            case SCHEME -> exchange.secure() ? "https" : "http";
            case PROXY_ADDRESS -> exchange.proxyAddress();
            case PROXY_PROTOCOL -> proxyNotes(exchange.stream().transport().relay());
            case EXCHANGE_NUMBER -> exchange.logNumber() == 0 ? null : (Object) exchange.logNumber();
            default -> stored.get(name);
        };
    }

    void set(String name, Object value) {
        switch (name) {
            case VIOLATIONS, REQUEST_TRAILERS, SCHEME, PROXY_ADDRESS, PROXY_PROTOCOL ->
                throw new IllegalArgumentException(name + " is read-only");
            case RESPONSE_TRAILERS -> responseTrailers(value);
            case ON_DISCONNECT -> onDisconnect(value);
            case BODY_TIME_LIMITS -> bodyTimeLimits(name, value);
            case EXCHANGE_NUMBER -> throw new IllegalArgumentException(name + " is read-only");
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
        FieldLines lines = exchange.stream().requestTrailers();
        Headers headers = new RequestHeaders(lines);
        if (lines.count() > 0) {
            requestTrailers = headers;
        }
        return headers;
    }

    private void responseTrailers(Object value) {
        if (exchange.stream().ended()) {
            throw new IllegalStateException("Cannot set " + RESPONSE_TRAILERS + ": the response has already ended");
        }
        if (value != null && !(value instanceof Headers)) {
            throw new IllegalArgumentException(RESPONSE_TRAILERS + " must be a Headers object");
        }
        ResponseTrailers trailers = value == null ? null : ResponseTrailers.copyOf((Headers) value);
        exchange.stream().trailers(trailers);
        responseTrailers = trailers;
    }

    private void bodyTimeLimits(String name, Object value) {
        if (!(value instanceof Boolean limited)) {
            throw new IllegalArgumentException(name + " must be a Boolean");
        }
        exchange.stream().limitBodyTime(limited);
    }

    private void onDisconnect(Object value) {
        if (!(value instanceof Runnable action)) {
            throw new IllegalArgumentException(ON_DISCONNECT + " must be a Runnable");
        }
        if (disconnectActions == null) {
            disconnectActions = new DisconnectActions(exchange.stream());
        }
        disconnectActions.add(action);
    }

    ResponseTrailers responseTrailers() {
        return responseTrailers;
    }
}
