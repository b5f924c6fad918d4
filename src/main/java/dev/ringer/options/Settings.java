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
 * setting. A new setting needs a constant here and a row in {@code docs/settings.md}. {@code ARCHITECTURE.md} lists
 * further steps for numbers, times and limits on requests.
 *
 * <p>The comment of each constant names its system property. Properties that begin with {@code sun.net.httpserver} or
 * {@code jdk.httpserver} have the JDK's names, units and meaning. For limits that only Ringer has, zero means no limit.
 * If such a limit must bound memory, zero means its largest value. Durations may have any length. In a property, a
 * size may have a unit ({@code 64k}, {@code 10MB}, {@code 1GiB}; a kilobyte has 1024 bytes), and so may a time
 * ({@code 150ms}, {@code 5s}, {@code 2min}, {@code 1h}). If a property of Ringer that limits something cannot be read,
 * no server is made, and {@code create} throws.
 *
 * @since 0.1.0
 */
public final class Settings {
    /** The largest value of {@link #MAX_REQUEST_HEADER_SIZE} and of {@link #MAX_REQUEST_LINE}, in bytes. */
    public static final int MAX_HEAD_BYTES = 16 * 1024 * 1024;

    /** The largest value of {@link #MAX_REQUEST_HEADERS}, the limit on the field lines of a request. */
    public static final int MAX_HEADERS = 1 << 16;

    /** The largest value of {@link #MAX_CHUNK_LINE}, in bytes. */
    public static final int MAX_CHUNK_LINE_BYTES = 1 << 20;

    /** The largest value of {@link #MAX_CHUNK_EXTENSIONS}, in bytes. */
    public static final int MAX_CHUNK_EXTENSION_BYTES = 1 << 30;

    /** The largest value of {@link #RESPONSE_BUFFER}, in bytes. */
    public static final int MAX_RESPONSE_BUFFER = 1 << 29;

    /** The largest value of {@link #BODY_BUFFER}, in bytes. */
    public static final int MAX_BODY_BUFFER_BYTES = 1 << 30;

    /**
     * The smallest value of {@link #HTTP2_WINDOW}, in bytes: the window of a stream if the server announces no other.
     */
    public static final int MIN_HTTP2_WINDOW = 65_535;

    /** The largest value of {@link #HTTP2_MAX_STREAMS}. */
    public static final int MAX_HTTP2_STREAMS = 1 << 16;

    /** Which threads run handlers when the application sets no executor. */
    public enum Handlers {
        /** One thread, which {@code start()} makes, runs the handlers one at a time, as the JDK's API promises. */
        DEFAULT,
        /**
         * There are as many event loops as processor cores, and the thread of each loop runs the handlers of its
         * connections. Handlers must never block.
         */
        LOOPS,
        /**
         * A new virtual thread runs the handler of each request. On a JDK without virtual threads, {@link #DEFAULT}
         * applies.
         */
        VIRTUAL
    }

    /** Says how the server treats a request that breaks a rule of HTTP. */
    public enum Compliance {
        /** The server refuses violations as RFC 9110 and RFC 9112 demand. */
        STRICT,
        /**
         * The server tolerates the violations that the JDK's server tolerates, except those after which client and
         * server could disagree about the end of a request. Handlers can read the list of tolerated violations.
         */
        LEGACY
    }

    /**
     * Says how the server treats a line of a request head that ends with LF alone. In chunked bodies, LF alone is always
     * an error.
     */
    public enum BareLf {
        /** The server accepts a head in which LF alone ends a line, as every common server does. */
        ACCEPT,
        /**
         * The server answers {@code 400} to a head in which LF alone ends a line. Use this behind a proxy that does not
         * end lines at LF alone.
         */
        REJECT
    }

    /** The answer to a client whose handler fails before it has sent response headers. */
    public enum ErrorResponse {
        /** The server closes the connection without an answer, as the JDK's server does. */
        CLOSE,
        /** The server sends a {@code 500} response without details, and closes the connection. */
        STATUS_500
    }

    /** The rule that finds the context for the path of a request. */
    public enum PathMatching {
        /** The context {@code /foo} gets {@code /foo} and {@code /foo/bar}. This is the default from JDK 27 on. */
        PATH_PREFIX,
        /** The context {@code /foo} also gets {@code /foobar}. This is the default before JDK 27. */
        STRING_PREFIX
    }

