package dev.ringer.options;

import dev.ringer.options.ServerOptions.AttributeScope;
import dev.ringer.options.ServerOptions.BareLf;
import dev.ringer.options.ServerOptions.Compliance;
import dev.ringer.options.ServerOptions.Compression;
import dev.ringer.options.ServerOptions.ErrorResponse;
import dev.ringer.options.ServerOptions.Handlers;
import dev.ringer.options.ServerOptions.Http2;
import dev.ringer.options.ServerOptions.PathMatching;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/**
 * Reads the system properties into a builder. What is absent, malformed or outside its range leaves the default, as the
 * JDK's server does: a typing error on the command line must not keep a program from starting. It is remembered, so
 * that the log can name it. A class name for the headers' map must be right, since there is no default that does the same,
 * and so must be where the server listens and whether it expects the PROXY protocol: their defaults would let in whom the
 * operator has meant to keep out.
 */
final class SystemProperties {
    private static final String JDK = "sun.net.httpserver.";
    private static final String OWN = "ringer.";

    private final ServerOptionsBuilder to = new ServerOptionsBuilder();
    private final List<String> ignored = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();

    SystemProperties() {
        readChoices();
        readAccessLog();
        readRingersOwn();
        readJdks();
        noteNamesOfThePast();
    }

    ServerOptions options() {
        if (!refused.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", refused));
        }
        return to.build();
    }

    /** Properties that are set and change nothing: their value cannot be used, or their name once meant something. */
    List<String> ignored() {
        return ignored;
    }

    private void readChoices() {
        choice(
                OWN + "handlers",
                Map.of("default", Handlers.DEFAULT, "loops", Handlers.LOOPS, "virtual", Handlers.VIRTUAL),
                to::handlers);
        choice(OWN + "compliance", Map.of("strict", Compliance.STRICT, "legacy", Compliance.LEGACY), to::compliance);
        choice(OWN + "bareLf", Map.of("accept", BareLf.ACCEPT, "reject", BareLf.REJECT), to::bareLf);
        choice(
                OWN + "errorResponse",
                Map.of("close", ErrorResponse.CLOSE, "500", ErrorResponse.STATUS_500),
                to::errorResponse);
        choice(OWN + "http2", Map.of("tls", Http2.TLS, "on", Http2.ON, "off", Http2.OFF), to::http2);
        choice(OWN + "compression", Map.of("off", Compression.OFF, "gzip", Compression.GZIP), to::compression);
        choice(
                JDK + "pathMatcher",
                Map.of("pathprefix", PathMatching.PATH_PREFIX, "stringprefix", PathMatching.STRING_PREFIX),
                to::pathMatching);
        choice(
                "jdk.httpserver.attributes",
                Map.of("context", AttributeScope.CONTEXT, "exchange", AttributeScope.EXCHANGE),
                to::attributeScope);
    }

    private void readAccessLog() {
        String property = OWN + "accessLog";
        try {
            to.accessLog(AccessLogOptions.of(System.getProperty(property, "off")));
        } catch (IllegalArgumentException e) {
            ignored.add(property);
        }
        number(
                property + ".maxFileSize",
                0,
                Long.MAX_VALUE,
                value -> to.accessLog(to.accessLog.withMaxFileSize(value)));
        count(property + ".maxFiles", value -> to.accessLog(to.accessLog.withMaxFiles(value)));
    }

    private void readRingersOwn() {
        time(OWN + "headTimeout", Duration::ofSeconds, to::headTimeout);
        time(OWN + "bodyStallTimeout", Duration::ofSeconds, to::bodyStallTimeout);
        time(OWN + "writeStallTimeout", Duration::ofSeconds, to::writeStallTimeout);
        time(OWN + "tlsHandshakeTimeout", Duration::ofSeconds, to::tlsHandshakeTimeout);
        time(OWN + "drainTimeout", Duration::ofMillis, to::drainTimeout);
        number(OWN + "minBodyRate", 0, Long.MAX_VALUE, to::minBodyRate);
        number(OWN + "minResponseRate", 0, Long.MAX_VALUE, to::minResponseRate);
        lineLength(OWN + "maxRequestLine", ServerOptions.MAX_HEAD_BYTES, to::maxRequestLine);
        lineLength(OWN + "maxChunkLine", ServerOptions.MAX_CHUNK_LINE_BYTES, to::maxChunkLine);
        number(
                OWN + "maxChunkExtensions",
                0,
                ServerOptions.MAX_CHUNK_EXTENSION_BYTES,
                value -> to.maxChunkExtensions((int) value));
        number(OWN + "maxBodySize", 0, Long.MAX_VALUE, to::maxBodySize);
        number(OWN + "http2.maxStreams", 1, ServerOptions.MAX_HTTP2_STREAMS, value -> to.http2MaxStreams((int) value));
        number(
                OWN + "http2.window",
                ServerOptions.MIN_HTTP2_WINDOW,
                Integer.MAX_VALUE,
                value -> to.http2Window((int) value));
        count(OWN + "maxExchanges", to::maxExchanges);
        count(OWN + "maxConnectionsPerClient", to::maxConnectionsPerClient);
        count(OWN + "maxHandshakesPerClient", to::maxHandshakesPerClient);
        number(OWN + "maxBufferedMemory", 0, Long.MAX_VALUE, to::maxBufferedMemory);
        number(OWN + "loops", 0, 1024, value -> to.loops((int) value));
        flag(OWN + "reusePort", to::reusePort);
        listen(OWN + "listen");
        to.proxies(new ProxyProperties(ignored, refused).proxies());
        flag(OWN + "jmx", to::jmx);
        String map = System.getProperty(OWN + "headers.map", "");
        if (!map.isBlank()) {
            to.headersMap(map.strip());
        }
    }

