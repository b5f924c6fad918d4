package dev.ringer.options;

import static java.time.temporal.ChronoUnit.MILLIS;
import static java.time.temporal.ChronoUnit.SECONDS;

import dev.ringer.internal.headers.StorageMaps;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * All settings of a server. Each constant has the name, the property, the default and the possible values of one
 * setting. A new setting needs a constant here and a row in {@code docs/settings.md}.
 *
 * <p>The comment of each constant names its system property. Properties that begin with {@code sun.net.httpserver} or
 * {@code jdk.httpserver} have the JDK's names, units and meaning. In Ringer's own limits, zero means no limit, or the
 * largest value if the limit must bound memory. Durations may have any length.
 *
 * @since 0.1.0
 */
public final class Settings {
    /** The largest request head that any setting allows, in bytes. */
    public static final int MAX_HEAD_BYTES = 16 * 1024 * 1024;

    /** The most field lines of a request that any setting allows. */
    public static final int MAX_HEADERS = 1 << 16;

    /** The longest chunk-size line that any setting allows, in bytes. */
    public static final int MAX_CHUNK_LINE_BYTES = 1 << 20;

    /** The most bytes that all chunk extensions of one body may have together, whatever the setting. */
    public static final int MAX_CHUNK_EXTENSION_BYTES = 1 << 30;

    /** The largest buffer for a response that any setting allows, in bytes. */
    public static final int MAX_RESPONSE_BUFFER = 1 << 29;

    /** The largest request body that any setting lets arrive before the handler is called, in bytes. */
    public static final int MAX_BODY_BUFFER_BYTES = 1 << 30;

    /** The smallest flow-control window of an HTTP/2 connection, in bytes: the one that each connection begins with. */
    public static final int MIN_HTTP2_WINDOW = 65_535;

    /** The most concurrent streams of an HTTP/2 connection that any setting allows. */
    public static final int MAX_HTTP2_STREAMS = 1 << 16;

    /** Which threads run handlers when the application sets no executor. */
    public enum Handlers {
        /** The thread that {@code start()} has made runs one handler at a time, as the API promises. */
        DEFAULT,
        /**
         * There are as many event loops as cores. Each loop runs the handlers of its connections. These handlers must
         * never block.
         */
        LOOPS,
        /** A virtual thread runs the handler of each request, if the JDK has virtual threads. */
        VIRTUAL
    }

    /** The way in which the server treats faults of a request. */
    public enum Compliance {
        /** The server treats faults as RFC 9110 and RFC 9112 demand. */
        STRICT,
        /**
         * The server tolerates the same faults as the JDK's server, unless they could desynchronise a connection.
         * Handlers can read the list of tolerated faults.
         */
        LEGACY
    }

    /**
     * The treatment of a line that ends with LF alone, in a request head. In chunked bodies LF alone is always a fault.
     */
    public enum BareLf {
        /** The server accepts a head with a line that ends with LF alone, as every common server does. */
        ACCEPT,
        /**
         * The server answers {@code 400} if a line of the head ends with LF alone. Use this behind a proxy that treats
         * LF alone differently.
         */
        REJECT
    }

    /** The answer to a client if a handler fails before it has sent response headers. */
    public enum ErrorResponse {
        /** The server closes the connection without an answer, as the JDK's server does. */
        CLOSE,
        /** The server sends a bare {@code 500} and closes the connection. */
        STATUS_500
    }

    /** The rule by which the context of a request path is found. */
    public enum PathMatching {
        /** The context {@code /foo} gets {@code /foo} and {@code /foo/bar}: the default from JDK 27 on. */
        PATH_PREFIX,
        /** The context {@code /foo} also gets {@code /foobar}: the default before JDK 27. */
        STRING_PREFIX
    }

    /** Whether exchanges share their attributes. */
    public enum AttributeScope {
        /** All exchanges of a context share attributes: the default before JDK 26. */
        CONTEXT,
        /** Each exchange has its own attributes: the default from JDK 26 on. */
        EXCHANGE
    }

