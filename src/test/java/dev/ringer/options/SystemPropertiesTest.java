package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.options.AccessLogOptions.Format;
import dev.ringer.testkit.SystemProperties;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class SystemPropertiesTest {
    private static final Map<String, Function<ServerOptions, Duration>> TIMES = Map.of(
            "ringer.headTimeout", ServerOptions::headTimeout,
            "ringer.bodyStallTimeout", ServerOptions::bodyStallTimeout,
            "ringer.writeStallTimeout", ServerOptions::writeStallTimeout,
            "ringer.tlsHandshakeTimeout", ServerOptions::tlsHandshakeTimeout,
            "ringer.drainTimeout", ServerOptions::drainTimeout,
            "sun.net.httpserver.maxReqTime", ServerOptions::maxRequestTime,
            "sun.net.httpserver.maxRspTime", ServerOptions::maxResponseTime);

    private static final List<String> TIME_PROPERTIES = List.copyOf(TIMES.keySet());

    @ParameterizedTest
    @FieldSource("TIME_PROPERTIES")
    void zeroTurnsATimeLimitOff(String property) {
        assertThat(TIMES.get(property).apply(with(property, "0"))).isZero();
        assertThat(TIMES.get(property).apply(with(property, "-1"))).isZero();
    }

    @ParameterizedTest
    @FieldSource("TIME_PROPERTIES")
    void takesTimesOfAnyLength(String property) {
        String longest = Long.toString(Long.MAX_VALUE);

        assertThat(TIMES.get(property).apply(with(property, longest))).isGreaterThan(Duration.ofDays(36_500));
        assertThat(ignoredWith(property, longest)).isEmpty();
    }

    @Test
    void zeroTurnsASizeLimitOffAsFarAsThatCanBe() {
        ServerOptions defaults = ServerOptions.builder().build();

        assertThat(with("ringer.maxRequestLine", "0").maxRequestLine()).isEqualTo(ServerOptions.MAX_HEAD_BYTES);
        assertThat(with("ringer.maxChunkLine", "0").maxChunkLine()).isGreaterThan(defaults.maxChunkLine());
        assertThat(with("ringer.maxChunkExtensions", "0").maxChunkExtensions())
                .isGreaterThan(defaults.maxChunkExtensions());
        assertThat(with("sun.net.httpserver.maxReqHeaderSize", "0").maxRequestHeaderSize())
                .isEqualTo(ServerOptions.MAX_HEAD_BYTES);
        assertThat(with("ringer.maxBodySize", "0").maxBodySize()).isZero();
        assertThat(with("ringer.minBodyRate", "0").minBodyRate()).isZero();
        assertThat(with("ringer.minResponseRate", "0").minResponseRate()).isZero();
        assertThat(with("ringer.maxBufferedMemory", "0").maxBufferedMemory()).isZero();
    }

    @Test
    void takesTheLimitsOfNumbers() {
        assertThat(with("ringer.maxExchanges", "7").maxExchanges()).isEqualTo(7);
        assertThat(with("ringer.maxConnectionsPerClient", "8").maxConnectionsPerClient())
                .isEqualTo(8);
        assertThat(with("ringer.maxHandshakesPerClient", "9").maxHandshakesPerClient())
                .isEqualTo(9);
        for (String property :
                List.of("ringer.maxExchanges", "ringer.maxConnectionsPerClient", "ringer.maxHandshakesPerClient")) {
            assertThat(ignoredWith(property, "0")).isEmpty();
            assertThat(ignoredWith(property, "-1")).containsExactly(property);
        }
    }

    @Test
    void takesAnAccessLog() {
        assertThat(with("ringer.accessLog", " Combined ").accessLog().format()).isEqualTo(Format.COMBINED);
        assertThat(with("ringer.accessLog", "common").accessLog().file()).isEmpty();
        assertThat(with("ringer.accessLog", "json:-").accessLog().file()).isEqualTo(AccessLogOptions.STANDARD_OUTPUT);
        assertThat(with("ringer.accessLog", "json:C:\\logs\\a.log").accessLog().file())
                .isEqualTo("C:\\logs\\a.log");
        assertThat(with("ringer.accessLog", "off").accessLog().enabled()).isFalse();
        assertThat(with("ringer.accessLog.maxFileSize", "7").accessLog().maxFileSize())
                .isEqualTo(7);
        assertThat(with("ringer.accessLog.maxFiles", "8").accessLog().maxFiles())
                .isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "on", "json:", "xml:file", "/var/log/file"})
    void knowsNoOtherAccessLog(String value) {
        assertThat(with("ringer.accessLog", value).accessLog()).isEqualTo(AccessLogOptions.OFF);
        assertThat(ignoredWith("ringer.accessLog", value)).containsExactly("ringer.accessLog");
    }

    @Test
    void codeMeansTheSameByZero() {
        ServerOptions off = ServerOptions.builder()
                .maxRequestLine(0)
                .maxChunkLine(0)
                .maxChunkExtensions(0)
                .maxRequestHeaderSize(0)
                .drainTimeout(Duration.ZERO)
                .build();

        assertThat(off.maxRequestLine()).isEqualTo(ServerOptions.MAX_HEAD_BYTES);
        assertThat(off.maxChunkLine())
                .isEqualTo(with("ringer.maxChunkLine", "0").maxChunkLine());
        assertThat(off.maxChunkExtensions())
                .isEqualTo(with("ringer.maxChunkExtensions", "0").maxChunkExtensions());
        assertThat(off.drainTimeout())
                .isEqualTo(with("ringer.drainTimeout", "0").drainTimeout());
        assertThat(off.toBuilder().build()).isEqualTo(off);
    }

    @Test
    void knowsEveryNumberOfTheJdks() {
        assertThat(with("sun.net.httpserver.maxIdleConnections", "-7").maxIdleConnections())
                .isZero();
        assertThat(with("jdk.httpserver.maxConnections", "0").maxConnections()).isEqualTo(-1);
        assertThat(with("jdk.httpserver.maxConnections", "-5").maxConnections()).isEqualTo(-1);
        assertThat(with("jdk.httpserver.maxConnections", "0x10").maxConnections())
                .isEqualTo(16);
        assertThat(with("sun.net.httpserver.maxReqHeaderSize", "2000000000").maxRequestHeaderSize())
                .isEqualTo(ServerOptions.MAX_HEAD_BYTES);
        assertThat(with("sun.net.httpserver.disableHostValidation", "true").hostValidation())
                .isFalse();
        assertThat(with("sun.net.httpserver.nodelay", "false").noDelay()).isFalse();
        assertThat(with("sun.net.httpserver.idleInterval", "7").idleInterval()).hasSeconds(7);
        assertThat(with("ringer.drainTimeout", "7").drainTimeout()).hasMillis(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "15", "-1", "many", "", "99999999999"})
    void leavesTheDefaultWhereASizeCannotBe(String value) {
        int standard = ServerOptions.builder().build().maxRequestLine();

        assertThat(with("ringer.maxRequestLine", value).maxRequestLine()).isEqualTo(standard);
        assertThat(ignoredWith("ringer.maxRequestLine", value)).containsExactly("ringer.maxRequestLine");
    }

    private static ServerOptions with(String property, String value) {
        return during(property, value, ServerOptions::fromSystemProperties);
    }

    private static List<String> ignoredWith(String property, String value) {
        return during(
                property,
                value,
                () -> List.copyOf(
                        new dev.ringer.options.SystemProperties().ignored().keySet()));
    }

    private static <T> T during(String property, String value, Supplier<T> reading) {
        try (SystemProperties ignored = SystemProperties.with(Map.of(property, value))) {
            return reading.get();
        }
    }
}