    /** Whether the exchanges of a context share their attributes. */
    public enum AttributeScope {
        /** All exchanges of a context share their attributes. This is the default before JDK 26. */
        CONTEXT,
        /** Each exchange has attributes of its own. This is the default from JDK 26 on. */
        EXCHANGE
    }

    /** Whether the server compresses the responses of every context, for clients that accept gzip. */
    public enum Compression {
        /** Responses are sent as handlers write them. */
        OFF,
        /** Responses are compressed by gzip, as {@code dev.ringer.files.CompressionFilter} does by default. */
        GZIP
    }

    /** Whether a server measures how long its requests take, and how large they are. */
    public enum RequestMetrics {
        /**
         * The server begins to measure when somebody first reads these statistics, or makes a {@code MetricsHandler}
         * that shows them.
         */
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
        /** The server speaks HTTP/2 also in clear text, with clients whose first bytes are those of HTTP/2. */
        ON,
        /** The server never speaks HTTP/2. */
        OFF
    }

    private static final String OWN = "ringer.";
    private static final String JDK = "sun.net.httpserver.";
    private static final String JDK_NEWER = "jdk.httpserver.";
    private static final String BYTES = " (bytes)";
    private static final String OFF = ", 0 = off";
    private static final String BYTES_PER_SECOND = " (bytes per second), 0 = off";
    private static final int MIN_LINE_BYTES = 16;

    // defaults of the JDK's server
    private static final int JDK_HEADER_SIZE = 389_120;
    private static final int JDK_IDLE_CONNECTIONS = 200;

    /**
     * The version of the running JDK. Some defaults depend on it, because applications expect the behaviour of their
     * JDK.
     */
    private static final int RUNNING_JDK = Runtime.version().feature();

    private static final List<Setting<?>> ALL = new ArrayList<>();

    // ---- handlers and their responses

    /**
     * The threads that run handlers when the application sets no executor.
     *
     * <p>The default is {@link Handlers#DEFAULT}. The property {@code ringer.handlers} can be {@code default}, {@code
     * loops} or {@code virtual}.
     */
    public static final Setting<Handlers> HANDLERS =
            words(OWN, "handlers", "handlers", Handlers.DEFAULT, "default", "loops", "virtual");

    /**
     * Whether an event loop may move to a thread of the pool that the application has set as executor. While requests
     * keep coming, the loop then reads them and runs their handlers on that thread, one after another, so it need not
     * wake a thread for each. A handler that takes longer than a millisecond loses the loop again.
     *
     * <p>This applies only to executors that treat all tasks alike: a {@code ThreadPoolExecutor} with a queue of the JDK
     * that does not order tasks, or a {@code ForkJoinPool}. It never applies to subclasses. The default is true. The
     * property is {@code ringer.loopOnExecutor}.
     */
    public static final Setting<Boolean> LOOP_ON_EXECUTOR = flag(OWN, "loopOnExecutor", "loopOnExecutor", true);

    /**
     * The rule that finds the context for the path of a request.
     *
     * <p>The default is the rule of the running JDK. The property {@code sun.net.httpserver.pathMatcher} can be {@code
     * pathPrefix} or {@code stringPrefix}.
     */
    public static final Setting<PathMatching> PATH_MATCHING = words(
            JDK,
            "pathMatcher",
            "pathMatching",
            RUNNING_JDK >= 27 ? PathMatching.PATH_PREFIX : PathMatching.STRING_PREFIX,
            "pathprefix",
            "stringprefix");

    /**
     * Whether the exchanges of a context share their attributes: {@code context} means that they do, {@code exchange}
     * that they do not.
     *
     * <p>The default is that of the running JDK. The property is {@code jdk.httpserver.attributes}.
     */
    public static final Setting<AttributeScope> ATTRIBUTE_SCOPE = words(
            JDK_NEWER,
            "attributes",
            "attributeScope",
            RUNNING_JDK >= 26 ? AttributeScope.EXCHANGE : AttributeScope.CONTEXT,
            "context",
            "exchange");

    /**
     * The answer to a client whose handler fails before it has sent response headers.
     *
     * <p>The default is {@link ErrorResponse#CLOSE}. The property {@code ringer.errorResponse} can be {@code close} or
     * {@code 500}.
     */
    public static final Setting<ErrorResponse> ERROR_RESPONSE =
            words(OWN, "errorResponse", "errorResponse", ErrorResponse.CLOSE, "close", "500");

