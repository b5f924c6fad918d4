package dev.ringer.options;

import static java.time.temporal.ChronoUnit.MILLIS;
import static java.time.temporal.ChronoUnit.SECONDS;

import dev.ringer.internal.headers.StorageMaps;
import dev.ringer.options.ServerOptions.AttributeScope;
import dev.ringer.options.ServerOptions.BareLf;
import dev.ringer.options.ServerOptions.Compliance;
import dev.ringer.options.ServerOptions.Compression;
import dev.ringer.options.ServerOptions.ErrorResponse;
import dev.ringer.options.ServerOptions.Handlers;
import dev.ringer.options.ServerOptions.Http2;
import dev.ringer.options.ServerOptions.PathMatching;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of all settings: names, properties, defaults, ranges. The code that reads properties, builds options and
 * shows options goes through this table. So a new setting needs a line here, an accessor, a setter and a row in
 * {@code docs/settings.md}.
 */
final class Settings {
    private static final String OWN = "ringer.";
    private static final String JDK = "sun.net.httpserver.";
    private static final String JDK_NEWER = "jdk.httpserver.";
    private static final String BYTES = " (bytes)";
    private static final String OFF = ", 0 = off";
    private static final String BYTES_PER_SECOND = " (bytes per second), 0 = off";
    private static final int MIN_LINE_BYTES = 16;

    private static final List<Setting<?>> ALL = new ArrayList<>();

    // ---- handlers, and what they send

    static final Setting<Handlers> HANDLERS =
            words(OWN, "handlers", "handlers", Handlers.DEFAULT, "default", "loops", "virtual");
    static final Setting<PathMatching> PATH_MATCHING = words(
            JDK,
            "pathMatcher",
            "pathMatching",
            RunningJdk.feature() >= 27 ? PathMatching.PATH_PREFIX : PathMatching.STRING_PREFIX,
            "pathprefix",
            "stringprefix");
    static final Setting<AttributeScope> ATTRIBUTE_SCOPE = words(
            JDK_NEWER,
            "attributes",
            "attributeScope",
            RunningJdk.feature() >= 26 ? AttributeScope.EXCHANGE : AttributeScope.CONTEXT,
            "context",
            "exchange");
    static final Setting<ErrorResponse> ERROR_RESPONSE =
            words(OWN, "errorResponse", "errorResponse", ErrorResponse.CLOSE, "close", "500");
    static final Setting<Compression> COMPRESSION =
            words(OWN, "compression", "compression", Compression.OFF, "off", "gzip");
    static final Setting<String> HEADERS_MAP =
            add("headersMap", OWN + "headers.map", StorageMaps.COMPACT, new GroupDomains.StorageMapNames());

    // ---- accepted requests and protocols

    static final Setting<Compliance> COMPLIANCE =
            words(OWN, "compliance", "compliance", Compliance.STRICT, "strict", "legacy");
    static final Setting<BareLf> BARE_LF = words(OWN, "bareLf", "bareLf", BareLf.ACCEPT, "accept", "reject");
    static final Setting<Boolean> HOST_VALIDATION =
            add("hostValidation", JDK + "disableHostValidation", true, new Domain.Flags(false));
    static final Setting<Http2> HTTP2 = words(OWN, "http2", "http2", Http2.TLS, "tls", "on", "off");

    // ---- sockets

    static final Setting<Long> LOOPS = number(OWN, "loops", 0, 0, 1024, ", 0 = by the number of cores");
    static final Setting<Boolean> REUSE_PORT = flag(OWN, "reusePort", "reusePort", false);
    static final Setting<Boolean> NO_DELAY = flag(JDK, "nodelay", "noDelay", true);
    static final Setting<Listen> LISTEN = add(
            "listen",
            OWN + "listen",
            Listen.ON_ADDRESS,
            new GroupDomains.Groups<>(Listen.class, "unix:PATH or inherited"));
    static final Setting<Proxies> PROXIES = add(
            "proxies",
            ProxyProperties.TRUSTED,
            Proxies.NONE,
            new GroupDomains.Groups<>(Proxies.class, "addresses and networks, between commas"));

    // ---- observation by an operator

    static final Setting<AccessLogOptions> ACCESS_LOG =
            add("accessLog", OWN + "accessLog", AccessLogOptions.OFF, new GroupDomains.AccessLogs());
    static final Setting<Boolean> JMX = flag(OWN, "jmx", "jmx", false);
    static final Setting<Boolean> BANNER = flag(OWN, "banner", "banner", false);

    // ---- sizes

