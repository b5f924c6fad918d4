package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.options.AccessLogOptions.Format;
import dev.ringer.testkit.SystemProperties;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class SystemPropertiesTest {
    private static final Map<String, Setting<Duration>> TIMES = Map.of(
            "ringer.headTimeout", Settings.HEAD_TIMEOUT,
            "ringer.bodyStallTimeout", Settings.BODY_STALL_TIMEOUT,
            "ringer.writeStallTimeout", Settings.WRITE_STALL_TIMEOUT,
            "ringer.tlsHandshakeTimeout", Settings.TLS_HANDSHAKE_TIMEOUT,
            "ringer.drainTimeout", Settings.DRAIN_TIMEOUT,
            "ringer.drainOnExit", Settings.DRAIN_ON_EXIT,
            "ringer.drainDelay", Settings.DRAIN_DELAY,
            "sun.net.httpserver.maxReqTime", Settings.MAX_REQUEST_TIME,
            "sun.net.httpserver.maxRspTime", Settings.MAX_RESPONSE_TIME);

    private static final List<String> TIME_PROPERTIES = List.copyOf(TIMES.keySet());

    @ParameterizedTest
    @FieldSource("TIME_PROPERTIES")
    void zeroTurnsATimeLimitOff(String property) {
        assertThat(with(property, "0").get(TIMES.get(property))).isZero();
        assertThat(with(property, "-1").get(TIMES.get(property))).isZero();
    }

    @ParameterizedTest
    @FieldSource("TIME_PROPERTIES")
    void takesTimesOfAnyLength(String property) {
        String longest = Long.toString(Long.MAX_VALUE);

        assertThat(with(property, longest).get(TIMES.get(property))).isGreaterThan(Duration.ofDays(36_500));
        assertThat(ignoredWith(property, longest)).isEmpty();
    }

    @Test
    void zeroTurnsASizeLimitOffAsFarAsThatCanBe() {
        ServerOptions defaults = ServerOptions.builder().build();

        assertThat(with("ringer.maxRequestLine", "0").get(Settings.MAX_REQUEST_LINE))
                .isEqualTo(Settings.MAX_HEAD_BYTES);
        assertThat(with("ringer.maxChunkLine", "0").get(Settings.MAX_CHUNK_LINE))
                .isGreaterThan(defaults.get(Settings.MAX_CHUNK_LINE));
        assertThat(with("ringer.maxChunkExtensions", "0").get(Settings.MAX_CHUNK_EXTENSIONS))
                .isGreaterThan(defaults.get(Settings.MAX_CHUNK_EXTENSIONS));
        assertThat(with("sun.net.httpserver.maxReqHeaderSize", "0").get(Settings.MAX_REQUEST_HEADER_SIZE))
                .isEqualTo(Settings.MAX_HEAD_BYTES);
        assertThat(with("ringer.maxBodySize", "0").get(Settings.MAX_BODY_SIZE)).isZero();
        assertThat(with("ringer.minBodyRate", "0").get(Settings.MIN_BODY_RATE)).isZero();
        assertThat(with("ringer.minResponseRate", "0").get(Settings.MIN_RESPONSE_RATE))
                .isZero();
        assertThat(with("ringer.maxBufferedMemory", "0").get(Settings.MAX_BUFFERED_MEMORY))
                .isZero();
    }

    @Test
    void takesTheLimitsOfNumbers() {
        assertThat(with("ringer.maxExchanges", "7").get(Settings.MAX_EXCHANGES)).isEqualTo(7);
        assertThat(with("ringer.maxConnectionsPerClient", "8").get(Settings.MAX_CONNECTIONS_PER_CLIENT))
                .isEqualTo(8);
        assertThat(with("ringer.maxHandshakesPerClient", "9").get(Settings.MAX_HANDSHAKES_PER_CLIENT))
                .isEqualTo(9);
        for (String property : List.of(
                "ringer.maxExchanges",
                "ringer.maxExchangesPerClient",
                "ringer.maxConnectionsPerClient",
                "ringer.maxHandshakesPerClient")) {
            assertThat(ignoredWith(property, "0")).isEmpty();
        }
    }

    @Test
    void takesAnAccessLog() {
        assertThat(with("ringer.accessLog", " Combined ")
                        .get(Settings.ACCESS_LOG)
                        .format())
                .isEqualTo(Format.COMBINED);
        assertThat(with("ringer.accessLog", "json:C:\\logs\\a.log").get(Settings.ACCESS_LOG))
                .isEqualTo(AccessLogOptions.builder(Format.JSON)
                        .file(Path.of("C:\\logs\\a.log"))
                        .build());
        assertThat(with("ringer.accessLog", "off").get(Settings.ACCESS_LOG).enabled())
                .isFalse();
        assertThat(with("ringer.accessLog.maxFileSize", "7")
                        .get(Settings.ACCESS_LOG)
                        .maxFileSize())
                .isEqualTo(7);
        assertThat(with("ringer.accessLog.maxFiles", "8")
                        .get(Settings.ACCESS_LOG)
                        .maxFiles())
                .isEqualTo(8);
        assertThat(with("ringer.accessLog.fields", "X-Tenant, response:ETag")
                        .get(Settings.ACCESS_LOG)
                        .fields())
                .containsExactly("x-tenant", "response:etag");
        assertThat(ignoredWith("ringer.accessLog.fields", " ")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Tenant,Cookie", "response:Set-Cookie", "a b", "a,,b"})
    void takesNoFieldOfSuchAList(String value) {
        assertThat(with("ringer.accessLog.fields", value)
                        .get(Settings.ACCESS_LOG)
                        .fields())
                .isEmpty();
        assertThat(ignoredWith("ringer.accessLog.fields", value)).containsExactly("ringer.accessLog.fields");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "on", "json:", "xml:file", "/var/log/file"})
    void knowsNoOtherAccessLog(String value) {
        assertThat(with("ringer.accessLog", value).get(Settings.ACCESS_LOG)).isEqualTo(AccessLogOptions.OFF);
        assertThat(ignoredWith("ringer.accessLog", value)).containsExactly("ringer.accessLog");
    }

    @Test
    void takesPlacesOfTheAdminListener() {
        assertThat(with("ringer.admin", " 9404 ").get(Settings.ADMIN)).isEqualTo(AdminAddress.loopback(9404));
        assertThat(with("ringer.admin", ":9404").get(Settings.ADMIN)).isEqualTo(AdminAddress.loopback(9404));
        assertThat(with("ringer.admin", "LocalHost:9404").get(Settings.ADMIN)).isEqualTo(AdminAddress.loopback(9404));
        assertThat(with("ringer.admin", "localhost:9404").get(Settings.ADMIN)).isEqualTo(AdminAddress.loopback(9404));
        for (String place : List.of("off", "0.0.0.0:65535", "[::1]:1", "[2001:db8::7]:80", "unix:/run/a,mode=600")) {
            assertThat(with("ringer.admin", place).get(Settings.ADMIN)).hasToString(place);
            assertThat(ignoredWith("ringer.admin", place)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "on",
                "0",
                "65536",
                "-1",
                ":0",
                "127.0.0.1",
                "127.0.0.1:",
                "127.1:80",
                "host:80",
                "*:80",
                "::1:80",
                "[::1]",
                "[127.0.0.1]:80",
                "127.0.0.1:80:80",
                "unix:",
                "unix:/a,mode=9",
                "http://127.0.0.1:80"
            })
    void knowsNoOtherPlacesOfTheAdminListener(String value) {
        assertThat(with("ringer.admin", value).get(Settings.ADMIN)).isEqualTo(AdminAddress.OFF);
        assertThat(ignoredWith("ringer.admin", value)).containsExactly("ringer.admin");
    }

    @Test
    void codeMeansTheSameByZero() {
        ServerOptions off = ServerOptions.builder()
                .set(Settings.MAX_REQUEST_LINE, 0)
                .set(Settings.MAX_CHUNK_LINE, 0)
                .set(Settings.MAX_CHUNK_EXTENSIONS, 0)
                .set(Settings.MAX_REQUEST_HEADER_SIZE, 0)
                .set(Settings.DRAIN_TIMEOUT, Duration.ZERO)
                .build();

        assertThat(off.get(Settings.MAX_REQUEST_LINE)).isEqualTo(Settings.MAX_HEAD_BYTES);
        assertThat(off.get(Settings.MAX_CHUNK_LINE))
                .isEqualTo(with("ringer.maxChunkLine", "0").get(Settings.MAX_CHUNK_LINE));
        assertThat(off.get(Settings.MAX_CHUNK_EXTENSIONS))
                .isEqualTo(with("ringer.maxChunkExtensions", "0").get(Settings.MAX_CHUNK_EXTENSIONS));
        assertThat(off.get(Settings.DRAIN_TIMEOUT))
                .isEqualTo(with("ringer.drainTimeout", "0").get(Settings.DRAIN_TIMEOUT));
        assertThat(off.toBuilder().build()).isEqualTo(off);
    }

    @Test
    void knowsEveryNumberOfTheJdks() {
        assertThat(with("sun.net.httpserver.maxIdleConnections", "-7").get(Settings.MAX_IDLE_CONNECTIONS))
                .isEqualTo(-1);
        assertThat(with("sun.net.httpserver.maxIdleConnections", "0").get(Settings.MAX_IDLE_CONNECTIONS))
                .isEqualTo(-1);
        assertThat(with("jdk.httpserver.maxConnections", "0").get(Settings.MAX_CONNECTIONS))
                .isZero();
        assertThat(with("jdk.httpserver.maxConnections", "-5").get(Settings.MAX_CONNECTIONS))
                .isZero();
        assertThat(with("jdk.httpserver.maxConnections", "0x10").get(Settings.MAX_CONNECTIONS))
                .isEqualTo(16);
        assertThat(with("sun.net.httpserver.maxReqHeaderSize", "2000000000").get(Settings.MAX_REQUEST_HEADER_SIZE))
                .isEqualTo(Settings.MAX_HEAD_BYTES);
        assertThat(with("sun.net.httpserver.disableHostValidation", "true").get(Settings.HOST_VALIDATION))
                .isFalse();
        assertThat(with("sun.net.httpserver.nodelay", "false").get(Settings.NO_DELAY))
                .isFalse();
        assertThat(with("sun.net.httpserver.idleInterval", "7").get(Settings.IDLE_INTERVAL))
                .hasSeconds(7);
        assertThat(with("ringer.drainTimeout", "7").get(Settings.DRAIN_TIMEOUT)).hasMillis(7);
    }

    private static ServerOptions with(String property, String value) {
        return during(property, value, ServerOptions::fromSystemProperties);
    }

    private static List<String> ignoredWith(String property, String value) {
        return during(
                property,
                value,
                () -> List.copyOf(
                        dev.ringer.options.SystemProperties.ofAll().ignored().keySet()));
    }

    private static <T> T during(String property, String value, Supplier<T> reading) {
        try (SystemProperties ignored = SystemProperties.with(Map.of(property, value))) {
            return reading.get();
        }
    }
}