    /**
     * Whether the server compresses the responses of every context, for clients that accept gzip.
     *
     * <p>The default is {@link Compression#OFF}. The property {@code ringer.compression} can be {@code off} or {@code
     * gzip}.
     */
    public static final Setting<Compression> COMPRESSION =
            words(OWN, "compression", "compression", Compression.OFF, "off", "gzip");

    /**
     * The map in which response headers are stored: {@code compact}, {@code linked}, or the name of a public class that
     * implements {@link java.util.Map} and has a public constructor without parameters. The class is loaded by the
     * context class loader of the thread that sets this setting.
     *
     * <p>The default is {@code compact}. The property is {@code ringer.headers.map}.
     */
    public static final Setting<String> HEADERS_MAP =
            add("headersMap", OWN + "headers.map", StorageMaps.COMPACT, new GroupDomains.StorageMapNames());

    // ---- which requests and protocols the server accepts

    /**
     * Says how the server treats a request that breaks a rule of HTTP.
     *
     * <p>The default is {@link Compliance#STRICT}. The property {@code ringer.compliance} can be {@code strict} or
     * {@code legacy}.
     */
    public static final Setting<Compliance> COMPLIANCE =
            words(OWN, "compliance", "compliance", Compliance.STRICT, "strict", "legacy");

    /**
     * Whether a line of a request head may end with LF alone, as RFC 9112, 2.2 allows.
     *
     * <p>The default is {@link BareLf#ACCEPT}. The property {@code ringer.bareLf} can be {@code accept} or {@code
     * reject}.
     */
    public static final Setting<BareLf> BARE_LF = limitingWords("bareLf", BareLf.ACCEPT, "accept", "reject");

    /**
     * Whether the server checks the Host field. If so, it answers 400 to a request that has not exactly one valid Host
     * field.
     *
     * <p>The default is true. The property {@code sun.net.httpserver.disableHostValidation=true} turns the check off.
     */
    public static final Setting<Boolean> HOST_VALIDATION =
            add("hostValidation", JDK + "disableHostValidation", true, new Domain.Flags(false));

    /**
     * The connections on which the server speaks HTTP/2.
     *
     * <p>The default is {@link Http2#TLS}. The property {@code ringer.http2} can be {@code tls}, {@code on} or {@code
     * off}.
     */
    public static final Setting<Http2> HTTP2 = limitingWords("http2", Http2.TLS, "tls", "on", "off");

    // ---- sockets

    /**
     * The number of event loops. If the application sets no executor and {@link #HANDLERS} is {@code DEFAULT}, there is
     * always only one loop, because handlers must then run one at a time.
     *
     * <p>The largest value is 1024. The default, 0, means one loop for every eight processor cores. With
     * {@link Handlers#LOOPS}, 0 means one loop for every core. The property is {@code ringer.loops}.
     */
    public static final Setting<Long> LOOPS = number(OWN, "loops", 0, 0, 1024, ", 0 = by the number of cores");

    /**
     * Whether each event loop accepts connections on a listening socket of its own (SO_REUSEPORT, on Linux). If so,
     * other processes of the same user can listen on the same port.
     *
     * <p>The default is false. The property is {@code ringer.reusePort}.
     */
    public static final Setting<Boolean> REUSE_PORT = flag(OWN, "reusePort", "reusePort", false);

    /**
     * Whether sockets have the option {@code TCP_NODELAY}.
     *
     * <p>The default is true, but in the JDK's server it is false. The property is {@code sun.net.httpserver.nodelay}.
     */
    public static final Setting<Boolean> NO_DELAY = flag(JDK, "nodelay", "noDelay", true);

    /**
     * The place where the server listens.
     *
     * <p>The default is {@link Listen#tcp()}. The property {@code ringer.listen} can be {@code unix:PATH} or
     * {@code inherited}.
     */
    public static final Setting<Listen> LISTEN = add(
            "listen", OWN + "listen", Listen.tcp(), new GroupDomains.Groups<>(Listen.class, "unix:PATH or inherited"));

