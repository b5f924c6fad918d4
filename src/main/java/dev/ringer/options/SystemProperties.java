package dev.ringer.options;

import dev.ringer.options.ServerOptions.AttributeScope;
import dev.ringer.options.ServerOptions.Compliance;
import dev.ringer.options.ServerOptions.ErrorResponse;
import dev.ringer.options.ServerOptions.Handlers;
import dev.ringer.options.ServerOptions.PathMatching;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * Reads the system properties into a builder. What is absent, malformed or outside its range leaves the default, as the
 * JDK's server does: a typing error on the command line must not keep a program from starting.
 */
final class SystemProperties {
    private static final String JDK = "sun.net.httpserver.";
    private static final String OWN = "ringer.";

    private SystemProperties() {}

    static ServerOptionsBuilder read(ServerOptionsBuilder to) {
        readChoices(to);
        readRingersOwn(to);
        readJdks(to);
        return to;
    }

    /** Names that once meant something. */
    static List<String> ignored() {
        return Stream.of("readTimeout", "writeTimeout", "selCacheTimeout")
                .map(JDK::concat)
                .filter(property -> System.getProperty(property) != null)
                .toList();
    }

    private static void readChoices(ServerOptionsBuilder to) {
        word(OWN + "handlers", value -> {
            switch (value) {
                case "default" -> to.handlers(Handlers.DEFAULT);
                case "loops" -> to.handlers(Handlers.LOOPS);
                case "virtual" -> to.handlers(Handlers.VIRTUAL);
                default -> {}
            }
        });
        word(OWN + "compliance", value -> {
            switch (value) {
                case "strict" -> to.compliance(Compliance.STRICT);
                case "legacy" -> to.compliance(Compliance.LEGACY);
                default -> {}
            }
        });
        word(OWN + "errorResponse", value -> {
            switch (value) {
                case "close" -> to.errorResponse(ErrorResponse.CLOSE);
                case "500" -> to.errorResponse(ErrorResponse.STATUS_500);
                default -> {}
            }
        });
        word(JDK + "pathMatcher", value -> {
            switch (value) {
                case "pathprefix" -> to.pathMatching(PathMatching.PATH_PREFIX);
                case "stringprefix" -> to.pathMatching(PathMatching.STRING_PREFIX);
                default -> {}
            }
        });
        word("jdk.httpserver.attributes", value -> {
            switch (value) {
                case "context" -> to.attributeScope(AttributeScope.CONTEXT);
                case "exchange" -> to.attributeScope(AttributeScope.EXCHANGE);
                default -> {}
            }
        });
    }

    private static void readRingersOwn(ServerOptionsBuilder to) {
        time(OWN + "headTimeout", Duration::ofSeconds, to::headTimeout);
        time(OWN + "bodyStallTimeout", Duration::ofSeconds, to::bodyStallTimeout);
        time(OWN + "writeStallTimeout", Duration::ofSeconds, to::writeStallTimeout);
        time(OWN + "tlsHandshakeTimeout", Duration::ofSeconds, to::tlsHandshakeTimeout);
        time(OWN + "drainTimeout", Duration::ofMillis, to::drainTimeout);
        number(OWN + "minBodyRate", 0, Long.MAX_VALUE, to::minBodyRate);
        number(OWN + "maxRequestLine", 16, ServerOptions.LARGEST_HEAD, value -> to.maxRequestLine((int) value));
        number(OWN + "maxChunkLine", 16, 1 << 20, value -> to.maxChunkLine((int) value));
        number(OWN + "maxChunkExtensions", 0, 1 << 30, value -> to.maxChunkExtensions((int) value));
        number(OWN + "maxBodySize", 0, Long.MAX_VALUE, to::maxBodySize);
        number(OWN + "loops", 0, 1024, value -> to.loops((int) value));
        to.reusePort(Boolean.getBoolean(OWN + "reusePort"));
        String map = System.getProperty(OWN + "headers.map", "");
        if (!map.isBlank()) {
            to.headersMap(map.strip());
        }
    }

    private static void readJdks(ServerOptionsBuilder to) {
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
                value -> to.maxRequestHeaderSize((int) Math.max(0, Math.min(value, ServerOptions.LARGEST_HEAD))));
        time(JDK + "maxReqTime", Duration::ofSeconds, to::maxRequestTime);
        time(JDK + "maxRspTime", Duration::ofSeconds, to::maxResponseTime);
        word(JDK + "nodelay", value -> to.noDelay(!value.equals("false")));
        to.hostValidation(!Boolean.getBoolean(JDK + "disableHostValidation"));
    }

    private static void word(String property, Consumer<String> set) {
        String value = System.getProperty(property);
        if (value != null) {
            set.accept(value.strip().toLowerCase(Locale.ROOT));
        }
    }

    private static void number(String property, long least, long most, LongConsumer set) {
        Long value = Long.getLong(property);
        if (value != null && value >= least && value <= most) {
            set.accept(value);
        }
    }

    /** A limit in time; the JDK writes "no limit" as any number that is not positive. */
    private static void time(String property, LongFunction<Duration> unit, Consumer<Duration> set) {
        number(property, Long.MIN_VALUE, Integer.MAX_VALUE, value -> set.accept(unit.apply(Math.max(0, value))));
    }
}
