package dev.ringer.options;

import static java.time.temporal.ChronoUnit.MILLIS;
import static java.time.temporal.ChronoUnit.SECONDS;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * All settings of a server. Each constant contains the name, the system property, the default and the possible values
 * of one setting.
 *
 * <p>The comment of each constant names its system property. Properties that begin with {@code sun.net.httpserver} or
 * {@code jdk.httpserver} have the JDK's names, units and meaning. For limits that only Ringer has, zero means no limit.
 * If such a limit is needed to bound memory, zero means its largest possible value. Durations may have any length. In a
 * property, a size may have a unit ({@code 64k}, {@code 10MB}, {@code 1GiB}; a kilobyte has 1024 bytes), and so may a
 * time ({@code 150ms}, {@code 5s}, {@code 2min}, {@code 1h}). If Ringer cannot read the property of one of its limits,
 * {@code create} throws an exception instead of creating a server.
 *
 * @since 0.1.0
 */
// To add a setting, add a constant. Its row in docs/settings.md is the first sentence of its comment, followed by the
// last paragraph without the property's name; SettingsDocumentTest writes the page. For a limit, see also
// "a limit on requests" in ARCHITECTURE.md.
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
        /** One thread, created by {@code start()}, runs one handler at a time. The JDK's API promises that. */
        DEFAULT,
        /** Each event loop, one per core, runs the handlers of its own connections. They must never block. */
        LOOPS,
        /**
         * Each request gets a new virtual thread. On a JDK without virtual threads, {@link #DEFAULT} applies.
         */
        VIRTUAL
    }

    /** How the server treats a request that breaks a rule of HTTP. */
    public enum Compliance {
        /** Violations are refused. RFC 9110 and RFC 9112 demand that. */
        STRICT,
        /**
         * Harmless violations that the JDK's server tolerates are accepted. After a violation that is not harmless,
         * client and server could disagree about the end of a request. Handlers can read the list of tolerated
         * violations.
         */
        LEGACY
    }

    /**
     * How the server treats a line of a request head that ends with LF alone. In chunked bodies, LF alone is always an
     * error.
     */
    public enum BareLf {
        /** LF alone ends a line, as on every common server. */
        ACCEPT,
        /** The server answers {@code 400}. Use this behind a proxy that does not end lines at LF alone. */
        REJECT
    }

    /**
     * What a client gets when its handler fails before it has sent response headers. If the client is to blame, because
     * the handler doesn't catch a {@code FormException} or a failed read of a malformed, too long or too slow body, the
     * client gets the status of this fault either way, such as 400, 408, 413 or 415.
     */
    public enum ErrorResponse {
        /** The connection closes without a response. The JDK's server does the same. */
        CLOSE,
        /** A {@code 500} response without details. After it, the connection closes. */
        STATUS_500
    }

    /** The rule that finds the context for the path of a request. */
    public enum PathMatching {
        /** The context {@code /foo} serves {@code /foo} and {@code /foo/bar}. This is the default from JDK 27 on. */
        PATH_PREFIX,
        /** The context {@code /foo} serves {@code /foobar}, too. This is the default before JDK 27. */
        STRING_PREFIX
    }

    /** Whether the exchanges of a context share their attributes. */
    public enum AttributeScope {
        /** All exchanges of a context share one set of attributes. This is the default before JDK 26. */
        CONTEXT,
        /** Each exchange has its own. This is the default from JDK 26 on. */
        EXCHANGE
    }

    /** Whether the server compresses the responses of every context, for clients that accept gzip. */
    public enum Compression {
        /** Responses are sent as handlers write them. */
        OFF,
        /** Text is compressed. A {@code dev.ringer.files.CompressionFilter} does the same by default. */
        GZIP
    }

    /** Whether a server measures how long its requests take, and how large they are. */
    public enum RequestMetrics {
        /** From the first time somebody reads them. A {@code MetricsHandler} that shows them reads them, too. */
        AUTO,
        /** Always. */
        ON,
        /** Never. */
        OFF
    }

    /** The connections on which the server speaks HTTP/2. */
    public enum Http2 {
        /**
         * TLS connections whose client asks for it. If the application has set its own application protocols, they
         * decide.
         */
        TLS,
        /** Connections in clear text, too, if they begin with HTTP/2. */
        ON,
        /** None. */
        OFF
    }

    private static final String OWN = "ringer.";
    private static final String JDK = "sun.net.httpserver.";
    private static final String JDK_NEWER = "jdk.httpserver.";
    private static final String BYTES = " of bytes";
    private static final String OFF = " (0 = off)";
    private static final int MIN_LINE_BYTES = 16;
    private static final int KIB = 1024;

    // defaults of the JDK's server
    private static final int JDK_HEADER_SIZE = 380 * KIB;
    private static final int JDK_IDLE_CONNECTIONS = 200;

    /**
     * The version of the running JDK. Some defaults depend on it, because applications expect the behaviour of their
     * JDK.
     */
    private static final int RUNNING_JDK = Runtime.version().feature();

    private static final List<Setting<?>> ALL = new ArrayList<>();

    // ---- Handlers and responses

    /**
     * Which threads run handlers when the application sets no executor.
     *
     * <p>The default is {@link Handlers#DEFAULT}. The property is {@code ringer.handlers}.
     */
    public static final Setting<Handlers> HANDLERS = words("handlers", Handlers.DEFAULT);

    /**
     * Whether an event loop may move to a thread of the application's pool while requests keep coming. The loop then
     * reads them and runs their handlers on that thread, one after another, so it need not wake a thread for each. A
     * handler that takes longer than a millisecond loses the loop again.
     *
     * <p>This applies only to executors that treat all tasks alike: a {@code ThreadPoolExecutor} with a queue of the
     * JDK that does not order tasks, or a {@code ForkJoinPool}. It never applies to subclasses.
     *
     * <p>The default is {@code true}. The property is {@code ringer.loopOnExecutor}.
     */
    public static final Setting<Boolean> LOOP_ON_EXECUTOR = flag("loopOnExecutor", true);

    /**
     * How the path of a request finds its context.
     *
     * <p>The default is that of the running JDK. The property is {@code sun.net.httpserver.pathMatcher}.
     */
    public static final Setting<PathMatching> PATH_MATCHING = add(
            "pathMatching",
            JDK + "pathMatcher",
            RUNNING_JDK >= 27 ? PathMatching.PATH_PREFIX : PathMatching.STRING_PREFIX,
            Domain.Words.ofNames(PathMatching.class, false));

    /**
     * Whether the exchanges of a context share their attributes.
     *
     * <p>The default is that of the running JDK. The property is {@code jdk.httpserver.attributes}.
     */
    public static final Setting<AttributeScope> ATTRIBUTE_SCOPE = add(
            "attributeScope",
            JDK_NEWER + "attributes",
            RUNNING_JDK >= 26 ? AttributeScope.EXCHANGE : AttributeScope.CONTEXT,
            Domain.Words.ofNames(AttributeScope.class, false));

    /**
     * What a client gets when its handler fails before it has sent response headers. This setting doesn't apply to
     * faults of the client: an uncaught {@code FormException} or failed read of a body is answered with its own status,
     * such as 400, 408, 413 or 415.
     *
     * <p>The default is {@link ErrorResponse#CLOSE}. The property is {@code ringer.errorResponse}, where {@code 500}
     * stands for {@link ErrorResponse#STATUS_500}.
     */
    public static final Setting<ErrorResponse> ERROR_RESPONSE = add(
            "errorResponse",
            OWN + "errorResponse",
            ErrorResponse.CLOSE,
            new Domain.Words<>(ErrorResponse.class, List.of("close", "500"), false));

    /**
     * Whether responses of all contexts are compressed, for clients that accept gzip.
     *
     * <p>The default is {@link Compression#OFF}. The property is {@code ringer.compression}.
     */
    public static final Setting<Compression> COMPRESSION = words("compression", Compression.OFF);

    /**
     * The map in which response headers are stored: {@code compact}, {@code linked}, or the name of a public class that
     * implements {@code Map}. The class needs a public constructor without parameters. It is loaded by the context
     * class loader of the thread that sets this setting.
     *
     * <p>The default is {@code compact}. The property is {@code ringer.headers.map}.
     */
    public static final Setting<HeadersMap> HEADERS_MAP =
            add("headersMap", OWN + "headers.map", HeadersMap.COMPACT, new GroupDomains.HeadersMaps());

    // ---- Requests and protocols

    /**
     * How requests that break a rule of HTTP are treated.
     *
     * <p>The default is {@link Compliance#STRICT}. The property is {@code ringer.compliance}.
     */
    public static final Setting<Compliance> COMPLIANCE = words("compliance", Compliance.STRICT);

    /**
     * Whether a line of a request head may end with LF alone, as RFC 9112, 2.2 allows.
     *
     * <p>The default is {@link BareLf#ACCEPT}. The property is {@code ringer.bareLf}.
     */
    public static final Setting<BareLf> BARE_LF = limitingWords("bareLf", BareLf.ACCEPT);

    /**
     * Whether a request without exactly one valid Host field gets 400.
     *
     * <p>{@code true} in the property turns this off. The default is {@code false} there, so in code it is true. The
     * property is {@code sun.net.httpserver.disableHostValidation}.
     */
    public static final Setting<Boolean> HOST_VALIDATION =
            add("hostValidation", JDK + "disableHostValidation", true, new Domain.Flags(false));

    /**
     * Which connections may use HTTP/2.
     *
     * <p>The default is {@link Http2#TLS}. The property is {@code ringer.http2}.
     */
    public static final Setting<Http2> HTTP2 = limitingWords("http2", Http2.TLS);

    // ---- Sockets, proxies and TLS

    /**
     * How many event loops a server has, at most 1024. If the application sets no executor and {@link #HANDLERS} is
     * {@code DEFAULT}, there is always only one loop, because handlers must then run one at a time.
     *
     * <p>0 means one for every eight cores, or one per core with {@code ringer.handlers=loops}. The default is {@code
     * 0}. The property is {@code ringer.loops}.
     */
    public static final Setting<Long> LOOPS = number("loops", 0, 0, 1024, " (0 = chosen by the number of cores)");

    /**
     * Whether each event loop listens on a socket of its own (SO_REUSEPORT, Linux only), so that other processes of the
     * same user can share the port.
     *
     * <p>The default is {@code false}. The property is {@code ringer.reusePort}.
     */
    public static final Setting<Boolean> REUSE_PORT = flag("reusePort", false);

    /**
     * Whether connections use {@code TCP_NODELAY}.
     *
     * <p>On the JDK's server, they don't by default. The default is {@code true}. The property is {@code
     * sun.net.httpserver.nodelay}.
     */
    public static final Setting<Boolean> NO_DELAY = add("noDelay", JDK + "nodelay", true, new Domain.Flags(true));

    /**
     * Where the server listens.
     *
     * <p>{@code unix:PATH} is a unix domain socket, and {@code inherited} the socket on standard input. The default is
     * the address that the program gives. The property is {@code ringer.listen}.
     */
    public static final Setting<Listen> LISTEN =
            add("listen", OWN + "listen", Listen.tcp(), new GroupDomains.ListenPlaces());

    /**
     * The trusted proxies in front of the server, which name their clients.
     *
     * <p>In the property, addresses and networks are separated by commas; {@code unix} trusts a unix domain socket. The
     * default is none, or in code {@link Proxies#NONE}. The properties are {@code ringer.trustedProxies}, {@code
     * ringer.forwardedFields} and {@code ringer.proxyProtocol}.
     */
    public static final Setting<Proxies> PROXIES =
            group("proxies", Proxies.NONE, ProxyProperties.TRUSTED, ProxyProperties.FIELDS, ProxyProperties.PROTOCOL);

    /**
     * TLS for the connections of an {@code HttpServer}, from PEM files. An {@code HttpsServer} with a configurator of
     * its own ignores this setting. Handlers get an {@code HttpsExchange}, although the server is no
     * {@code HttpsServer}.
     *
     * <p>In the property, the certificate files are separated by commas. The default is {@code off}, or in code {@link
     * TlsOptions#OFF}. The properties are {@code ringer.tls.certificate}, {@code ringer.tls.key}, {@code
     * ringer.tls.keyPassword}, {@code ringer.tls.clientCa}, {@code ringer.tls.clientAuth} and {@code
     * ringer.tls.protocols}.
     */
    public static final Setting<TlsOptions> TLS = group(
            "tls",
            TlsOptions.OFF,
            TlsProperties.CERTIFICATE,
            TlsProperties.KEY,
            TlsProperties.KEY_PASSWORD,
            TlsProperties.CLIENT_CA,
            TlsProperties.CLIENT_AUTH,
            TlsProperties.PROTOCOLS);

    // ---- End of the process

    /**
     * How long requests in progress may take to finish when the JVM ends, for example by SIGTERM. First {@link
     * #DRAIN_DELAY} passes. Then the server stops, as if the program called {@code HttpServer.stop} with this time. If
     * the program itself calls {@code stop} meanwhile, that call waits until the server has stopped.
     *
     * <p>0 turns this off. The default is {@code 0}. The property is {@code ringer.drainOnExit}.
     */
    public static final Setting<Duration> DRAIN_ON_EXIT = time("drainOnExit", 0, SECONDS);

    /**
     * How long a server works as usual after the JVM has begun to end, so that proxies notice.
     *
     * <p>Applies only with {@link #DRAIN_ON_EXIT}. The default is {@code 5s}. The property is {@code
     * ringer.drainDelay}.
     */
    public static final Setting<Duration> DRAIN_DELAY = time("drainDelay", 5, SECONDS);

    // ---- Logs and monitoring

    /**
     * The format and destination of the access log, which has a line for each exchange.
     *
     * <p>In the property, {@code common}, {@code combined} or {@code json} logs to {@code dev.ringer.access}; append
     * {@code :FILE} for a file, or {@code :-} for standard output. The default is {@code off}, or in code
     * {@link AccessLogOptions#OFF}. The properties are {@code ringer.accessLog}, {@code ringer.accessLog.maxFileSize},
     * {@code ringer.accessLog.maxFiles} and {@code ringer.accessLog.fields}.
     */
    public static final Setting<AccessLogOptions> ACCESS_LOG = add(new Setting<>(
            ALL.size(),
            "accessLog",
            OWN + "accessLog",
            AccessLogOptions.OFF,
            new GroupDomains.AccessLogs(),
            false,
            SystemProperties.MAX_FILE_SIZE,
            SystemProperties.MAX_FILES,
            SystemProperties.FIELDS));

    /**
     * Whether the durations and sizes of requests are measured, as a part of the statistics.
     *
     * <p>The default is {@link RequestMetrics#AUTO}. The property is {@code ringer.requestMetrics}.
     */
    public static final Setting<RequestMetrics> REQUEST_METRICS = words("requestMetrics", RequestMetrics.AUTO);

    /**
     * Whether a running server registers its statistics as an MBean.
     *
     * <p>The default is {@code false}. The property is {@code ringer.jmx}.
     */
    public static final Setting<Boolean> JMX = flag("jmx", false);

    /**
     * Whether a server that starts logs its version and address to the logger {@code dev.ringer}, at level INFO.
     *
     * <p>The default is {@code false}. The property is {@code ringer.banner}.
     */
    public static final Setting<Boolean> BANNER = flag("banner", false);

    /**
     * Where the admin listener shows metrics, readiness and a web page. The first server that starts with this setting
     * opens one admin listener for all servers of the process. The listener closes when the last server with this
     * setting stops.
     *
     * <p>{@code 9404} or {@code localhost:9404} is a port of both loopback addresses; {@code ADDRESS:PORT} and {@code
     * unix:PATH} work as well. The default is {@code off}. The property is {@code ringer.admin}.
     */
    public static final Setting<AdminAddress> ADMIN =
            ofProcess("admin", AdminAddress.OFF, new GroupDomains.AdminAddresses());

    /**
     * The ports that the program must serve before {@code /ready} answers 200, separated by commas, with
     * {@code unix:PATH} for a unix domain socket. With {@code auto}, the servers of agents count if there have been no others for five
     * minutes. If one of these servers stops, the answer is 503. The first server that starts with an admin listener
     * decides.
     *
     * <p>{@code auto} means any server that no Java agent has made. The default is {@code auto}. The property is {@code
     * ringer.readyPorts}.
     */
    public static final Setting<ReadyPorts> READY_PORTS =
            ofProcess("readyPorts", ReadyPorts.AUTO, new GroupDomains.ReadyPortLists());

    // ---- Sizes

    /**
     * Maximum length of a request line. If a request line is longer, the server answers 414 and closes the connection.
     *
     * <p>From 16 to {@value #MAX_HEAD_BYTES} bytes; 0 means the most. The default is {@code 64k}. The property is
     * {@code ringer.maxRequestLine}.
     */
    public static final Setting<Long> MAX_REQUEST_LINE =
            boundedSize("maxRequestLine", 64 * KIB, MIN_LINE_BYTES, MAX_HEAD_BYTES);

    /**
     * Maximum length of a chunk-size line in a request body, including its extensions. If a line is longer, the
     * handler's read fails, and the server closes the connection.
     *
     * <p>From 16 to {@value #MAX_CHUNK_LINE_BYTES} bytes; 0 means the most. The default is {@code 2k}. The property is
     * {@code ringer.maxChunkLine}.
     */
    public static final Setting<Long> MAX_CHUNK_LINE =
            boundedSize("maxChunkLine", 2 * KIB, MIN_LINE_BYTES, MAX_CHUNK_LINE_BYTES);

    /**
     * Maximum size of all chunk extensions of one body. If there are more, the handler's read fails, and the server
     * closes the connection.
     *
     * <p>From 1 to {@value #MAX_CHUNK_EXTENSION_BYTES} bytes; 0 means the most. The default is {@code 16k}. The
     * property is {@code ringer.maxChunkExtensions}.
     */
    public static final Setting<Long> MAX_CHUNK_EXTENSIONS =
            boundedSize("maxChunkExtensions", 16 * KIB, 1, MAX_CHUNK_EXTENSION_BYTES);

    /**
     * Maximum number of field lines in a request, not counting trailers. If there are more, the server answers 431 and
     * closes the connection.
     *
     * <p>From 1 to {@value #MAX_HEADERS}. The default is {@code 200}. The property is {@code
     * sun.net.httpserver.maxReqHeaders}.
     */
    public static final Setting<Long> MAX_REQUEST_HEADERS =
            add("maxRequestHeaders", JDK + "maxReqHeaders", 200L, Domain.Numbers.of(1, MAX_HEADERS, ""));

    /**
     * Maximum size of a request head, with 32 bytes added for each line. If a head is larger, the server answers 431
     * and closes the connection.
     *
     * <p>From 1 to {@value #MAX_HEAD_BYTES} bytes; 0 means the most. The default is {@code 380k}. The property is
     * {@code sun.net.httpserver.maxReqHeaderSize}.
     */
    public static final Setting<Long> MAX_REQUEST_HEADER_SIZE = add(
            "maxRequestHeaderSize",
            JDK + "maxReqHeaderSize",
            (long) JDK_HEADER_SIZE,
            new Domain.JdkNumbers(
                    Domain.Numbers.ofBoundedBytes(1, MAX_HEAD_BYTES),
                    0,
                    JDK_HEADER_SIZE,
                    Domain.JdkNumbers.EVERY_SIZE));

    /**
     * Maximum size of a request body. If a request announces a larger body, the server answers 413 and calls no
     * handler. If a body of unknown length becomes too large, the handler's read fails. In both cases the server closes
     * the connection.
     *
     * <p>0 means no limit. The default is {@code 0}. The property is {@code ringer.maxBodySize}.
     */
    public static final Setting<Long> MAX_BODY_SIZE = size("maxBodySize", 0, Long.MAX_VALUE);

    /**
     * Maximum size of a request body that is received before its handler is called.
     *
     * <p>So no thread waits for a slow client. Of a body without an announced length, at most so many bytes are received
     * before. The handler is also called if the client pauses for 1.5 seconds between two chunks, because it may be
     * waiting for the response. The server does not wait for the body in these cases:
     *
     * <ul>
     *   <li>the request announces a larger body;
     *   <li>the request expects 100 (Continue), or asks for an upgrade;
     *   <li>the request announces no length, and either its content type is that of gRPC or Connect, it has the field
     *       {@code Incremental: ?1}, its context sets {@link dev.ringer.RingerExchange#BODY_TIME_LIMITS} to false, or
     *       the context's handler was last seen to go on reading after it had begun its response;
     *   <li>{@link #MAX_BUFFERED_MEMORY} is exhausted.
     * </ul>
     *
     * <p>At most {@value #MAX_BODY_BUFFER_BYTES} bytes; with 0, bodies arrive while their handlers run. The default is
     * {@code 64k}. The property is {@code ringer.bodyBuffer}.
     */
    public static final Setting<Long> BODY_BUFFER = size("bodyBuffer", 64 * KIB, MAX_BODY_BUFFER_BYTES);

    /**
     * Size above which request bodies go to a temporary file before their handler is called, except gRPC calls and other
     * streams in both directions whose length is unknown. So do bodies of unknown length that {@link #BODY_BUFFER} doesn't hold.
     *
     * <p>With 0, none does. The default is {@code 0}. The property is {@code ringer.bodyFile}.
     */
    public static final Setting<Long> BODY_FILE = size("bodyFile", 0, Long.MAX_VALUE);

    /**
     * How much of a request body that its handler left unread is dropped to keep the connection usable. If more bytes
     * are to come, the server closes the connection after the response.
     *
     * <p>With 0, nothing is. The default is {@code 64k}. The property is {@code sun.net.httpserver.drainAmount}.
     */
    public static final Setting<Long> DRAIN_AMOUNT =
            add("drainAmount", JDK + "drainAmount", 64L * KIB, Domain.Numbers.ofBytes(0, Long.MAX_VALUE, BYTES, ""));

    /**
     * Maximum memory that a server retains for its clients: incomplete and large heads, TLS records, and output that
     * clients don't read. If more is needed, the server closes the connection that uses most, after a 503 answer if
     * possible.
     *
     * <p>0 means no limit. The default is an eighth of the heap. The property is {@code ringer.maxBufferedMemory}.
     */
    public static final Setting<Long> MAX_BUFFERED_MEMORY =
            size("maxBufferedMemory", Runtime.getRuntime().maxMemory() / 8, Long.MAX_VALUE);

    /**
     * How much of a response the server keeps for a client that does not read, so that its handler need not wait. An
     * event loop sends these bytes later. The handler waits for the client in three cases:
     *
     * <ul>
     *   <li>it announces a response with more bytes than this;
     *   <li>it streams a response, and this many bytes already wait for the client;
     *   <li>{@link #MAX_BUFFERED_MEMORY} is exhausted.
     * </ul>
     *
     * <p>At most {@value #MAX_RESPONSE_BUFFER} bytes; 0 means what fits into one buffer of 32 KiB. The default is
     * {@code 256k}. The property is {@code ringer.responseBuffer}.
     */
    public static final Setting<Long> RESPONSE_BUFFER = size("responseBuffer", 256 * KIB, MAX_RESPONSE_BUFFER);

    /**
     * The flow-control window of an HTTP/2 stream: how much of a request body the client may send before the handler
     * reads it. If a client sends more, the server resets the stream. The window is at least one and a half times
     * {@link #BODY_BUFFER}. The window of a connection is never closed: {@link #HTTP2_MAX_STREAMS} and {@link
     * #MAX_BUFFERED_MEMORY} limit what its streams take together.
     *
     * <p>At least {@value #MIN_HTTP2_WINDOW} bytes. The default is {@code 256k}. The property is {@code
     * ringer.http2.window}.
     */
    public static final Setting<Long> HTTP2_WINDOW = add(
            "http2Window",
            OWN + "http2.window",
            256L * KIB,
            Domain.Numbers.ofBytes(MIN_HTTP2_WINDOW, Integer.MAX_VALUE, BYTES, ""));

    // ---- Requests, connections and streams

    /**
     * Maximum number of requests in progress, including those that wait for a thread. The server answers 503 to further
     * requests, with {@code Retry-After: 1} and without calling a handler or filter, so handlers on the same server
     * that print statistics or tell its health can't be reached either. A request counts until its exchange is closed,
     * on HTTP/1.1 even after its client has left.
     *
     * <p>0 means no limit. The default is {@code 0}. The property is {@code ringer.maxExchanges}.
     */
    public static final Setting<Long> MAX_EXCHANGES = count("maxExchanges");

    /**
     * Maximum number of requests in progress of one client. A client is an IPv4 address, or the first 64 bits of an
     * IPv6 address. Trusted {@linkplain #PROXIES proxies} name the addresses of their clients. The server answers 503
     * to further requests, without calling a handler or filter. The limit does not apply to requests for which a
     * trusted proxy names no client, or to clients on a unix domain socket.
     *
     * <p>0 means no limit. The default is {@code 0}. The property is {@code ringer.maxExchangesPerClient}.
     */
    public static final Setting<Long> MAX_EXCHANGES_PER_CLIENT = count("maxExchangesPerClient");

    /**
     * Maximum number of open connections of one client. A client is an IPv4 address, or the first 64 bits of an IPv6
     * address. The server closes further connections immediately. The limit does not apply to trusted {@linkplain
     * #PROXIES proxies}.
     *
     * <p>0 means no limit. The default is {@code 0}. The property is {@code ringer.maxConnectionsPerClient}.
     */
    public static final Setting<Long> MAX_CONNECTIONS_PER_CLIENT = count("maxConnectionsPerClient");

    /**
     * Maximum number of TLS handshakes in progress of one client. {@link #MAX_CONNECTIONS_PER_CLIENT} says what counts
     * as one client. The server closes further connections.
     *
     * <p>0 means no limit. The default is {@code 0}. The property is {@code ringer.maxHandshakesPerClient}.
     */
    public static final Setting<Long> MAX_HANDSHAKES_PER_CLIENT = count("maxHandshakesPerClient");

    /**
     * Maximum number of idle connections, which wait for their next request. When there are that many, the server
     * closes every further connection after its response.
     *
     * <p>In the property, 0 or less means none, as on the JDK's server. In code, −1 means none, and 0 no limit. The
     * default is no limit, on the JDK's server 200. The property is {@code sun.net.httpserver.maxIdleConnections}.
     */
    public static final Setting<Long> MAX_IDLE_CONNECTIONS = add(
            "maxIdleConnections",
            JDK + "maxIdleConnections",
            0L,
            new Domain.JdkNumbers(
                    Domain.Numbers.of(-1, Integer.MAX_VALUE, ""),
                    -1,
                    JDK_IDLE_CONNECTIONS,
                    Domain.JdkNumbers.EVERY_INT));

    /**
     * Maximum number of open connections. The server closes further connections immediately.
     *
     * <p>0 means no limit. The default is {@code 0}. The property is {@code jdk.httpserver.maxConnections}, where less
     * than 0 also means no limit.
     */
    public static final Setting<Long> MAX_CONNECTIONS = add(
            "maxConnections",
            JDK_NEWER + "maxConnections",
            0L,
            new Domain.JdkNumbers(
                    Domain.Numbers.of(0, Integer.MAX_VALUE, ""), 0, -1, "a whole number (0 or less = no limit)"));

    /**
     * Maximum number of requests and WebSockets at a time on one HTTP/2 connection. The server refuses further requests
     * (REFUSED_STREAM).
     *
     * <p>From 1 to {@value #MAX_HTTP2_STREAMS}. The default is {@code 128}. The property is {@code
     * ringer.http2.maxStreams}.
     */
    public static final Setting<Long> HTTP2_MAX_STREAMS =
            add("http2MaxStreams", OWN + "http2.maxStreams", 128L, Domain.Numbers.of(1, MAX_HTTP2_STREAMS, ""));

    // ---- Times and rates

    /**
     * Time limit for a request head, from its first byte to its last. If the head takes longer, the server answers 408
     * and closes the connection.
     *
     * <p>0 means no limit. The default is {@code 20s}. The property is {@code ringer.headTimeout}.
     */
    public static final Setting<Duration> HEAD_TIMEOUT = time("headTimeout", 20, SECONDS);

    /**
     * How long the server waits for the next byte of a request body. After that the handler's read fails, and the
     * server closes the connection. If no handler has been called yet, the server answers 408 first.
     *
     * <p>0 means no limit. The default is {@code 30s}. The property is {@code ringer.bodyStallTimeout}.
     */
    public static final Setting<Duration> BODY_STALL_TIMEOUT = time("bodyStallTimeout", 30, SECONDS);

    /**
     * How long a client may read nothing while bytes of a response wait for it. After that the handler's write fails,
     * and the server closes the connection.
     *
     * <p>0 means no limit. The default is {@code 60s}. The property is {@code ringer.writeStallTimeout}.
     */
    public static final Setting<Duration> WRITE_STALL_TIMEOUT = time("writeStallTimeout", 60, SECONDS);

    /**
     * Time limit for a whole TLS handshake. After that the server closes the connection.
     *
     * <p>0 means no limit. The default is {@code 20s}. The property is {@code ringer.tlsHandshakeTimeout}.
     */
    public static final Setting<Duration> TLS_HANDSHAKE_TIMEOUT = time("tlsHandshakeTimeout", 20, SECONDS);

    /**
     * Time limit for dropping an unread request body, and for a client to close a connection that the server has ended.
     * When the time is over, the server closes the connection. On HTTP/2, it resets only the stream in the first case.
     *
     * <p>A stopping server also waits for HTTP/2 clients that have got their last answer less than this time ago. Each
     * of them has this time to read the answer and close the connection, or two seconds if this time has no limit.
     *
     * <p>0 means no limit. The default is {@code 2s}. The property is {@code ringer.drainTimeout}, in milliseconds
     * without a unit.
     */
    public static final Setting<Duration> DRAIN_TIMEOUT = time("drainTimeout", 2000, MILLIS);

    /**
     * How long a connection may be idle. After that the server closes the connection.
     *
     * <p>In code only, 0 means no limit. The default is {@code 30s}. The property is {@code
     * sun.net.httpserver.idleInterval}.
     */
    public static final Setting<Duration> IDLE_INTERVAL =
            add("idleInterval", JDK + "idleInterval", Duration.ofSeconds(30), new Domain.Times(SECONDS, 1));

    /**
     * Time limit for a whole request, from its first byte to the last byte of its body. After that the server closes
     * the connection.
     *
     * <p>0 means no limit. The default is {@code 0}. The property is {@code sun.net.httpserver.maxReqTime}.
     */
    public static final Setting<Duration> MAX_REQUEST_TIME =
            add("maxRequestTime", JDK + "maxReqTime", Duration.ZERO, new Domain.Times(SECONDS, 0));

    /**
     * Time limit for a whole response, from the complete request to its end. After that the server closes the
     * connection, even if the handler still runs.
     *
     * <p>0 means no limit. The default is {@code 0}. The property is {@code sun.net.httpserver.maxRspTime}.
     */
    public static final Setting<Duration> MAX_RESPONSE_TIME =
            add("maxResponseTime", JDK + "maxRspTime", Duration.ZERO, new Domain.Times(SECONDS, 0));

    /**
     * Minimum rate of a request body in bytes per second, over any 30 seconds in which the server waits for it. Below
     * this rate the handler's read fails, and the server closes the connection. If no handler has been called yet, the
     * server answers 408 first.
     *
     * <p>0 means no limit. The default is {@code 240}. The property is {@code ringer.minBodyRate}.
     */
    public static final Setting<Long> MIN_BODY_RATE = rate("minBodyRate", 240);

    /**
     * Minimum rate in bytes per second at which a client reads a response, over any 30 seconds in which bytes wait for
     * it. Below this rate the handler's write fails, and the server closes the connection.
     *
     * <p>0 means no limit. The default is {@code 240}. The property is {@code ringer.minResponseRate}.
     */
    public static final Setting<Long> MIN_RESPONSE_RATE = rate("minResponseRate", 240);

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

    private static <E extends Enum<E>> Setting<E> words(String name, E standard) {
        return add(name, OWN + name, standard, Domain.Words.ofNames(standard.getDeclaringClass(), false));
    }

    /** Makes a setting whose default lets in what another word refuses. */
    private static <E extends Enum<E>> Setting<E> limitingWords(String name, E standard) {
        return add(name, OWN + name, standard, Domain.Words.ofNames(standard.getDeclaringClass(), true));
    }

    private static Setting<Boolean> flag(String name, boolean standard) {
        return add(name, OWN + name, standard, new Domain.Flags(true));
    }

    private static Setting<Long> number(String name, long standard, long min, long max, String zero) {
        return add(name, OWN + name, standard, Domain.Numbers.of(min, max, zero));
    }

    /** Makes a limit on a number, where zero means no limit. */
    private static Setting<Long> count(String name) {
        return number(name, 0, 0, Integer.MAX_VALUE, OFF);
    }

    /** Makes a size, where zero turns the setting off. */
    private static Setting<Long> size(String name, long standard, long max) {
        return add(name, OWN + name, standard, Domain.Numbers.ofBytes(0, max, BYTES, OFF));
    }

    /** Makes a size that cannot be without a limit, where zero means {@code max}. */
    private static Setting<Long> boundedSize(String name, long standard, long min, long max) {
        return add(name, OWN + name, standard, Domain.Numbers.ofBoundedBytes(min, max));
    }

    private static Setting<Long> rate(String name, long standard) {
        Domain<Long> rates = Domain.Numbers.ofBytes(0, Long.MAX_VALUE, BYTES + " per second", OFF);
        return add(name, OWN + name, standard, rates);
    }

    private static Setting<Duration> time(String name, long standard, ChronoUnit unit) {
        return add(name, OWN + name, Duration.of(standard, unit), new Domain.Times(unit, 0));
    }

    /** Makes a setting whose parts have properties of their own. */
    private static <T> Setting<T> group(String name, T standard, String property, String... parts) {
        return add(new Setting<>(ALL.size(), name, property, standard, new GroupDomains.Groups<>(), false, parts));
    }

    /** Makes a setting whose property cannot be set for one port. */
    private static <T> Setting<T> ofProcess(String name, T standard, Domain<T> domain) {
        return add(new Setting<>(ALL.size(), name, OWN + name, standard, domain, true));
    }

    private static <T> Setting<T> add(String name, String property, T standard, Domain<T> domain) {
        return add(new Setting<>(ALL.size(), name, property, standard, domain, false));
    }

    private static <T> Setting<T> add(Setting<T> setting) {
        ALL.add(setting);
        return setting;
    }
}