    /**
     * The trusted proxies in front of the server, and how they tell the server about their clients.
     *
     * <p>The default is {@link Proxies#NONE}. The properties are {@code ringer.trustedProxies} (addresses, networks and
     * {@code unix}, separated by commas), {@code ringer.forwardedFields} and {@code ringer.proxyProtocol}.
     */
    public static final Setting<Proxies> PROXIES = add(
            "proxies",
            ProxyProperties.TRUSTED,
            Proxies.NONE,
            new GroupDomains.Groups<>(Proxies.class, "addresses and networks, between commas"));

    /**
     * TLS for the connections of an {@code HttpServer}, from PEM files. An {@code HttpsServer} with a configurator of
     * its own ignores this setting.
     *
     * <p>The default is {@link TlsOptions#OFF}. The properties are {@code ringer.tls.certificate} ({@code off} or
     * files, separated by commas), {@code ringer.tls.key}, {@code ringer.tls.keyPassword}, {@code ringer.tls.clientCa}
     * {@code ringer.tls.clientAuth} and {@code ringer.tls.protocols}.
     */
    public static final Setting<TlsOptions> TLS = add(
            "tls",
            TlsProperties.CERTIFICATE,
            TlsOptions.OFF,
            new GroupDomains.Groups<>(TlsOptions.class, "off or files, between commas"));

    // ---- the end of the process

    /**
     * The longest time in which the server still answers requests in progress when the JVM ends, for example by
     * SIGTERM. First {@link #DRAIN_DELAY} passes. Then the server stops, as if the program called
     * {@code HttpServer.stop} with this time. If the program itself calls {@code stop} meanwhile, that call waits until
     * the server has stopped.
     *
     * <p>Zero or more; zero, the default, turns this off. The property {@code ringer.drainOnExit} is in seconds.
     */
    public static final Setting<Duration> DRAIN_ON_EXIT = time("drainOnExit", OWN + "drainOnExit", 0, SECONDS);

    /**
     * The time in which the server still works as usual when the JVM ends. Proxies can use this time to notice that the
     * process is no longer ready. Then the server stops. Only used if {@link #DRAIN_ON_EXIT} is set.
     *
     * <p>Zero or more; the default is 5 s. The property {@code ringer.drainDelay} is in seconds.
     */
    public static final Setting<Duration> DRAIN_DELAY = time("drainDelay", OWN + "drainDelay", 5, SECONDS);

    // ---- logs and monitoring

    /**
     * The options of the access log: the format of its lines, its file, and how the server rotates the file. The server
     * writes a line for each exchange.
     *
     * <p>The default is {@link AccessLogOptions#OFF}. The property is {@code ringer.accessLog}.
     */
    public static final Setting<AccessLogOptions> ACCESS_LOG =
            add("accessLog", OWN + "accessLog", AccessLogOptions.OFF, new GroupDomains.AccessLogs());

    /**
     * Whether the server measures how long requests take and how large they are, as a part of its statistics.
     *
     * <p>The default is {@link RequestMetrics#AUTO}. The property {@code ringer.requestMetrics} can be {@code auto},
     * {@code on} or {@code off}.
     */
    public static final Setting<RequestMetrics> REQUEST_METRICS =
            words(OWN, "requestMetrics", "requestMetrics", RequestMetrics.AUTO, "auto", "on", "off");

    /**
     * Whether the server registers its statistics as an MBean while it runs.
     *
     * <p>The default is false. The property is {@code ringer.jmx}.
     */
    public static final Setting<Boolean> JMX = flag(OWN, "jmx", "jmx", false);

    /**
     * Whether a server that has started writes its name and address to the logger {@code dev.ringer}, at level INFO.
     *
     * <p>The default is false. The property is {@code ringer.banner}.
     */
    public static final Setting<Boolean> BANNER = flag(OWN, "banner", "banner", false);

    /**
     * The address of the admin listener, which shows operators the metrics, the readiness and a web page. The first
     * server that starts with this setting opens one admin listener for all servers of the process. The listener closes
     * when the last server with this setting stops.
     *
     * <p>The default is {@code off}. The property {@code ringer.admin} can be {@code PORT}, {@code :PORT} or
     * {@code localhost:PORT} on the loopback addresses, 127.0.0.1 and ::1, {@code ADDRESS:PORT} with an IP address, or
     * {@code unix:PATH} as {@link Listen#parse} reads it.
     */
    public static final Setting<String> ADMIN =
            add("admin", OWN + "admin", GroupDomains.OFF, new GroupDomains.AdminPlaces());

