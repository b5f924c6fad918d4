package dev.ringer.options;

import java.util.Arrays;
import java.util.StringJoiner;

/**
 * Everything that can be set for one server. Immutable and valid.
 *
 * <pre>{@code
 * ServerOptions options = ServerOptions.builder()
 *         .headTimeout(Duration.ofSeconds(10))
 *         .maxBodySize(1 << 20)
 *         .build();
 * HttpServer server = Ringer.create(new InetSocketAddress(8080), 0, options);
 * }</pre>
 *
 * <p>A server that an application makes through the JDK's own factories takes {@link #fromSystemProperties()} at the
 * moment it is created. A server made by {@code Ringer.create} takes the options it is given; they win over the
 * properties. {@link #builder()} starts from the defaults, {@link #toBuilder()} from this instance. To set some values
 * in code and leave the others to properties, start from the properties:
 * {@code ServerOptions.fromSystemProperties().toBuilder()}.
 *
 * <p>Each method names its system property. Those that begin with {@code sun.net.httpserver} or {@code jdk.httpserver}
 * have the JDK's names, units and meaning. Zero turns off a limit of Ringer's own. A time limit is then off entirely. A
 * size whose memory must be bounded then has its largest value. Durations of any length may be set.
 *
 * @since 0.1.0
 */
public final class ServerOptions extends LimitOptions {
    /** The largest request head that any setting allows, in bytes. */
    public static final int MAX_HEAD_BYTES = 16 * 1024 * 1024;

    /** The most field lines of a request that any setting allows. */
    public static final int MAX_HEADERS = 1 << 16;

    /** The longest chunk-size line that any setting allows, in bytes. */
    public static final int MAX_CHUNK_LINE_BYTES = 1 << 20;

    /** The most chunk extensions of one body that any setting allows, in bytes. */
    public static final int MAX_CHUNK_EXTENSION_BYTES = 1 << 30;

    /** The smallest flow-control window of an HTTP/2 connection, in bytes: the one that each connection begins with. */
    public static final int MIN_HTTP2_WINDOW = 65_535;

    /** The most streams at a time that any setting allows. */
    public static final int MAX_HTTP2_STREAMS = 1 << 16;

    /** Which threads run handlers when the application sets no executor. */
    public enum Handlers {
        /** The thread that {@code start()} made, one handler at a time, as the API promises. */
        DEFAULT,
        /**
         * As many event loops as cores, each running the handlers of its connections: for handlers that never block.
         */
        LOOPS,
        /** A virtual thread for each request, where the JDK has them. */
        VIRTUAL
    }

    /** The way in which the server treats faults of a request. */
    public enum Compliance {
        /** The server treats faults as RFC 9110 and RFC 9112 demand. */
        STRICT,
        /**
         * The server treats faults as the JDK's server does, where that cannot desynchronise a connection. The
         * tolerated faults are listed.
         */
        LEGACY
    }

    /**
     * The treatment of a line of a request head that ends with LF alone. In chunked bodies LF alone is always a fault.
     */
    public enum BareLf {
        /** It is a line, as for every common server. */
        ACCEPT,
        /** The request is refused with {@code 400}, for servers behind something that reads such a head differently. */
        REJECT
    }

    /** The answer to a client if a handler fails before it has sent response headers. */
    public enum ErrorResponse {
        /** The connection is closed without an answer, as by the JDK's server. */
        CLOSE,
        /** The client gets a bare {@code 500}. Then the connection is closed. */
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

    /** The connections on which the server speaks HTTP/2. */
    public enum Http2 {
        /** Over TLS with clients that ask for it, unless the application has set application protocols of its own. */
        TLS,
        /** Also in clear text, with clients that begin with HTTP/2 because they know that the server speaks it. */
        ON,
        /** On no connection. */
        OFF
    }

    /** Creates options that take over checked values. */
    ServerOptions(Object[] values) {
        super(values);
    }

    /**
     * Reads the system properties. A setting without a property has its default. A value that cannot be read changes
     * nothing, nor does an unknown name that begins with {@code ringer.}. The logger {@code dev.ringer} warns of each
     * once in the life of the JVM. One exception: where the default would open a server to others than its operator has
     * meant, this method throws.
     *
     * @return options as of now
     * @throws IllegalArgumentException if {@code ringer.listen} or {@code ringer.proxyProtocol} is set and cannot be
     *     used
     */
    public static ServerOptions fromSystemProperties() {
        return new SystemProperties().optionsWithWarnings();
    }

    /**
     * Starts from the defaults. System properties are not read.
     *
     * @return a new builder
     */
    public static ServerOptionsBuilder builder() {
        return new ServerOptionsBuilder(Settings.standards());
    }

    /**
     * Starts from this instance.
     *
     * @return a new builder that builds an equal instance unless its setters are called
     */
    public ServerOptionsBuilder toBuilder() {
        return new ServerOptionsBuilder(values().clone());
    }

    /**
     * Returns which threads run handlers when the application sets no executor.
     *
     * @return {@link Handlers#DEFAULT} by default ({@code ringer.handlers}: {@code default}, {@code loops},
     *     {@code virtual})
     */
    public Handlers handlers() {
        return of(Settings.HANDLERS);
    }

    /**
     * Returns how the context of a request is found.
     *
     * @return the rule of the running JDK by default ({@code sun.net.httpserver.pathMatcher}: {@code pathPrefix},
     *     {@code stringPrefix})
     */
    public PathMatching pathMatching() {
        return of(Settings.PATH_MATCHING);
    }