    /** Whether the responses of every context are compressed for clients that accept it. */
    public enum Compression {
        /** Responses are sent as handlers write them. */
        OFF,
        /** Responses are compressed by gzip, as {@code dev.ringer.files.CompressionFilter} does by default. */
        GZIP
    }

    /** Whether a server measures how long its requests take, and how large they are. */
    public enum RequestMetrics {
        /** The server measures as soon as somebody reads these statistics or makes a {@code MetricsHandler} of them. */
        AUTO,
        /** The server always measures. */
        ON,
        /** The server never measures. */
        OFF
    }

    /** The connections on which the server speaks HTTP/2. */
    public enum Http2 {
        /**
         * The server speaks HTTP/2 over TLS with clients that ask for it, unless the application has set its own
         * application protocols.
         */
        TLS,
        /** The server speaks HTTP/2 also in clear text, with clients that begin with HTTP/2. */
        ON,
        /** The server speaks HTTP/2 on no connection. */
        OFF
    }

    private static final String OWN = "ringer.";
    private static final String JDK = "sun.net.httpserver.";
    private static final String JDK_NEWER = "jdk.httpserver.";
    private static final String BYTES = " (bytes)";
    private static final String OFF = ", 0 = off";
    private static final String BYTES_PER_SECOND = " (bytes per second), 0 = off";
    private static final int MIN_LINE_BYTES = 16;

    /** The release of the running JDK. Some defaults follow it, because applications were written for it. */
    private static final int RUNNING_JDK = Runtime.version().feature();

    private static final List<Setting<?>> ALL = new ArrayList<>();

    // ---- handlers, and what they send

    /**
     * The threads that run handlers when the application sets no executor.
     *
     * <p>{@link Handlers#DEFAULT} by default ({@code ringer.handlers}: {@code default}, {@code loops},
     * {@code virtual}).
     */
    public static final Setting<Handlers> HANDLERS =
            words(OWN, "handlers", "handlers", Handlers.DEFAULT, "default", "loops", "virtual");

    /**
     * The rule by which the context of a request is found.
     *
     * <p>The rule of the running JDK by default ({@code sun.net.httpserver.pathMatcher}: {@code pathPrefix},
     * {@code stringPrefix}).
     */
    public static final Setting<PathMatching> PATH_MATCHING = words(
            JDK,
            "pathMatcher",
            "pathMatching",
            RUNNING_JDK >= 27 ? PathMatching.PATH_PREFIX : PathMatching.STRING_PREFIX,
            "pathprefix",
            "stringprefix");

    /**
     * The scope of the attributes of an exchange. {@code context} shares them between all exchanges of a context,
     * {@code exchange} does not.
     *
     * <p>The scope of the running JDK by default ({@code jdk.httpserver.attributes}).
     */
    public static final Setting<AttributeScope> ATTRIBUTE_SCOPE = words(
            JDK_NEWER,
            "attributes",
            "attributeScope",
            RUNNING_JDK >= 26 ? AttributeScope.EXCHANGE : AttributeScope.CONTEXT,
            "context",
            "exchange");

    /**
     * The answer to a client when a handler fails before it has sent response headers.
     *
     * <p>{@link ErrorResponse#CLOSE} by default ({@code ringer.errorResponse}: {@code close}, {@code 500}).
     */
    public static final Setting<ErrorResponse> ERROR_RESPONSE =
            words(OWN, "errorResponse", "errorResponse", ErrorResponse.CLOSE, "close", "500");

    /**
     * Whether the responses of every context are compressed for clients that accept it.
     *
     * <p>{@link Compression#OFF} by default ({@code ringer.compression}: {@code off}, {@code gzip}).
     */
    public static final Setting<Compression> COMPRESSION =
            words(OWN, "compression", "compression", Compression.OFF, "off", "gzip");