    /**
     * The ports that the program must serve before {@code /ready} of the admin listener answers 200, such as {@code
     * 8080,8443}. A server on a unix domain socket is named {@code unix:PATH}. If one of these servers stops, the answer
     * is 503. The first server that starts with an admin listener decides.
     *
     * <p>The default is {@code auto}: every server counts that the program itself has made. The servers of Java agents
     * count only if the program has made none within five minutes. The property is {@code ringer.readyPorts}.
     */
    public static final Setting<String> READY_PORTS =
            add("readyPorts", OWN + "readyPorts", "auto", new GroupDomains.ServedPorts());

    // ---- sizes

    /**
     * The length of the longest request line. If a request line is longer, the server answers 414 and closes the
     * connection.
     *
     * <p>From 16 to {@value #MAX_HEAD_BYTES} bytes; 0 means {@value #MAX_HEAD_BYTES}. The default is 65536. The
     * property is {@code ringer.maxRequestLine}.
     */
    public static final Setting<Long> MAX_REQUEST_LINE = size("maxRequestLine", 65_536, MIN_LINE_BYTES, MAX_HEAD_BYTES);

    /**
     * The length of the longest chunk-size line in a request body, including its extensions. If a line is longer, the
     * handler's read fails, and the server closes the connection.
     *
     * <p>From 16 to {@value #MAX_CHUNK_LINE_BYTES} bytes; 0 means {@value #MAX_CHUNK_LINE_BYTES}. The default is 2048.
     * The property is {@code ringer.maxChunkLine}.
     */
    public static final Setting<Long> MAX_CHUNK_LINE =
            size("maxChunkLine", 2_048, MIN_LINE_BYTES, MAX_CHUNK_LINE_BYTES);

    /**
     * The most bytes that all chunk extensions of one body may have together. If there are more, the handler's read
     * fails, and the server closes the connection.
     *
     * <p>From 1 to {@value #MAX_CHUNK_EXTENSION_BYTES} bytes; 0 means {@value #MAX_CHUNK_EXTENSION_BYTES}. The default
     * is 16384. The property is {@code ringer.maxChunkExtensions}.
     */
    public static final Setting<Long> MAX_CHUNK_EXTENSIONS =
            size("maxChunkExtensions", 16_384, 1, MAX_CHUNK_EXTENSION_BYTES);

    /**
     * The most field lines of a request, not counting trailers. If there are more, the server answers 431 and closes
     * the connection.
     *
     * <p>From 1 to {@value #MAX_HEADERS}; the default is 200. The property is {@code sun.net.httpserver.maxReqHeaders}.
     */
    public static final Setting<Long> MAX_REQUEST_HEADERS =
            add("maxRequestHeaders", JDK + "maxReqHeaders", 200L, new Domain.Numbers(1, MAX_HEADERS, ""));

    /**
     * The size of the largest request head. Each line counts as its length plus 32 bytes. If a head is larger, the
     * server answers 431 and closes the connection.
     *
     * <p>From 1 to {@value #MAX_HEAD_BYTES} bytes; 0 means {@value #MAX_HEAD_BYTES}. The default is 389120. The
     * property is {@code sun.net.httpserver.maxReqHeaderSize}.
     */
    public static final Setting<Long> MAX_REQUEST_HEADER_SIZE = add(
            "maxRequestHeaderSize",
            JDK + "maxReqHeaderSize",
            (long) JDK_HEADER_SIZE,
            new Domain.Clamped(new Domain.BoundedSizes(1, MAX_HEAD_BYTES), 0, MAX_HEAD_BYTES, JDK_HEADER_SIZE));

    /**
     * The size of the largest request body. If a request announces a larger body, the server answers 413 and calls no
     * handler. If a body of unknown length becomes too large, the handler's read fails. In both cases the server closes
     * the connection.
     *
     * <p>In bytes; 0, the default, means no limit. The property is {@code ringer.maxBodySize}.
     */
    public static final Setting<Long> MAX_BODY_SIZE = bytes(OWN, "maxBodySize", 0, Long.MAX_VALUE, BYTES + OFF);

