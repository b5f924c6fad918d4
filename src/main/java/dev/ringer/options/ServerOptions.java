package dev.ringer.options;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Everything that can be set for one server. An instance is immutable and valid: a component out of its range is refused
 * with an {@link IllegalArgumentException} that names it.
 *
 * <p>A server that an application makes through the JDK's own factories takes {@link #fromSystemProperties()} at the
 * moment it is created. A server made by {@code Ringer.create} takes the options it is given; they win over the
 * properties. {@link #builder()} starts from the defaults, {@link #toBuilder()} from this instance.
 *
 * <p>Each component names its system property. Those that begin with {@code sun.net.httpserver} or
 * {@code jdk.httpserver} have the JDK's names, units and meaning. Zero turns a limit of Ringer's own off, in time entirely,
 * in size as far as the memory for it must be bounded. Durations of any length may be set.
 *
 * @param handlers which threads run handlers when the application sets no executor ({@code ringer.handlers})
 * @param compliance how faults of a request are treated ({@code ringer.compliance})
 * @param bareLf whether LF alone ends the lines of a request head, as RFC 9112 section 2.2 allows ({@code ringer.bareLf})
 * @param errorResponse what a client sees of a handler that fails early ({@code ringer.errorResponse})
 * @param headTimeout the time in which a whole request head must arrive ({@code ringer.headTimeout}, seconds)
 * @param bodyStallTimeout how long a request body may stand still ({@code ringer.bodyStallTimeout}, seconds)
 * @param writeStallTimeout how long a client may read nothing of a response ({@code ringer.writeStallTimeout}, seconds)
 * @param tlsHandshakeTimeout the time for a whole TLS handshake ({@code ringer.tlsHandshakeTimeout}, seconds)
 * @param minBodyRate the least rate of a request body over any 30 seconds in which its reader waited for it
 *     ({@code ringer.minBodyRate}, bytes per second, 0 = off)
 * @param minResponseRate the least rate at which a client takes a response over any 30 seconds in which bytes waited for it
 *     ({@code ringer.minResponseRate}, bytes per second, 0 = off)
 * @param maxRequestLine the longest request line ({@code ringer.maxRequestLine}, bytes, 0 = {@value #MAX_HEAD_BYTES})
 * @param maxChunkLine the longest chunk-size line ({@code ringer.maxChunkLine}, bytes, 0 = {@value #MAX_CHUNK_LINE_BYTES})
 * @param maxChunkExtensions the most chunk extensions of one body together ({@code ringer.maxChunkExtensions}, bytes,
 *     0 = {@value #MAX_CHUNK_EXTENSION_BYTES})
 * @param maxBodySize the largest request body ({@code ringer.maxBodySize}, bytes, 0 = off)
 * @param maxBufferedMemory how much memory the server may keep for its clients: incomplete and large heads, records of TLS,
 *     output that is not taken; beyond it the connection that holds most is let go ({@code ringer.maxBufferedMemory}, bytes, 0 = off;
 *     an eighth of the heap unless set)
 * @param drainTimeout how long an unread request body is drained, and how long a client that was answered early may take
 *     to close its connection ({@code ringer.drainTimeout}, milliseconds)
 * @param maxExchanges the most exchanges in progress, beyond which requests get 503 ({@code ringer.maxExchanges}, 0 = off)
 * @param maxConnectionsPerClient the most connections of one client; further ones are closed at once. A client is an IPv4
 *     address, or the first 64 bits of an IPv6 address ({@code ringer.maxConnectionsPerClient}, 0 = off)
 * @param maxHandshakesPerClient the most TLS handshakes that one client has in progress; further ones are closed
 *     ({@code ringer.maxHandshakesPerClient}, 0 = off)
 * @param loops the number of event loops ({@code ringer.loops}, 0 = chosen from the number of cores)
 * @param reusePort whether every loop accepts on a listening socket of its own, on Linux ({@code ringer.reusePort})
 * @param listen where the server listens, if not on the address that the application gives ({@code ringer.listen}:
 *     {@code unix:PATH}, {@code inherited})
 * @param proxies the proxies in front of the server, and what they are believed ({@code ringer.trustedProxies}, between commas
 *     addresses, networks, {@code unix}; {@code ringer.forwardedFields}; {@code ringer.proxyProtocol})
 * @param headersMap the map behind response headers: {@code compact}, {@code linked} or a class name
 *     ({@code ringer.headers.map})
 * @param idleInterval how long a connection may be idle ({@code sun.net.httpserver.idleInterval}, seconds)
 * @param maxIdleConnections the most idle connections, beyond which they are closed
 *     ({@code sun.net.httpserver.maxIdleConnections}; here without a bound unless set, −1; 0 keeps none)
 * @param maxConnections the most connections; further ones are closed at once ({@code jdk.httpserver.maxConnections},
 *     −1 = no bound)
 * @param drainAmount the most bytes of an unread request body that are read and dropped to keep the connection
 *     ({@code sun.net.httpserver.drainAmount}, bytes)
 * @param maxRequestHeaders the most field lines of a request ({@code sun.net.httpserver.maxReqHeaders})
 * @param maxRequestHeaderSize the largest request head, each line counted with 32 bytes more
 *     ({@code sun.net.httpserver.maxReqHeaderSize}, bytes, 0 = {@value #MAX_HEAD_BYTES})
 * @param maxRequestTime the time from the first byte of a request to the last of its body
 *     ({@code sun.net.httpserver.maxReqTime}, seconds)
 * @param maxResponseTime the time from a complete request to the end of its response
 *     ({@code sun.net.httpserver.maxRspTime}, seconds)
 * @param noDelay whether {@code TCP_NODELAY} is set ({@code sun.net.httpserver.nodelay}; here true unless set to false)
 * @param pathMatching how a context is found ({@code sun.net.httpserver.pathMatcher})
 * @param attributeScope whether exchanges share their attributes ({@code jdk.httpserver.attributes})
 * @param hostValidation whether Host is checked ({@code sun.net.httpserver.disableHostValidation} turns it off)
 * @param accessLog where a line is written for each exchange ({@code ringer.accessLog})
 * @param jmx whether the server's statistics are an MXBean ({@code ringer.jmx})
 * @param compression whether the responses of every context are compressed ({@code ringer.compression})
 * @param http2 where HTTP/2 is spoken ({@code ringer.http2})
 * @param http2MaxStreams the most streams at a time on one connection ({@code ringer.http2.maxStreams})
 * @param http2Window how much of request bodies may be received and not read, on one connection
 *     ({@code ringer.http2.window}, bytes, at least {@value #MIN_HTTP2_WINDOW})
 */
public record ServerOptions(
        Handlers handlers,
        Compliance compliance,
        BareLf bareLf,
        ErrorResponse errorResponse,
        Duration headTimeout,
        Duration bodyStallTimeout,
        Duration writeStallTimeout,
        Duration tlsHandshakeTimeout,
        long minBodyRate,
        long minResponseRate,
        int maxRequestLine,
        int maxChunkLine,
        int maxChunkExtensions,
        long maxBodySize,
        long maxBufferedMemory,
        Duration drainTimeout,
        int maxExchanges,
        int maxConnectionsPerClient,
        int maxHandshakesPerClient,
        int loops,
        boolean reusePort,
        Listen listen,
        Proxies proxies,
        String headersMap,
        Duration idleInterval,
        int maxIdleConnections,
        int maxConnections,
        long drainAmount,
        int maxRequestHeaders,
        int maxRequestHeaderSize,
        Duration maxRequestTime,
        Duration maxResponseTime,
        boolean noDelay,
        PathMatching pathMatching,
        AttributeScope attributeScope,
        boolean hostValidation,
        AccessLogOptions accessLog,
        boolean jmx,
        Compression compression,
        Http2 http2,
        int http2MaxStreams,
        int http2Window) {

    /** The largest request head that any setting allows, in bytes. */
    public static final int MAX_HEAD_BYTES = 16 * 1024 * 1024;

    /** The longest chunk-size line that any setting allows, in bytes. */
    public static final int MAX_CHUNK_LINE_BYTES = 1 << 20;

    /** The most chunk extensions of one body that any setting allows, in bytes. */
    public static final int MAX_CHUNK_EXTENSION_BYTES = 1 << 30;

    /** The smallest window of an HTTP/2 connection, the one that each begins with, in bytes. */
    public static final int MIN_HTTP2_WINDOW = 65_535;

    /** The most streams at a time that any setting allows. */
    public static final int MAX_HTTP2_STREAMS = 1 << 16;

    static final int MIN_LINE_BYTES = 16;

    /** Which threads run handlers when the application sets no executor. */
    public enum Handlers {
        /** The thread that {@code start()} made, one handler at a time, as the API promises. */
        DEFAULT,
        /** As many event loops as cores, each running the handlers of its connections: for handlers that never block. */
        LOOPS,
        /** A virtual thread for each request, where the JDK has them. */
        VIRTUAL
    }

    /** How faults of a request are treated. */
    public enum Compliance {
        /** As RFC 9110 and RFC 9112 demand. */
        STRICT,
        /** As the JDK's server does, where that cannot desynchronise a connection; what is tolerated is listed. */
        LEGACY
    }

    /** What becomes of a line of a request head that ends with LF alone; in chunked bodies it is always a fault. */
    public enum BareLf {
        /** It is a line, as every common server takes it. */
        ACCEPT,
        /** The request is refused with {@code 400}, for servers behind something that reads such a head otherwise. */
        REJECT
    }

    /** What a client sees of a handler that fails before it has sent response headers. */
    public enum ErrorResponse {
        /** The connection is closed without an answer, as by the JDK's server. */
        CLOSE,
        /** A bare {@code 500}, then the connection is closed. */
        STATUS_500
    }

    /** How the context of a request path is found. */
    public enum PathMatching {
        /** {@code /foo} gets {@code /foo} and {@code /foo/bar}: the default from JDK 27 on. */
        PATH_PREFIX,
        /** {@code /foo} gets also {@code /foobar}: the default before JDK 27. */
        STRING_PREFIX
    }

    /** Whether exchanges share their attributes. */
    public enum AttributeScope {
        /** Shared by all exchanges of a context: the default before JDK 26. */
        CONTEXT,
        /** Each exchange has its own: the default from JDK 26 on. */
        EXCHANGE
    }

    /** Whether the responses of every context are compressed for clients that accept it. */
    public enum Compression {
        /** As handlers send them. */
        OFF,
        /** By gzip, as {@code dev.ringer.files.CompressionFilter} does by default. */
        GZIP
    }

    /** Where HTTP/2 is spoken. */
    public enum Http2 {
        /** Over TLS with clients that ask for it, unless the application has set application protocols of its own. */
        TLS,
        /** In the clear too, with clients that begin with it: those that know. */
        ON,
        /** Nowhere. */
        OFF
    }

    /** Checks every component. */
    public ServerOptions {
        Objects.requireNonNull(handlers, "handlers");
        Objects.requireNonNull(compliance, "compliance");
        Objects.requireNonNull(bareLf, "bareLf");
        Objects.requireNonNull(errorResponse, "errorResponse");
        Objects.requireNonNull(listen, "listen");
        Objects.requireNonNull(proxies, "proxies");
        Objects.requireNonNull(headersMap, "headersMap");
        Objects.requireNonNull(pathMatching, "pathMatching");
        Objects.requireNonNull(attributeScope, "attributeScope");
        Objects.requireNonNull(accessLog, "accessLog");
        Objects.requireNonNull(compression, "compression");
        Objects.requireNonNull(http2, "http2");
        notNegative("headTimeout", headTimeout);
        notNegative("bodyStallTimeout", bodyStallTimeout);
        notNegative("writeStallTimeout", writeStallTimeout);
        notNegative("tlsHandshakeTimeout", tlsHandshakeTimeout);
        notNegative("drainTimeout", drainTimeout);
        notNegative("maxRequestTime", maxRequestTime);
        notNegative("maxResponseTime", maxResponseTime);
        notNegative("idleInterval", idleInterval);
        inRange("minBodyRate", minBodyRate, 0, Long.MAX_VALUE);
        inRange("minResponseRate", minResponseRate, 0, Long.MAX_VALUE);
        maxRequestLine = size("maxRequestLine", maxRequestLine, MIN_LINE_BYTES, MAX_HEAD_BYTES);
        maxChunkLine = size("maxChunkLine", maxChunkLine, MIN_LINE_BYTES, MAX_CHUNK_LINE_BYTES);
        maxChunkExtensions = size("maxChunkExtensions", maxChunkExtensions, 1, MAX_CHUNK_EXTENSION_BYTES);
        inRange("maxBodySize", maxBodySize, 0, Long.MAX_VALUE);
        inRange("maxExchanges", maxExchanges, 0, Integer.MAX_VALUE);
        inRange("maxConnectionsPerClient", maxConnectionsPerClient, 0, Integer.MAX_VALUE);
        inRange("maxHandshakesPerClient", maxHandshakesPerClient, 0, Integer.MAX_VALUE);
        inRange("maxBufferedMemory", maxBufferedMemory, 0, Long.MAX_VALUE);
        inRange("loops", loops, 0, 1024);
        inRange("maxIdleConnections", maxIdleConnections, -1, Integer.MAX_VALUE);
        inRange("maxConnections", maxConnections, -1, Integer.MAX_VALUE);
        inRange("drainAmount", drainAmount, 0, Long.MAX_VALUE);
        inRange("maxRequestHeaders", maxRequestHeaders, 1, 1 << 16);
        maxRequestHeaderSize = size("maxRequestHeaderSize", maxRequestHeaderSize, 1, MAX_HEAD_BYTES);
        inRange("http2MaxStreams", http2MaxStreams, 1, MAX_HTTP2_STREAMS);
        inRange("http2Window", http2Window, MIN_HTTP2_WINDOW, Integer.MAX_VALUE);
    }

    /** Checks a size that zero sets to the largest there is. */
    private static int size(String name, int value, int min, int max) {
        if (value == 0) {
            return max;
        }
        inRange(name, value, min, max);
        return value;
    }

    private static void notNegative(String name, Duration value) {
        if (Objects.requireNonNull(value, name).isNegative()) {
            throw new IllegalArgumentException(name + " is negative: " + value);
        }
    }

    private static void inRange(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " is not within " + min + " and " + max + ": " + value);
        }
    }

    /**
     * The options that the system properties ask for; what they leave open has its default, and a value that cannot be
     * read counts as not set, except where that would open a server to others than its operator has meant.
     *
     * @return options as of now
     * @throws IllegalArgumentException if {@code ringer.listen} or {@code ringer.proxyProtocol} is set and cannot be used
     */
    public static ServerOptions fromSystemProperties() {
        return new SystemProperties().options();
    }

    /**
     * System properties that are set and have no effect: names that the JDK's server has forgotten, and values that are
     * malformed or out of range.
     *
     * @return their names
     */
    public static List<String> ignoredProperties() {
        return new SystemProperties().ignored();
    }

    /**
     * Starts from the defaults; system properties are not read.
     *
     * @return a new builder
     */
    public static ServerOptionsBuilder builder() {
        return new ServerOptionsBuilder();
    }

    /**
     * Starts from this instance.
     *
     * @return a new builder that builds an equal instance unless told otherwise
     */
    public ServerOptionsBuilder toBuilder() {
        return new ServerOptionsBuilder(this);
    }
}