    /**
     * The name of the map behind the headers of responses: {@code compact}, {@code linked}, or the name of a public
     * class. The class implements {@link java.util.Map} and has a public constructor without parameters. The context
     * class loader of the thread that sets the name loads the class.
     *
     * <p>{@code compact} by default ({@code ringer.headers.map}).
     */
    public static final Setting<String> HEADERS_MAP =
            add("headersMap", OWN + "headers.map", StorageMaps.COMPACT, new GroupDomains.StorageMapNames());

    // ---- accepted requests and protocols

    /**
     * The way in which the server treats faults of a request.
     *
     * <p>{@link Compliance#STRICT} by default ({@code ringer.compliance}: {@code strict}, {@code legacy}).
     */
    public static final Setting<Compliance> COMPLIANCE =
            words(OWN, "compliance", "compliance", Compliance.STRICT, "strict", "legacy");

    /**
     * Whether LF alone ends the lines of a request head, as RFC 9112, 2.2 allows.
     *
     * <p>{@link BareLf#ACCEPT} by default ({@code ringer.bareLf}: {@code accept}, {@code reject}).
     */
    public static final Setting<BareLf> BARE_LF = words(OWN, "bareLf", "bareLf", BareLf.ACCEPT, "accept", "reject");

    /**
     * Whether the server checks the field Host. If so, it answers a request without a single, valid Host with 400.
     *
     * <p>True by default ({@code sun.net.httpserver.disableHostValidation=true} turns it off).
     */
    public static final Setting<Boolean> HOST_VALIDATION =
            add("hostValidation", JDK + "disableHostValidation", true, new Domain.Flags(false));

    /**
     * The connections on which the server speaks HTTP/2.
     *
     * <p>{@link Http2#TLS} by default ({@code ringer.http2}: {@code tls}, {@code on}, {@code off}).
     */
    public static final Setting<Http2> HTTP2 = words(OWN, "http2", "http2", Http2.TLS, "tls", "on", "off");

    // ---- sockets

    /**
     * The number of event loops. Without an executor and with {@link Handlers#DEFAULT} there is always one loop,
     * because handlers then run one at a time.
     *
     * <p>At most 1024. 0 means one loop for every eight cores, or with {@link Handlers#LOOPS} one loop for every core;
     * 0 by default ({@code ringer.loops}).
     */
    public static final Setting<Long> LOOPS = number(OWN, "loops", 0, 0, 1024, ", 0 = by the number of cores");

    /**
     * Whether each loop accepts on a listening socket of its own (SO_REUSEPORT, on Linux). Other processes of the same
     * user may then share the port.
     *
     * <p>False by default ({@code ringer.reusePort}).
     */
    public static final Setting<Boolean> REUSE_PORT = flag(OWN, "reusePort", "reusePort", false);

    /**
     * Whether sockets have {@code TCP_NODELAY}.
     *
     * <p>True by default; the JDK's server has false ({@code sun.net.httpserver.nodelay}).
     */
    public static final Setting<Boolean> NO_DELAY = flag(JDK, "nodelay", "noDelay", true);

    /**
     * The place where the server listens, in place of the address that the application gives. If the property cannot be
     * read, the factory throws.
     *
     * <p>{@link Listen#ON_ADDRESS} by default ({@code ringer.listen}: {@code unix:PATH}, {@code inherited}).
     */
    public static final Setting<Listen> LISTEN = add(
            "listen",
            OWN + "listen",
            Listen.ON_ADDRESS,
            new GroupDomains.Groups<>(Listen.class, "unix:PATH or inherited"));

    /**
     * The trusted proxies in front of the server, and how they describe their clients. If {@code ringer.proxyProtocol}
     * cannot be read, or is set without proxies, the factory throws.
     *
     * <p>{@link Proxies#NONE} by default ({@code ringer.trustedProxies}: addresses, networks and {@code unix},
     * separated by commas; {@code ringer.forwardedFields}; {@code ringer.proxyProtocol}).
     */
    public static final Setting<Proxies> PROXIES = add(
            "proxies",
            ProxyProperties.TRUSTED,
            Proxies.NONE,
            new GroupDomains.Groups<>(Proxies.class, "addresses and networks, between commas"));