    /**
     * The size of the largest request body that the server receives completely before it calls the handler. So no
     * thread waits while a slow client sends such a body. The server does not wait for the body in these cases:
     *
     * <ul>
     *   <li>the request announces a larger body, or no length;
     *   <li>the request expects 100 (Continue), or asks for an upgrade;
     *   <li>{@link #MAX_BUFFERED_MEMORY} is exhausted.
     * </ul>
     *
     * <p>The property {@code ringer.bodyBuffer} is in bytes, at most {@value #MAX_BODY_BUFFER_BYTES}; 0 turns this off.
     * The default is 65536.
     */
    public static final Setting<Long> BODY_BUFFER =
            bytes(OWN, "bodyBuffer", 65_536, MAX_BODY_BUFFER_BYTES, BYTES + OFF);

    /**
     * The most bytes that the server reads and drops if a handler has not read its whole request body. The connection
     * can then be used again. If more bytes are to come, the server closes the connection after the response.
     *
     * <p>In bytes; the default is 65536. The property is {@code sun.net.httpserver.drainAmount}.
     */
    public static final Setting<Long> DRAIN_AMOUNT = bytes(JDK, "drainAmount", 65_536, Long.MAX_VALUE, BYTES);

    /**
     * The memory that the server may use for data of its clients: incomplete and large heads, TLS records, and output
     * that clients do not read. If more is needed, the server closes the connection that uses most, after a 503 answer
     * if possible.
     *
     * <p>The property {@code ringer.maxBufferedMemory} is in bytes; 0 means no limit. The default is an eighth of the
     * heap.
     */
    public static final Setting<Long> MAX_BUFFERED_MEMORY =
            bytes(OWN, "maxBufferedMemory", Runtime.getRuntime().maxMemory() / 8, Long.MAX_VALUE, BYTES + OFF);

    /**
     * The most bytes of a response that the server keeps for a client that does not read. The handler may return, and
     * an event loop sends these bytes later. The handler waits for the client in three cases:
     *
     * <ul>
     *   <li>it announces a response with more bytes than this;
     *   <li>it streams a response, and this many bytes already wait for the client;
     *   <li>{@link #MAX_BUFFERED_MEMORY} is exhausted.
     * </ul>
     *
     * <p>At most {@value #MAX_RESPONSE_BUFFER} bytes; the default is 262144. If it is 0, the server still accepts what
     * fits into one buffer of 32 KiB. The property is {@code ringer.responseBuffer}.
     */
    public static final Setting<Long> RESPONSE_BUFFER =
            bytes(OWN, "responseBuffer", 256 * 1024, MAX_RESPONSE_BUFFER, BYTES + OFF);

    /**
     * The flow-control window of one HTTP/2 stream: the most bytes of a request body that the client may send before the
     * handler reads them. If a client sends more, the server resets the stream. The window is at least one and a half
     * times {@link #BODY_BUFFER}. The window of a connection is never closed: {@link #HTTP2_MAX_STREAMS} and
     * {@link #MAX_BUFFERED_MEMORY} limit what its streams take together.
     *
     * <p>The property {@code ringer.http2.window} is in bytes, at least {@value #MIN_HTTP2_WINDOW}. The default is
     * 262144.
     */
    public static final Setting<Long> HTTP2_WINDOW = add(
            "http2Window",
            OWN + "http2.window",
            256L * 1024,
            new Domain.Sizes(MIN_HTTP2_WINDOW, Integer.MAX_VALUE, BYTES));

    // ---- numbers of exchanges, connections and streams

    /**
     * The most exchanges that may be in progress, including those that wait for a thread. The server answers 503 to
     * further requests, without calling a handler or filter.
     *
     * <p>0, the default, means no limit. The property is {@code ringer.maxExchanges}.
     */
    public static final Setting<Long> MAX_EXCHANGES = count("maxExchanges");

    /**
     * The most exchanges that one client may have in progress. A client is an IPv4 address, or the first 64 bits of an
     * IPv6 address. Trusted {@linkplain #PROXIES proxies} name the addresses of their clients. The server answers 503
     * to further requests, without calling a handler or filter. The limit does not apply to requests for which a
     * trusted proxy names no client, or to clients on a unix domain socket.
     *
     * <p>0, the default, means no limit. The property is {@code ringer.maxExchangesPerClient}.
     */
    public static final Setting<Long> MAX_EXCHANGES_PER_CLIENT = count("maxExchangesPerClient");

    /**
     * The most connections that one client may have. A client is an IPv4 address, or the first 64 bits of an IPv6
     * address. The server closes further connections immediately. The limit does not apply to trusted
     * {@linkplain #PROXIES proxies}.
     *
     * <p>0, the default, means no limit. The property is {@code ringer.maxConnectionsPerClient}.
     */
    public static final Setting<Long> MAX_CONNECTIONS_PER_CLIENT = count("maxConnectionsPerClient");

