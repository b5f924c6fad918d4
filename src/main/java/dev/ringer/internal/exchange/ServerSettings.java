package dev.ringer.internal.exchange;

import com.sun.net.httpserver.Filter;
import dev.ringer.headers.RingerHeaders;
import dev.ringer.internal.observe.RequestMetrics;
import dev.ringer.internal.observe.Traffic;
import dev.ringer.internal.proxy.Forwarding;
import dev.ringer.options.Proxies;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.options.Settings.AttributeScope;
import dev.ringer.options.Settings.ErrorResponse;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * The settings of a server, and objects that its exchanges share. The settings may be replaced once, when the server is
 * bound, because some system properties are for one port only. After that, only {@link #measureRequests} changes
 * something. Any thread may call it.
 */
public final class ServerSettings {
    private final Traffic traffic;
    private final ToIntFunction<Throwable> statusOf;
    private volatile RequestMetrics requests; // null until the server measures its requests

    // set when the server is bound, and then never changed
    private ServerOptions options;
    // makes maps for response headers; null if the built-in map is used
    private Supplier<Map<String, List<String>>> headerMaps;
    private Filter compression; // compresses responses; null if compression is off
    private Forwarding forwarding; // reads the fields in which proxies describe clients; null if the server reads none
    private PushParts pushParts;

    /**
     * Creates the settings.
     *
     * @param traffic counts the exchanges
     * @param statusOf returns the status code for an exception that blames the client, in a message that contains
     *     nothing that the client sent; 0 for all other exceptions
     * @param compression runs before the filters of every context; null if compression is off
     */
    public ServerSettings(
            ServerOptions options, Traffic traffic, ToIntFunction<Throwable> statusOf, Filter compression) {
        this.traffic = traffic;
        this.statusOf = statusOf;
        apply(options, compression);
    }

    /** Replaces the options and the compression filter. The server must not be started yet. */
    public void apply(ServerOptions options, Filter compression) {
        this.options = options;
        this.headerMaps = options.get(Settings.HEADERS_MAP).maker();
        this.compression = compression;
        Proxies proxies = options.get(Settings.PROXIES);
        this.forwarding = proxies.isNone() || proxies.fields().isEmpty() ? null : new Forwarding(proxies);
        this.pushParts = new PushParts(options);
    }

    public ServerOptions options() {
        return options;
    }

    Traffic traffic() {
        return traffic;
    }

    /** Returns the durations and sizes of requests; null if the server does not measure its requests. */
    RequestMetrics requests() {
        return requests;
    }

    /** Returns the durations and sizes of requests. The server measures its requests from the first call on. */
    public synchronized RequestMetrics measureRequests() {
        if (requests == null) {
            requests = new RequestMetrics();
        }
        return requests;
    }

    /** Returns the function that maps exceptions that blame the client to status codes, and all others to 0. */
    ToIntFunction<Throwable> statusOf() {
        return statusOf;
    }

    boolean sharesAttributes() {
        return options.get(Settings.ATTRIBUTE_SCOPE) == AttributeScope.CONTEXT;
    }

    /** Whether the server sends an error response if a handler fails before it has sent response headers. */
    boolean answersFailures() {
        return options.get(Settings.ERROR_RESPONSE) == ErrorResponse.STATUS_500;
    }

    /** Returns the compression filter, which runs before the filters of every context; null if compression is off. */
    Filter compression() {
        return compression;
    }

    /**
     * Returns the object that reads the fields in which trusted proxies describe clients; null if the server reads
     * none.
     */
    Forwarding forwarding() {
        return forwarding;
    }

    public PushParts pushParts() {
        return pushParts;
    }

    RingerHeaders newHeaders() {
        return headerMaps == null ? new RingerHeaders() : RingerHeaders.over(headerMaps.get());
    }
}