    /**
     * Whether exchanges share their attributes.
     *
     * @return the scope of the running JDK by default ({@code jdk.httpserver.attributes}: {@code context},
     *     {@code exchange})
     */
    public AttributeScope attributeScope() {
        return of(Settings.ATTRIBUTE_SCOPE);
    }

    /**
     * Returns how a client is answered when a handler fails before it has sent response headers.
     *
     * @return {@link ErrorResponse#CLOSE} by default ({@code ringer.errorResponse}: {@code close}, {@code 500})
     */
    public ErrorResponse errorResponse() {
        return of(Settings.ERROR_RESPONSE);
    }

    /**
     * Whether the responses of every context are compressed for clients that accept it.
     *
     * @return {@link Compression#OFF} by default ({@code ringer.compression}: {@code off}, {@code gzip})
     */
    public Compression compression() {
        return of(Settings.COMPRESSION);
    }

    /**
     * Returns the name of the map behind the headers of responses: {@code compact}, {@code linked}, or the name of a
     * public class. The class implements {@link java.util.Map} and has a public constructor without parameters. It is
     * loaded by the context class loader of the thread that sets its name.
     *
     * @return {@code compact} by default ({@code ringer.headers.map})
     */
    public String headersMap() {
        return of(Settings.HEADERS_MAP);
    }

    /**
     * Returns how the server treats faults of a request.
     *
     * @return {@link Compliance#STRICT} by default ({@code ringer.compliance}: {@code strict}, {@code legacy})
     */
    public Compliance compliance() {
        return of(Settings.COMPLIANCE);
    }

    /**
     * Whether LF alone ends the lines of a request head, as RFC 9112 section 2.2 allows.
     *
     * @return {@link BareLf#ACCEPT} by default ({@code ringer.bareLf}: {@code accept}, {@code reject})
     */
    public BareLf bareLf() {
        return of(Settings.BARE_LF);
    }

    /**
     * Whether the server checks Host. If it does, a request whose Host is missing, repeated or invalid is answered with
     * 400.
     *
     * @return true by default ({@code sun.net.httpserver.disableHostValidation=true} turns it off)
     */
    public boolean hostValidation() {
        return of(Settings.HOST_VALIDATION);
    }

    /**
     * Returns on which connections the server speaks HTTP/2.
     *
     * @return {@link Http2#TLS} by default ({@code ringer.http2}: {@code tls}, {@code on}, {@code off})
     */
    public Http2 http2() {
        return of(Settings.HTTP2);
    }

    /**
     * Returns the number of event loops. Without an executor and with {@link Handlers#DEFAULT} there is one, because
     * handlers run one at a time then.
     *
     * @return at most 1024, 0 = one per eight cores, or as many as cores with {@link Handlers#LOOPS}; 0 by default
     *     ({@code ringer.loops})
     */
    public int loops() {
        return (int) longOf(Settings.LOOPS);
    }

    /**
     * Whether every loop accepts on a listening socket of its own (SO_REUSEPORT, on Linux), on a port that other
     * processes of the same user may share.
     *
     * @return false by default ({@code ringer.reusePort})
     */
    public boolean reusePort() {
        return of(Settings.REUSE_PORT);
    }

    /**
     * Whether {@code TCP_NODELAY} is set.
     *
     * @return true by default; the JDK's server has false ({@code sun.net.httpserver.nodelay})
     */
    public boolean noDelay() {
        return of(Settings.NO_DELAY);
    }

    /**
     * Returns where the server listens, if not on the address that the application gives. If the property cannot be
     * read, no server is made.
     *
     * @return {@link Listen#ON_ADDRESS} by default ({@code ringer.listen}: {@code unix:PATH}, {@code inherited})
     */
    public Listen listen() {
        return of(Settings.LISTEN);
    }

    /**
     * Returns the trusted proxies in front of the server, and which of their statements the server believes. If
     * {@code ringer.proxyProtocol} cannot be read, or is set without proxies, no server is made.
     *
     * @return {@link Proxies#NONE} by default ({@code ringer.trustedProxies}: addresses, networks and {@code unix},
     *     separated by commas; {@code ringer.forwardedFields}; {@code ringer.proxyProtocol})
     */
    public Proxies proxies() {
        return of(Settings.PROXIES);
    }

    /**
     * Returns where the server writes a line for each exchange, and in which format.
     *
     * @return {@link AccessLogOptions#OFF} by default ({@code ringer.accessLog})
     */
    public AccessLogOptions accessLog() {
        return of(Settings.ACCESS_LOG);
    }

    /**
     * Whether the statistics of the server are an MXBean while the server runs.
     *
     * @return false by default ({@code ringer.jmx})
     */
    public boolean jmx() {
        return of(Settings.JMX);
    }

    /**
     * Whether the logger {@code dev.ringer} says at INFO, when the server starts, that Ringer serves, and where.
     *
     * @return false by default ({@code ringer.banner})
     */
    public boolean banner() {
        return of(Settings.BANNER);
    }

    /**
     * Whether all settings are the same.
     *
     * @param other anything
     * @return true for equal options
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof ServerOptions options && Arrays.equals(values(), options.values());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values());
    }

    /**
     * Names the settings that differ from their defaults.
     *
     * @return such as {@code ServerOptions[headTimeout=PT10S, maxBodySize=1048576]}
     */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "ServerOptions[", "]");
        for (Setting<?> setting : Settings.all()) {
            Object value = of(setting);
            if (!value.equals(setting.standard())) {
                text.add(setting.name() + '=' + value);
            }
        }
        return text.toString();
    }
}