    /**
     * The most TLS handshakes that one client may have in progress. {@link #MAX_CONNECTIONS_PER_CLIENT} says what
     * counts as one client. The server closes further connections.
     *
     * <p>0, the default, means no limit. The property is {@code ringer.maxHandshakesPerClient}.
     */
    public static final Setting<Long> MAX_HANDSHAKES_PER_CLIENT = count("maxHandshakesPerClient");

    /**
     * The most connections that may be idle, waiting for the next request. When there are that many, the server closes
     * every further connection after its response.
     *
     * <p>0, the default, means no limit; −1 means that no connection may be idle. In the JDK's server the default is
     * 200. The property {@code sun.net.httpserver.maxIdleConnections} has the JDK's meaning: with 0 or less, no
     * connection may be idle.
     */
    public static final Setting<Long> MAX_IDLE_CONNECTIONS = add(
            "maxIdleConnections",
            JDK + "maxIdleConnections",
            0L,
            new GroupDomains.IdleConnectionCounts(JDK_IDLE_CONNECTIONS));

    /**
     * The most connections that may be open. The server closes further connections immediately.
     *
     * <p>0, the default, means no limit. The property is {@code jdk.httpserver.maxConnections}, where less than 0 also
     * means no limit.
     */
    public static final Setting<Long> MAX_CONNECTIONS =
            add("maxConnections", JDK_NEWER + "maxConnections", 0L, new GroupDomains.ConnectionCounts());

    /**
     * The most requests and WebSockets that one HTTP/2 connection may have at a time. The server refuses further
     * requests (REFUSED_STREAM).
     *
     * <p>From 1 to {@value #MAX_HTTP2_STREAMS}; the default is 128. The property is {@code ringer.http2.maxStreams}.
     */
    public static final Setting<Long> HTTP2_MAX_STREAMS =
            add("http2MaxStreams", OWN + "http2.maxStreams", 128L, new Domain.Numbers(1, MAX_HTTP2_STREAMS, ""));

    // ---- time limits and minimum rates

    /**
     * The longest time from the first byte of a request head until the head is complete. If the head takes longer, the
     * server answers 408 and closes the connection.
     *
     * <p>Zero or more; zero means no limit. The default is 20 s. The property {@code ringer.headTimeout} is in seconds.
     */
    public static final Setting<Duration> HEAD_TIMEOUT = time("headTimeout", OWN + "headTimeout", 20, SECONDS);

    /**
     * The longest time for which the server waits for a request body while no byte arrives. After that the handler's
     * read fails, and the server closes the connection. If no handler has been called yet, the server answers 408
     * first.
     *
     * <p>Zero or more; zero means no limit. The default is 30 s. The property {@code ringer.bodyStallTimeout} is in
     * seconds.
     */
    public static final Setting<Duration> BODY_STALL_TIMEOUT =
            time("bodyStallTimeout", OWN + "bodyStallTimeout", 30, SECONDS);

    /**
     * The longest time for which a client may read nothing while the server has bytes of a response for it. After that
     * the handler's write fails, and the server closes the connection.
     *
     * <p>Zero or more; zero means no limit. The default is 60 s. The property {@code ringer.writeStallTimeout} is in
     * seconds.
     */
    public static final Setting<Duration> WRITE_STALL_TIMEOUT =
            time("writeStallTimeout", OWN + "writeStallTimeout", 60, SECONDS);

    /**
     * The longest time for a whole TLS handshake. After that the server closes the connection.
     *
     * <p>Zero or more; zero means no limit. The default is 20 s. The property {@code ringer.tlsHandshakeTimeout} is in
     * seconds.
     */
    public static final Setting<Duration> TLS_HANDSHAKE_TIMEOUT =
            time("tlsHandshakeTimeout", OWN + "tlsHandshakeTimeout", 20, SECONDS);