    static final Setting<Long> MAX_REQUEST_LINE =
            size(OWN, "maxRequestLine", 65_536, MIN_LINE_BYTES, ServerOptions.MAX_HEAD_BYTES);
    static final Setting<Long> MAX_CHUNK_LINE =
            size(OWN, "maxChunkLine", 2_048, MIN_LINE_BYTES, ServerOptions.MAX_CHUNK_LINE_BYTES);
    static final Setting<Long> MAX_CHUNK_EXTENSIONS =
            size(OWN, "maxChunkExtensions", 16_384, 1, ServerOptions.MAX_CHUNK_EXTENSION_BYTES);
    static final Setting<Long> MAX_REQUEST_HEADERS =
            add("maxRequestHeaders", JDK + "maxReqHeaders", 200L, new Domain.Numbers(1, ServerOptions.MAX_HEADERS, ""));
    static final Setting<Long> MAX_REQUEST_HEADER_SIZE = add(
            "maxRequestHeaderSize",
            JDK + "maxReqHeaderSize",
            389_120L,
            new Domain.Clamped(new Domain.Sizes(1, ServerOptions.MAX_HEAD_BYTES), 0, ServerOptions.MAX_HEAD_BYTES));
    static final Setting<Long> MAX_BODY_SIZE = number(OWN, "maxBodySize", 0, 0, Long.MAX_VALUE, BYTES + OFF);
    static final Setting<Long> DRAIN_AMOUNT = number(JDK, "drainAmount", 65_536, 0, Long.MAX_VALUE, BYTES);
    static final Setting<Long> MAX_BUFFERED_MEMORY =
            number(OWN, "maxBufferedMemory", Runtime.getRuntime().maxMemory() / 8, 0, Long.MAX_VALUE, BYTES + OFF);
    static final Setting<Long> HTTP2_WINDOW = add(
            "http2Window",
            OWN + "http2.window",
            1L << 20,
            new Domain.Numbers(ServerOptions.MIN_HTTP2_WINDOW, Integer.MAX_VALUE, BYTES));

    // ---- numbers

    static final Setting<Long> MAX_EXCHANGES = count("maxExchanges");
    static final Setting<Long> MAX_CONNECTIONS_PER_CLIENT = count("maxConnectionsPerClient");
    static final Setting<Long> MAX_HANDSHAKES_PER_CLIENT = count("maxHandshakesPerClient");
    static final Setting<Long> MAX_IDLE_CONNECTIONS = add(
            "maxIdleConnections",
            JDK + "maxIdleConnections",
            -1L,
            new Domain.Clamped(new Domain.Numbers(-1, Integer.MAX_VALUE, ""), 0, Integer.MAX_VALUE));
    static final Setting<Long> MAX_CONNECTIONS =
            add("maxConnections", JDK_NEWER + "maxConnections", -1L, new GroupDomains.ConnectionCounts());
    static final Setting<Long> HTTP2_MAX_STREAMS = add(
            "http2MaxStreams",
            OWN + "http2.maxStreams",
            128L,
            new Domain.Numbers(1, ServerOptions.MAX_HTTP2_STREAMS, ""));

    // ---- times and rates

    static final Setting<Duration> HEAD_TIMEOUT = time("headTimeout", OWN + "headTimeout", 20, SECONDS);
    static final Setting<Duration> BODY_STALL_TIMEOUT = time("bodyStallTimeout", OWN + "bodyStallTimeout", 30, SECONDS);
    static final Setting<Duration> WRITE_STALL_TIMEOUT =
            time("writeStallTimeout", OWN + "writeStallTimeout", 60, SECONDS);
    static final Setting<Duration> TLS_HANDSHAKE_TIMEOUT =
            time("tlsHandshakeTimeout", OWN + "tlsHandshakeTimeout", 20, SECONDS);
    static final Setting<Duration> DRAIN_TIMEOUT = time("drainTimeout", OWN + "drainTimeout", 2_000, MILLIS);
    static final Setting<Duration> IDLE_INTERVAL =
            add("idleInterval", JDK + "idleInterval", Duration.ofSeconds(30), new Domain.Times(SECONDS, 1));
    static final Setting<Duration> MAX_REQUEST_TIME = time("maxRequestTime", JDK + "maxReqTime", 0, SECONDS);
    static final Setting<Duration> MAX_RESPONSE_TIME = time("maxResponseTime", JDK + "maxRspTime", 0, SECONDS);
    static final Setting<Long> MIN_BODY_RATE = number(OWN, "minBodyRate", 240, 0, Long.MAX_VALUE, BYTES_PER_SECOND);
    static final Setting<Long> MIN_RESPONSE_RATE =
            number(OWN, "minResponseRate", 240, 0, Long.MAX_VALUE, BYTES_PER_SECOND);

    private Settings() {}

    /** Returns every setting, each at its index. */
    static List<Setting<?>> all() {
        return ALL;
    }

    /** Returns the default of every setting, each at the index of its setting. */
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