    /**
     * TLS for the connections of an {@code HttpServer}, from PEM files. An {@code HttpsServer} with a configurator of
     * its own ignores this setting. If a property cannot be read, the factory throws.
     *
     * <p>{@link TlsOptions#OFF} by default ({@code ringer.tls.certificate}: {@code off} or files, separated by commas;
     * {@code ringer.tls.key}; {@code ringer.tls.keyPassword}; {@code ringer.tls.clientCa};
     * {@code ringer.tls.clientAuth}).
     */
    public static final Setting<TlsOptions> TLS = add(
            "tls",
            TlsProperties.CERTIFICATE,
            TlsOptions.OFF,
            new GroupDomains.Groups<>(TlsOptions.class, "off or files, between commas"));

    // ---- the end of the process

    /**
     * The longest time for which the server answers requests in progress when the JVM ends, for example by SIGTERM. The
     * server then stops as {@code HttpServer.stop} does with this delay, after {@link #DRAIN_DELAY}. If the program
     * stops the server itself while the JVM ends, its call waits until the server has stopped in this way.
     *
     * <p>Zero or more, 0 = off; off by default ({@code ringer.drainOnExit}, seconds).
     */
    public static final Setting<Duration> DRAIN_ON_EXIT = time("drainOnExit", OWN + "drainOnExit", 0, SECONDS);

    /**
     * The time from the beginning of the JVM's end until the server stops, if {@link #DRAIN_ON_EXIT} is set. The server
     * accepts connections and requests as before, so that proxies have time to notice that the process is not ready.
     *
     * <p>Zero or more, 0 = none; 5 s by default ({@code ringer.drainDelay}, seconds).
     */
    public static final Setting<Duration> DRAIN_DELAY = time("drainDelay", OWN + "drainDelay", 5, SECONDS);

    // ---- observation by an operator

    /**
     * The file and the format of the access log, in which the server writes a line for each exchange.
     *
     * <p>{@link AccessLogOptions#OFF} by default ({@code ringer.accessLog}).
     */
    public static final Setting<AccessLogOptions> ACCESS_LOG =
            add("accessLog", OWN + "accessLog", AccessLogOptions.OFF, new GroupDomains.AccessLogs());

    /**
     * Whether the server measures how long requests take and how large they are, for its statistics.
     *
     * <p>{@link RequestMetrics#AUTO} by default ({@code ringer.requestMetrics}: {@code auto}, {@code on}, {@code off}).
     */
    public static final Setting<RequestMetrics> REQUEST_METRICS =
            words(OWN, "requestMetrics", "requestMetrics", RequestMetrics.AUTO, "auto", "on", "off");

    /**
     * Whether the server registers its statistics as an MXBean while it runs.
     *
     * <p>False by default ({@code ringer.jmx}).
     */
    public static final Setting<Boolean> JMX = flag(OWN, "jmx", "jmx", false);

    /**
     * Whether the server logs to {@code dev.ringer} at INFO that it has started, and where it listens.
     *
     * <p>False by default ({@code ringer.banner}).
     */
    public static final Setting<Boolean> BANNER = flag(OWN, "banner", "banner", false);

    /**
     * The place where the process answers its operators: metrics, readiness, and a page for people. The first server
     * that starts with this setting opens one listener for all servers of the process. The listener ends with the last
     * of these servers.
     *
     * <p>{@code off} by default ({@code ringer.admin}: {@code PORT} or {@code :PORT} on the loopback,
     * {@code ADDRESS:PORT}, {@code unix:PATH} as {@link Listen#parse} reads it).
     */
    public static final Setting<String> ADMIN =
            add("admin", OWN + "admin", GroupDomains.OFF, new GroupDomains.AdminPlaces());

    // ---- sizes

