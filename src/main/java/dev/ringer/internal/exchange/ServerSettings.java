package dev.ringer.internal.exchange;

import com.sun.net.httpserver.Filter;
import dev.ringer.files.CompressionFilter;
import dev.ringer.headers.RingerHeaders;
import dev.ringer.internal.headers.StorageMaps;
import dev.ringer.internal.observe.Traffic;
import dev.ringer.internal.proxy.Forwarding;
import dev.ringer.options.Proxies;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.options.Settings.AttributeScope;
import dev.ringer.options.Settings.Compression;
import dev.ringer.options.Settings.ErrorResponse;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The settings and counts that exchanges need from their server. Binding the server may change the settings, because
 * the server then knows its port. From then on all is fixed, except for the counts and for what WebSockets and event
 * streams share.
 */
public final class ServerSettings {
    private final Traffic traffic;

    // fixed when the server is bound
    private ServerOptions options;
    private Supplier<Map<String, List<String>>> headerMaps; // null for the built-in map
    private Filter compression; // null: off
    private Forwarding forwarding; // null: no proxies
    private PushParts pushParts;

    /**
     * Makes the compression filter. Because this is a class of its own, the JVM loads the filter only if compression is
     * on.
     */
    private static final class Compressing {
        static Filter filter() {
            return CompressionFilter.standard();
        }
    }

    /**
     * Prepares the settings. {@code traffic} counts the exchanges.
     *
     * @throws IllegalArgumentException if the class of the header map cannot be used
     */
    public ServerSettings(ServerOptions options, Traffic traffic) {
        this.traffic = traffic;
        apply(options);
    }

    /**
     * Applies other options. The server must not be started yet.
     *
     * @throws IllegalArgumentException if the class of the header map cannot be used
     */
    public void apply(ServerOptions options) {
        this.options = options;
        this.headerMaps = StorageMaps.factory(options.get(Settings.HEADERS_MAP));
        this.compression = options.get(Settings.COMPRESSION) == Compression.GZIP ? Compressing.filter() : null;
        this.forwarding =
                readsFields(options.get(Settings.PROXIES)) ? new Forwarding(options.get(Settings.PROXIES)) : null;
        this.pushParts = new PushParts(options);
    }

    private static boolean readsFields(Proxies proxies) {
        return !proxies.isNone() && !proxies.fields().isEmpty();
    }

    public ServerOptions options() {
        return options;
    }

    /** Returns the object in which exchanges count. */
    Traffic traffic() {
        return traffic;
    }

    /** Whether attributes are shared by all exchanges of a context. */
    boolean sharesAttributes() {
        return options.get(Settings.ATTRIBUTE_SCOPE) == AttributeScope.CONTEXT;
    }

    /** Whether the server sends an error response if a handler fails before its response has begun. */
    boolean answersFailures() {
        return options.get(Settings.ERROR_RESPONSE) == ErrorResponse.STATUS_500;
    }

    /** Returns the compression filter, which runs before the filters of every context; null if compression is off. */
    Filter compression() {
        return compression;
    }

    /** Returns the reader of the fields by which trusted proxies describe clients; null if there are no such fields. */
    Forwarding forwarding() {
        return forwarding;
    }

    /** Returns what the server's WebSockets and event streams share. */
    public PushParts pushParts() {
        return pushParts;
    }

    /** Returns an empty header map for a response. */
    RingerHeaders newHeaders() {
        return headerMaps == null ? new RingerHeaders() : RingerHeaders.over(headerMaps.get());
    }
}