    /**
     * The time limit for two waits. When the time is over, the server closes the connection. On HTTP/2, it resets only
     * the stream in the first case. The waits are:
     *
     * <ul>
     *   <li>the server reads and drops the rest of a request body that the handler has not read;
     *   <li>the server has ended the connection, and waits until the client closes it too.
     * </ul>
     *
     * <p>A stopping server also waits for HTTP/2 clients that have got their last answer less than this time ago. Each
     * of them has this time to read the answer and close the connection, or two seconds if this time has no limit.
     *
     * <p>Zero or more; zero means no limit. The default is 2 s. The property {@code ringer.drainTimeout} is in
     * milliseconds.
     */
    public static final Setting<Duration> DRAIN_TIMEOUT = time("drainTimeout", OWN + "drainTimeout", 2_000, MILLIS);

    /**
     * The longest time for which a connection may be idle. After that the server closes the connection.
     *
     * <p>Zero or more; zero means no limit. The default is 30 s. The property {@code sun.net.httpserver.idleInterval}
     * is in seconds, at least 1.
     */
    public static final Setting<Duration> IDLE_INTERVAL =
            add("idleInterval", JDK + "idleInterval", Duration.ofSeconds(30), new Domain.Times(SECONDS, 1));

    /**
     * The longest time from the first byte of a request to the last byte of its body. After that the server closes the
     * connection.
     *
     * <p>Zero or more; zero, the default, means no limit. The property {@code sun.net.httpserver.maxReqTime} is in
     * seconds.
     */
    public static final Setting<Duration> MAX_REQUEST_TIME = time("maxRequestTime", JDK + "maxReqTime", 0, SECONDS);

    /**
     * The longest time from a complete request to the end of its response. After that the server closes the connection,
     * even if the handler still runs.
     *
     * <p>Zero or more; zero, the default, means no limit. The property {@code sun.net.httpserver.maxRspTime} is in
     * seconds.
     */
    public static final Setting<Duration> MAX_RESPONSE_TIME = time("maxResponseTime", JDK + "maxRspTime", 0, SECONDS);

    /**
     * The lowest rate at which a client may send a request body, measured over 30 seconds. Only the time in which the
     * server waits for the client counts. Below this rate the handler's read fails, and the server closes the
     * connection. If no handler has been called yet, the server answers 408 first.
     *
     * <p>In bytes per second; 0 means no minimum. The default is 240. The property is {@code ringer.minBodyRate}.
     */
    public static final Setting<Long> MIN_BODY_RATE = bytes(OWN, "minBodyRate", 240, Long.MAX_VALUE, BYTES_PER_SECOND);

    /**
     * The lowest rate at which a client may read a response, measured over 30 seconds. Only the time in which the
     * server waits for the client counts. Below this rate the handler's write fails, and the server closes the
     * connection.
     *
     * <p>In bytes per second; 0 means no minimum. The default is 240. The property is {@code ringer.minResponseRate}.
     */
    public static final Setting<Long> MIN_RESPONSE_RATE =
            bytes(OWN, "minResponseRate", 240, Long.MAX_VALUE, BYTES_PER_SECOND);

    private Settings() {}

    /** {@return all settings: every constant of this class} */
    public static List<Setting<?>> all() {
        return Collections.unmodifiableList(ALL);
    }

    /** Returns the defaults of all settings, each at the index of its setting. */
    static Object[] standards() {
        Object[] values = new Object[ALL.size()];
        for (Setting<?> setting : ALL) {
            values[setting.index()] = setting.defaultValue();
        }
        return values;
    }

    private static <E extends Enum<E>> Setting<E> words(
            String prefix, String property, String name, E standard, String... words) {
        return add(name, prefix + property, standard, new Domain.Words<>(standard.getDeclaringClass(), false, words));
    }

    /** Makes a setting whose default lets in what another word refuses. */
    private static <E extends Enum<E>> Setting<E> limitingWords(String name, E standard, String... words) {
        return add(name, OWN + name, standard, new Domain.Words<>(standard.getDeclaringClass(), true, words));
    }

    private static Setting<Boolean> flag(String prefix, String property, String name, boolean standard) {
        return add(name, prefix + property, standard, new Domain.Flags(true));
    }

    private static Setting<Long> number(String prefix, String name, long standard, long min, long max, String unit) {
        return add(name, prefix + name, standard, new Domain.Numbers(min, max, unit));
    }

    private static Setting<Long> bytes(String prefix, String name, long standard, long max, String unit) {
        return add(name, prefix + name, standard, new Domain.Sizes(0, max, unit));
    }

    private static Setting<Long> size(String name, long standard, long min, long max) {
        return add(name, OWN + name, standard, new Domain.BoundedSizes(min, max));
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