    /**
     * The length of the longest request line. The server answers a longer one with 414 and closes the connection.
     *
     * <p>16 to {@value #MAX_HEAD_BYTES} bytes; 65536 by default ({@code ringer.maxRequestLine}); 0 means
     * {@value #MAX_HEAD_BYTES}.
     */
    public static final Setting<Long> MAX_REQUEST_LINE =
            size(OWN, "maxRequestLine", 65_536, MIN_LINE_BYTES, MAX_HEAD_BYTES);

    /**
     * The length of the longest chunk-size line, including its extensions. If a line is longer, the handler's read
     * fails, and the server closes the connection.
     *
     * <p>16 to {@value #MAX_CHUNK_LINE_BYTES} bytes; 2048 by default ({@code ringer.maxChunkLine}); 0 means
     * {@value #MAX_CHUNK_LINE_BYTES}.
     */
    public static final Setting<Long> MAX_CHUNK_LINE =
            size(OWN, "maxChunkLine", 2_048, MIN_LINE_BYTES, MAX_CHUNK_LINE_BYTES);

    /**
     * The most bytes that all chunk extensions of one body may have together. If they have more, the handler's read
     * fails, and the server closes the connection.
     *
     * <p>1 to {@value #MAX_CHUNK_EXTENSION_BYTES} bytes; 16384 by default ({@code ringer.maxChunkExtensions}); 0 means
     * {@value #MAX_CHUNK_EXTENSION_BYTES}.
     */
    public static final Setting<Long> MAX_CHUNK_EXTENSIONS =
            size(OWN, "maxChunkExtensions", 16_384, 1, MAX_CHUNK_EXTENSION_BYTES);

    /**
     * The most field lines of a request, not counting trailers. If there are more, the server answers with 431 and
     * closes the connection.
     *
     * <p>1 to {@value #MAX_HEADERS}; 200 by default ({@code sun.net.httpserver.maxReqHeaders}).
     */
    public static final Setting<Long> MAX_REQUEST_HEADERS =
            add("maxRequestHeaders", JDK + "maxReqHeaders", 200L, new Domain.Numbers(1, MAX_HEADERS, ""));

    /**
     * The size of the largest request head. Each line counts for its length and 32 bytes more. The server answers a
     * larger head with 431 and closes the connection.
     *
     * <p>1 to {@value #MAX_HEAD_BYTES} bytes; 389120 by default ({@code sun.net.httpserver.maxReqHeaderSize}); 0 means
     * {@value #MAX_HEAD_BYTES}.
     */
    public static final Setting<Long> MAX_REQUEST_HEADER_SIZE = add(
            "maxRequestHeaderSize",
            JDK + "maxReqHeaderSize",
            389_120L,
            new Domain.Clamped(new Domain.Sizes(1, MAX_HEAD_BYTES), 0, MAX_HEAD_BYTES));

    /**
     * The size of the largest request body. If a request announces a larger body, the server answers with 413 and calls
     * no handler. If a body of unknown length becomes too large, the handler's read fails. In both cases the server
     * closes the connection.
     *
     * <p>Bytes, 0 = off; 0 by default ({@code ringer.maxBodySize}).
     */
    public static final Setting<Long> MAX_BODY_SIZE = number(OWN, "maxBodySize", 0, 0, Long.MAX_VALUE, BYTES + OFF);

    /**
     * The size of the largest request body that arrives before the handler is called. The server retains such a body
     * meanwhile, and no thread waits for its client. The handler is called at once if the request announces a larger
     * body or no length, expects 100 (Continue), asks for an upgrade, or if {@link #MAX_BUFFERED_MEMORY} is exhausted.
     *
     * <p>At most {@value #MAX_BODY_BUFFER_BYTES} bytes, 0 = off; 65536 by default ({@code ringer.bodyBuffer}).
     */
    public static final Setting<Long> BODY_BUFFER =
            number(OWN, "bodyBuffer", 65_536, 0, MAX_BODY_BUFFER_BYTES, BYTES + OFF);