    private void readJdks() {
        number(JDK + "idleInterval", 1, Integer.MAX_VALUE, value -> to.idleInterval(Duration.ofSeconds(value)));
        number(
                JDK + "maxIdleConnections",
                Integer.MIN_VALUE,
                Integer.MAX_VALUE,
                value -> to.maxIdleConnections((int) Math.max(0, value)));
        number(
                "jdk.httpserver.maxConnections",
                Integer.MIN_VALUE,
                Integer.MAX_VALUE,
                value -> to.maxConnections(value <= 0 ? -1 : (int) value));
        number(JDK + "drainAmount", 0, Long.MAX_VALUE, to::drainAmount);
        number(JDK + "maxReqHeaders", 1, 1 << 16, value -> to.maxRequestHeaders((int) value));
        number(
                JDK + "maxReqHeaderSize",
                Integer.MIN_VALUE,
                Integer.MAX_VALUE,
                value -> to.maxRequestHeaderSize((int) Math.max(0, Math.min(value, ServerOptions.MAX_HEAD_BYTES))));
        time(JDK + "maxReqTime", Duration::ofSeconds, to::maxRequestTime);
        time(JDK + "maxRspTime", Duration::ofSeconds, to::maxResponseTime);
        flag(JDK + "nodelay", to::noDelay);
        flag(JDK + "disableHostValidation", disabled -> to.hostValidation(!disabled));
    }

    private void noteNamesOfThePast() {
        Stream.of("readTimeout", "writeTimeout", "selCacheTimeout")
                .map(JDK::concat)
                .filter(property -> System.getProperty(property) != null)
                .forEach(ignored::add);
    }

    private void listen(String property) {
        String value = System.getProperty(property);
        if (value == null) {
            return;
        }
        try {
            to.listen(Listen.parse(value.strip()));
        } catch (IllegalArgumentException malformed) {
            refused.add(property + " cannot be used: " + malformed.getMessage());
        }
    }

    private void flag(String property, Consumer<Boolean> set) {
        choice(property, Map.of("true", true, "false", false), set);
    }

    private <T> void choice(String property, Map<String, T> meanings, Consumer<T> set) {
        String value = System.getProperty(property);
        if (value == null) {
            return;
        }
        T meaning = meanings.get(value.strip().toLowerCase(Locale.ROOT));
        if (meaning != null) {
            set.accept(meaning);
        } else {
            ignored.add(property);
        }
    }

    /** How many there may be, where zero is no limit. */
    private void count(String property, IntConsumer set) {
        number(property, 0, Integer.MAX_VALUE, value -> set.accept((int) value));
    }

    private void number(String property, long min, long max, LongConsumer set) {
        number(property, value -> value >= min && value <= max, set);
    }

    /** The longest line, where zero is no limit. */
    private void lineLength(String property, int max, IntConsumer set) {
        number(
                property,
                value -> value == 0 || value >= ServerOptions.MIN_LINE_BYTES && value <= max,
                value -> set.accept((int) value));
    }

    private void number(String property, LongPredicate possible, LongConsumer set) {
        if (System.getProperty(property) == null) {
            return;
        }
        Long value = Long.getLong(property);
        if (value != null && possible.test(value)) {
            set.accept(value);
        } else {
            ignored.add(property);
        }
    }

    /** A limit in time; the JDK writes "no limit" as any number that is not positive. */
    private void time(String property, LongFunction<Duration> unit, Consumer<Duration> set) {
        number(property, value -> true, value -> set.accept(unit.apply(Math.max(0, value))));
    }
}
