package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.RingerProvider;
import dev.ringer.testkit.SystemProperties;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A property whose value cannot be read never opens what its setting was meant to close. */
class UnreadablePropertiesTest {
    /** The settings of Ringer whose defaults close no less than any of their values. Others must be readable. */
    private static final Set<Setting<?>> HARMLESS = Set.of(
            Settings.HANDLERS,
            Settings.LOOP_ON_EXECUTOR,
            Settings.ERROR_RESPONSE,
            Settings.COMPRESSION,
            Settings.HEADERS_MAP,
            Settings.COMPLIANCE,
            Settings.REUSE_PORT,
            Settings.ACCESS_LOG,
            Settings.REQUEST_METRICS,
            Settings.JMX,
            Settings.BANNER,
            Settings.ADMIN,
            Settings.READY_PORTS);

    private static final List<String> UNREADABLE = List.of(
            "",
            " ",
            "many",
            "10x",
            "10 000",
            "10_000",
            "1,000",
            "1.5m",
            "0.5s",
            "1e3",
            "-10k",
            "-5s",
            "+5s",
            "k",
            "s",
            "10k10k",
            "5s5s",
            "10kk",
            "10kbps",
            "010k",
            "010s",
            "10\u212a", // the Kelvin sign, whose lower case is k
            "5\u017f", // the long s
            "\u0661\u0660k", // Arabic digits
            "\uff11\uff10\uff4b", // letters and digits of full width
            "10\u00a0k",
            "99999999999999999999",
            "99999999999999999999k",
            "9007199254740993k", // 2^53 + 1, which wraps to 1024
            "18014398509481984k", // wraps to 0
            "9223372036854775807g",
            "9223372036854775807h",
            "9223372036854775807min",
            "-9223372036854775809",
            "0x",
            "${limit}",
            "none",
            "unlimited");

    static Stream<Arguments> limits() {
        return Settings.all().stream()
                .filter(setting -> setting.property().startsWith("ringer.") && !HARMLESS.contains(setting))
                .flatMap(setting -> UNREADABLE.stream()
                        .filter(value -> !mayBe(setting, value))
                        .map(value -> Arguments.of(setting.property(), value)));
    }

    /** Whether a value is right although it is in the list: a setting is a list, or names files. */
    private static boolean mayBe(Setting<?> setting, String value) {
        return setting == Settings.PROXIES && value.isBlank();
    }

    @ParameterizedTest
    @MethodSource("limits")
    void makeNoServerIfTheyLimitSomething(String property, String value) {
        assertNoServer(property, property, value);
    }

    @ParameterizedTest
    @MethodSource("limits")
    void makeNoServerOnTheirPort(String property, String value) {
        assertNoServer(property, property.replace("ringer.", "ringer.port.0."), value);
    }

    static Stream<String> properties() {
        return Settings.all().stream().map(Setting::property);
    }

    @ParameterizedTest
    @MethodSource("properties")
    void areNamedAtTheBeginningOfTheMessage(String property) {
        try (SystemProperties ignored = SystemProperties.with(Map.of(property, "no value"))) {
            assertThat(message(property))
                    .startsWith(property + ": ")
                    .doesNotEndWith("null")
                    .hasLineCount(1);
        }
    }