    /**
     * The most bytes of a request body that the server drains to keep the connection, if the handler has not read them.
     * If more bytes are to come, the server closes the connection after the response.
     *
     * <p>Bytes, 0 = none; 65536 by default ({@code sun.net.httpserver.drainAmount}).
     */
    public static final Setting<Long> DRAIN_AMOUNT = number(JDK, "drainAmount", 65_536, 0, Long.MAX_VALUE, BYTES);

    /**
     * The memory that the server may retain for its clients: incomplete and large heads, TLS records, and output that
     * clients do not read. If more memory is needed, the server evicts the connection that retains most. It answers
     * with 503 or only closes the connection.
     *
     * <p>Bytes, 0 = off; an eighth of the heap by default ({@code ringer.maxBufferedMemory}).
     */
    public static final Setting<Long> MAX_BUFFERED_MEMORY =
            number(OWN, "maxBufferedMemory", Runtime.getRuntime().maxMemory() / 8, 0, Long.MAX_VALUE, BYTES + OFF);

    /**
     * The most bytes of a response that the server accepts from a handler without waiting for the client. The handler
     * may then return, and an event loop sends the rest. A response with a greater length waits for its client from its
     * beginning. Any response waits while {@link #MAX_BUFFERED_MEMORY} is exhausted.
     *
     * <p>0 to {@value #MAX_RESPONSE_BUFFER} bytes, 0 = off; 262144 by default ({@code ringer.responseBuffer}). If it is
     * off, the server still accepts what fits into one buffer of 32 KiB.
     */
    public static final Setting<Long> RESPONSE_BUFFER =
            number(OWN, "responseBuffer", 256 * 1024, 0, MAX_RESPONSE_BUFFER, BYTES + OFF);

    /**
     * The flow-control window of one HTTP/2 connection: the most bytes of request bodies that handlers have not read
     * yet. A client must stop sending bodies when the window is full. If the client goes on, the server closes the
     * connection.
     *
     * <p>{@value #MIN_HTTP2_WINDOW} bytes or more; 1048576 by default ({@code ringer.http2.window}).
     */
    public static final Setting<Long> HTTP2_WINDOW = add(
            "http2Window",
            OWN + "http2.window",
            1L << 20,
            new Domain.Numbers(MIN_HTTP2_WINDOW, Integer.MAX_VALUE, BYTES));

    // ---- numbers

    /**
     * The most exchanges in progress, including those that wait for a thread. The server answers further requests with
     * 503 and calls no handler or filter.
     *
     * <p>A number, 0 = off; 0 by default ({@code ringer.maxExchanges}).
     */
    public static final Setting<Long> MAX_EXCHANGES = count("maxExchanges");

    /**
     * The most exchanges in progress of one client. A client is an IPv4 address, or the first 64 bits of an IPv6
     * address; behind trusted {@linkplain #PROXIES proxies} it is the client that they name. The server answers further
     * requests with 503 and calls no handler or filter. The limit applies neither to requests for which a trusted proxy
     * names no client, nor to clients on a unix domain socket.
     *
     * <p>A number, 0 = off; 0 by default ({@code ringer.maxExchangesPerClient}).
     */
    public static final Setting<Long> MAX_EXCHANGES_PER_CLIENT = count("maxExchangesPerClient");

    /**
     * The most connections of one client. A client is an IPv4 address, or the first 64 bits of an IPv6 address. The
     * server closes further connections at once. The limit does not apply to trusted {@linkplain #PROXIES proxies}.
     *
     * <p>A number, 0 = off; 0 by default ({@code ringer.maxConnectionsPerClient}).
     */
    public static final Setting<Long> MAX_CONNECTIONS_PER_CLIENT = count("maxConnectionsPerClient");

    /**
     * The most TLS handshakes that one client may have in progress. {@link #MAX_CONNECTIONS_PER_CLIENT} defines a
     * client. The server closes further connections.
     *
     * <p>A number, 0 = off; 0 by default ({@code ringer.maxHandshakesPerClient}).
     */
    public static final Setting<Long> MAX_HANDSHAKES_PER_CLIENT = count("maxHandshakesPerClient");

    /**
     * The most idle connections. If there are more, the server closes a connection after its response.
     *
     * <p>A number, −1 = no limit, 0 = no idle connections; −1 by default, while the JDK's server has 200
     * ({@code sun.net.httpserver.maxIdleConnections}).
     */
    public static final Setting<Long> MAX_IDLE_CONNECTIONS = add(
            "maxIdleConnections",
            JDK + "maxIdleConnections",
            -1L,
            new Domain.Clamped(new Domain.Numbers(-1, Integer.MAX_VALUE, ""), 0, Integer.MAX_VALUE));

    /**
     * The most open connections. The server closes further ones at once.
     *
     * <p>A number, −1 or 0 = no limit; −1 by default ({@code jdk.httpserver.maxConnections}).
     */
    public static final Setting<Long> MAX_CONNECTIONS =
            add("maxConnections", JDK_NEWER + "maxConnections", -1L, new GroupDomains.ConnectionCounts());

    /**
     * The most requests and WebSockets at a time on one HTTP/2 connection. The server refuses further ones
     * (REFUSED_STREAM).
     *
     * <p>1 to {@value #MAX_HTTP2_STREAMS}; 128 by default ({@code ringer.http2.maxStreams}).
     */
    public static final Setting<Long> HTTP2_MAX_STREAMS =
            add("http2MaxStreams", OWN + "http2.maxStreams", 128L, new Domain.Numbers(1, MAX_HTTP2_STREAMS, ""));

    // ---- times and rates

    /**
     * The longest time from the first byte of a request head until the head is complete. If it takes longer, the server
     * answers with 408 and closes the connection.
     *
     * <p>Zero or more, 0 = off; 20 s by default ({@code ringer.headTimeout}, seconds).
     */
    public static final Setting<Duration> HEAD_TIMEOUT = time("headTimeout", OWN + "headTimeout", 20, SECONDS);

    /**
     * The longest time for which the server waits for a request body while no byte arrives. After that the handler's
     * read fails, and the server closes the connection. If no handler has been called yet, the server answers with 408.
     *
     * <p>Zero or more, 0 = off; 30 s by default ({@code ringer.bodyStallTimeout}, seconds).
     */
    public static final Setting<Duration> BODY_STALL_TIMEOUT =
            time("bodyStallTimeout", OWN + "bodyStallTimeout", 30, SECONDS);

    /**
     * The longest time for which a client may read nothing of a waiting response. After that the handler's write fails,
     * and the server closes the connection.
     *
     * <p>Zero or more, 0 = off; 60 s by default ({@code ringer.writeStallTimeout}, seconds).
     */
    public static final Setting<Duration> WRITE_STALL_TIMEOUT =
            time("writeStallTimeout", OWN + "writeStallTimeout", 60, SECONDS);

    /**
     * The longest time for a whole TLS handshake. After that the server closes the connection.
     *
     * <p>Zero or more, 0 = off; 20 s by default ({@code ringer.tlsHandshakeTimeout}, seconds).
     */
    public static final Setting<Duration> TLS_HANDSHAKE_TIMEOUT =
            time("tlsHandshakeTimeout", OWN + "tlsHandshakeTimeout", 20, SECONDS);

    /**
     * The longest time for which the server drains an unread request body, or waits for a client to close after an
     * early answer. After that the server closes the connection.
     *
     * <p>A server that stops also waits for HTTP/2 clients whose last answer is younger than this time. It gives each
     * of them a quarter of this time to read the answer and close.
     *
     * <p>Zero or more, 0 = off; 2 s by default ({@code ringer.drainTimeout}, milliseconds).
     */
    public static final Setting<Duration> DRAIN_TIMEOUT = time("drainTimeout", OWN + "drainTimeout", 2_000, MILLIS);