    /** Checks that a value cannot begin another line of a log. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ringer.maxBodySize",
                "ringer.listen",
                "ringer.trustedProxies",
                "ringer.forwardedFields",
                "ringer.proxyProtocol"
            })
    void areEscapedInTheMessage(String property) {
        try (SystemProperties ignored = SystemProperties.with(Map.of(property, "no\nvalue"))) {
            assertThat(message(property)).contains("no\\nvalue").hasLineCount(1);
        }
    }

    /** Returns the message of the exception or, if there is none, what the log would say. */
    private static String message(String property) {
        dev.ringer.options.SystemProperties properties = dev.ringer.options.SystemProperties.ofAll();
        try {
            properties.values();
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
        return property + ": " + properties.ignored().get(property);
    }

    private static void assertNoServer(String property, String name, String value) {
        try (SystemProperties ignored = SystemProperties.with(Map.of(name, value))) {
            assertThatIOException()
                    .isThrownBy(() -> new RingerProvider()
                            .createHttpServer(TestServer.anyPort(), 0)
                            .stop(0))
                    .withMessageStartingWith(name + ": ");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ringer.maxBodySize | 10x | ringer.maxBodySize: invalid value \"10x\": expected a whole number of bytes"
                        + " (0 = off), or a size such as 64k, 10m or 1g",
                "ringer.headTimeout | soon | ringer.headTimeout: invalid value \"soon\": expected a whole number of"
                        + " seconds (0 = off), or a time such as 150ms, 20s, 2min or 1h",
                "ringer.maxExchanges | 50k | ringer.maxExchanges: invalid value \"50k\": expected a whole number"
                        + " (0 = off)",
                "ringer.maxRequestLine | 11 | ringer.maxRequestLine: invalid value \"11\": expected a whole number of bytes"
                        + " from 16 to 16777216 (0 = the maximum), or a size such as 64k, 10m or 1g",
                "ringer.bareLf | rejct | ringer.bareLf: invalid value \"rejct\": expected one of accept, reject",
                "ringer.http2 | of | ringer.http2: invalid value \"of\": expected one of tls, on, off"
            })
    void areNamedWithTheirValueAndWhatIsExpected(String property, String value, String message) {
        try (SystemProperties ignored = SystemProperties.with(Map.of(property, value))) {
            assertThatIOException()
                    .isThrownBy(() -> new RingerProvider().createHttpsServer(null, 0))
                    .withMessage(message);
        }
    }

    @Test
    void areAllNamedInOneMessageOfOneLine() {
        try (SystemProperties ignored =
                SystemProperties.with(Map.of("ringer.maxBodySize", "1\n2", "ringer.maxExchanges", "x"))) {
            assertThatIOException()
                    .isThrownBy(() -> new RingerProvider().createHttpServer(null, 0))
                    .withMessageContainingAll(
                            "ringer.maxBodySize: invalid value \"1\\n2\"",
                            "; ",
                            "ringer.maxExchanges: invalid value \"x\"")
                    .matches(e -> e.getMessage().lines().count() == 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ringer.handlers", "ringer.jmx", "ringer.accessLog", "ringer.accessLog.maxFileSize"})
    void makeAServerIfTheyLimitNothing(String property) throws IOException {
        try (SystemProperties ignored = SystemProperties.with(Map.of(property, "10x"))) {
            HttpServer server = new RingerProvider().createHttpServer(null, 0);

            server.stop(0);
        }
    }

    // ---- the JDK's properties, which prevent the start of no server

    @ParameterizedTest
    @ValueSource(strings = {"", "many", "10x", "99999999999999999999", "1.5m"})
    void leaveAtLeastTheLimitOfTheJdksServer(String value) {
        assertThat(with("sun.net.httpserver.maxReqHeaders", value).get(Settings.MAX_REQUEST_HEADERS))
                .isEqualTo(200);
        assertThat(with("sun.net.httpserver.maxReqHeaderSize", value).get(Settings.MAX_REQUEST_HEADER_SIZE))
                .isEqualTo(389_120);
        assertThat(with("sun.net.httpserver.maxIdleConnections", value).get(Settings.MAX_IDLE_CONNECTIONS))
                .isEqualTo(200);
        assertThat(with("sun.net.httpserver.idleInterval", value).get(Settings.IDLE_INTERVAL))
                .hasSeconds(30);
        assertThat(with("sun.net.httpserver.drainAmount", value).get(Settings.DRAIN_AMOUNT))
                .isEqualTo(65_536);
        assertThat(with("sun.net.httpserver.disableHostValidation", value).get(Settings.HOST_VALIDATION))
                .isTrue();
    }

    @Test
    void haveUnitsTooIfTheyAreOfTheJdk() {
        assertThat(with("sun.net.httpserver.maxReqHeaderSize", "8k").get(Settings.MAX_REQUEST_HEADER_SIZE))
                .isEqualTo(8192);
        assertThat(with("sun.net.httpserver.maxReqHeaderSize", "1g").get(Settings.MAX_REQUEST_HEADER_SIZE))
                .isEqualTo(Settings.MAX_HEAD_BYTES);
        assertThat(with("sun.net.httpserver.maxReqTime", "5s").get(Settings.MAX_REQUEST_TIME))
                .hasSeconds(5);
        assertThat(with("sun.net.httpserver.idleInterval", "500 ms").get(Settings.IDLE_INTERVAL))
                .hasMillis(500);
        assertThat(with("sun.net.httpserver.idleInterval", "0s").get(Settings.IDLE_INTERVAL))
                .hasSeconds(30);
    }

    @ParameterizedTest
    @CsvSource({
        "ringer.idleInterval, sun.net.httpserver.idleInterval",
        "ringer.idleTimeout, sun.net.httpserver.idleInterval",
        "ringer.idletimeout, sun.net.httpserver.idleInterval",
        "ringer.keepAliveTimeout, sun.net.httpserver.idleInterval",
        "ringer.maxConnections, jdk.httpserver.maxConnections",
        "ringer.maxConection, jdk.httpserver.maxConnections",
        "ringer.maxIdleConnections, sun.net.httpserver.maxIdleConnections",
        "ringer.maxReqHeaders, sun.net.httpserver.maxReqHeaders",
        "ringer.maxRequestHeaders, sun.net.httpserver.maxReqHeaders",
        "ringer.maxHeaders, sun.net.httpserver.maxReqHeaders",
        "ringer.maxHeaderSize, sun.net.httpserver.maxReqHeaderSize",
        "ringer.maxReqHeaderSize, sun.net.httpserver.maxReqHeaderSize",
        "ringer.maxRequestHeaderSize, sun.net.httpserver.maxReqHeaderSize",
        "ringer.maxReqTime, sun.net.httpserver.maxReqTime",
        "ringer.maxRequestTime, sun.net.httpserver.maxReqTime",
        "ringer.requestTimeout, sun.net.httpserver.maxReqTime",
        "ringer.maxRspTime, sun.net.httpserver.maxRspTime",
        "ringer.maxResponseTime, sun.net.httpserver.maxRspTime",
        "ringer.responseTimeout, sun.net.httpserver.maxRspTime",
        "ringer.drainAmount, sun.net.httpserver.drainAmount",
        "ringer.nodelay, sun.net.httpserver.nodelay",
        "ringer.pathMatcher, sun.net.httpserver.pathMatcher",
        "ringer.disableHostValidation, sun.net.httpserver.disableHostValidation",
        "ringer.attributes, jdk.httpserver.attributes",
        "ringer.port.8443.maxConnections, jdk.httpserver.maxConnections",
        "sun.net.httpserver.maxConnections, jdk.httpserver.maxConnections",
        "sun.net.httpserver.maxRequestTime, sun.net.httpserver.maxReqTime",
        "jdk.httpserver.idleInterval, sun.net.httpserver.idleInterval",
        "jdk.httpserver.maxReqHeaders, sun.net.httpserver.maxReqHeaders",
        "ringer.headTimout, ringer.headTimeout",
        "ringer.maxBodysize, ringer.maxBodySize",
        "ringer.bodySize, ringer.maxBodySize",
    })
    void areMeantByOtherNames(String name, String property) {
        try (SystemProperties ignored = SystemProperties.with(Map.of(name, "5"))) {
            assertThat(dev.ringer.options.SystemProperties.ofAll().ignored())
                    .containsEntry(name, "unknown property; did you mean " + property + "?");
        }
    }

    @Test
    void areNotMeantByTheirOwnNames() {
        for (Setting<?> setting : Settings.all()) {
            assertThat(JdkNames.meantBy(setting.property()))
                    .as(setting.property())
                    .isNull();
        }
        assertThat(JdkNames.meantBy("sun.net.httpserver.somethingElse")).isNull();
    }

    // ---- what can be read

    @ParameterizedTest
    @CsvSource({
        "65536, 65536",
        "0x100, 256",
        "' 100 ', 100",
        "0, 0",
        "0k, 0",
        "100b, 100",
        "10k, 10240",
        "10K, 10240",
        "10kb, 10240",
        "10kB, 10240",
        "10KiB, 10240",
        "64KiB, 65536",
        "10m, 10485760",
        "10M, 10485760",
        "10MB, 10485760",
        "10 MB, 10485760",
        "10mib, 10485760",
        "1g, 1073741824",
        "1GB, 1073741824",
        "1GiB, 1073741824",
        "8589934591g, 9223372035781033984",
    })
    void mayBeSizesWithUnits(String value, long bytes) {
        assertThat(with("ringer.maxBodySize", value).get(Settings.MAX_BODY_SIZE))
                .isEqualTo(bytes);
        assertThat(with("ringer.port.0.maxBodySize", value).get(Settings.MAX_BODY_SIZE))
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "5, PT5S",
        "0, PT0S",
        "-1, PT0S",
        "0ms, PT0S",
        "5s, PT5S",
        "5S, PT5S",
        "5 s, PT5S",
        "2min, PT2M",
        "2Min, PT2M",
        "150ms, PT0.15S",
        "150 ms, PT0.15S",
        "1h, PT1H",
        "9223372036854775807s, PT2562047788015215H30M7S",
    })
    void mayBeTimesWithUnits(String value, Duration time) {
        assertThat(with("ringer.headTimeout", value).get(Settings.HEAD_TIMEOUT)).isEqualTo(time);
        assertThat(with("ringer.port.0.headTimeout", value).get(Settings.HEAD_TIMEOUT))
                .isEqualTo(time);
    }

    @Test
    void mayHaveUnitsIfNumbersCountMilliseconds() {
        assertThat(with("ringer.drainTimeout", "2s").get(Settings.DRAIN_TIMEOUT))
                .hasSeconds(2);
        assertThat(with("ringer.drainTimeout", "2000").get(Settings.DRAIN_TIMEOUT))
                .hasSeconds(2);
    }

    @Test
    void mayBeLogSizesWithUnits() {
        assertThat(with("ringer.accessLog.maxFileSize", "100m")
                        .get(Settings.ACCESS_LOG)
                        .maxFileSize())
                .isEqualTo(100L << 20);
    }

    private static ServerOptions with(String property, String value) {
        try (SystemProperties ignored = SystemProperties.with(Map.of(property, value))) {
            return ServerOptions.fromSystemProperties().withSystemPropertiesOf(0);
        }
    }
}