    /**
     * The longest time for which a connection may be idle. After that the server closes it.
     *
     * <p>Zero or more, 0 = off; 30 s by default ({@code sun.net.httpserver.idleInterval}, seconds, at least 1).
     */
    public static final Setting<Duration> IDLE_INTERVAL =
            add("idleInterval", JDK + "idleInterval", Duration.ofSeconds(30), new Domain.Times(SECONDS, 1));

    /**
     * The longest time from the first byte of a request to the last byte of its body. After that the server closes the
     * connection.
     *
     * <p>Zero or more, 0 = off; off by default ({@code sun.net.httpserver.maxReqTime}, seconds).
     */
    public static final Setting<Duration> MAX_REQUEST_TIME = time("maxRequestTime", JDK + "maxReqTime", 0, SECONDS);

    /**
     * The longest time from a complete request to the end of its response. After that the server closes the connection,
     * even if the handler is still at work.
     *
     * <p>Zero or more, 0 = off; off by default ({@code sun.net.httpserver.maxRspTime}, seconds).
     */
    public static final Setting<Duration> MAX_RESPONSE_TIME = time("maxResponseTime", JDK + "maxRspTime", 0, SECONDS);

    /**
     * The lowest rate of a request body over any 30 seconds in which the server waited for it. Below this rate the
     * handler's read fails, and the server closes the connection. If no handler has been called yet, the server answers
     * with 408.
     *
     * <p>Bytes per second, 0 = off; 240 by default ({@code ringer.minBodyRate}).
     */
    public static final Setting<Long> MIN_BODY_RATE =
            number(OWN, "minBodyRate", 240, 0, Long.MAX_VALUE, BYTES_PER_SECOND);

    /**
     * The lowest rate at which a client reads a response, over any 30 seconds in which bytes waited for the client.
     * Below this rate the handler's write fails, and the server closes the connection.
     *
     * <p>Bytes per second, 0 = off; 240 by default ({@code ringer.minResponseRate}).
     */
    public static final Setting<Long> MIN_RESPONSE_RATE =
            number(OWN, "minResponseRate", 240, 0, Long.MAX_VALUE, BYTES_PER_SECOND);

    private Settings() {}

    /** {@return all settings: every constant of this class} */
    public static List<Setting<?>> all() {
        return Collections.unmodifiableList(ALL);
    }

    /** Returns the default of every setting, at the index of the setting. */
    static Object[] standards() {
        Object[] values = new Object[ALL.size()];
        for (Setting<?> setting : ALL) {
            values[setting.index()] = setting.standard();
        }
        return values;
    }

    private static <E extends Enum<E>> Setting<E> words(
            String prefix, String property, String name, E standard, String... words) {
        return add(name, prefix + property, standard, new Domain.Words<>(standard.getDeclaringClass(), words));
    }

    private static Setting<Boolean> flag(String prefix, String property, String name, boolean standard) {
        return add(name, prefix + property, standard, new Domain.Flags(true));
    }

    private static Setting<Long> number(String prefix, String name, long standard, long min, long max, String unit) {
        return add(name, prefix + name, standard, new Domain.Numbers(min, max, unit));
    }

    private static Setting<Long> size(String prefix, String name, long standard, long min, long max) {
        return add(name, prefix + name, standard, new Domain.Sizes(min, max));
    }

    private static Setting<Long> count(String name) {
        return number(OWN, name, 0, 0, Integer.MAX_VALUE, OFF);
    }

    private static Setting<Duration> time(String name, String property, long standard, ChronoUnit unit) {
        return add(name, property, Duration.of(standard, unit), new Domain.Times(unit, 0));
    }

    private static <T> Setting<T> add(String name, String property, T standard, Domain<T> domain) {
        Setting<T> setting = new Setting<>(ALL.size(), name, property, standard, domain);
        ALL.add(setting);
        return setting;
    }
}
