package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.Ringer;
import dev.ringer.RingerProvider;
import dev.ringer.testkit.FreePorts;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.SystemProperties;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests settings for the servers on one port, for example {@code ringer.port.8443.headTimeout}. */
class PortPropertiesTest {
    private static final int PORT = 8443;

    // ---- values

    @Test
    void winOverThoseForAllServers() {
        Map<String, String> properties = Map.of("ringer.headTimeout", "10", "ringer.port.8443.headTimeout", "7");

        assertThat(onPort(PORT, properties).get(Settings.HEAD_TIMEOUT)).hasSeconds(7);
        assertThat(onPort(8444, properties).get(Settings.HEAD_TIMEOUT)).hasSeconds(10);
    }

    @Test
    void leaveOtherSettingsAsTheyAre() {
        ServerOptions options = onPort(PORT, Map.of("ringer.maxExchanges", "5", "ringer.port.8443.http2", "off"));

        assertThat(options.get(Settings.MAX_EXCHANGES)).isEqualTo(5);
        assertThat(options.get(Settings.HTTP2)).isEqualTo(Settings.Http2.OFF);
    }

    @Test
    void haveNoEffectIfTheSettingIsOfTheWholeProcess() {
        Map<String, String> properties = Map.of("ringer.admin", "9404", "ringer.port.8443.admin", "9405");

        assertThat(onPort(PORT, properties).get(Settings.ADMIN)).hasToString("localhost:9404");
    }

    @Test
    void winOneByOneInGroups() {
        Map<String, String> properties = new HashMap<>();
        properties.put("ringer.trustedProxies", "10.0.0.1");
        properties.put("ringer.forwardedFields", "none");
        properties.put("ringer.port.8443.proxyProtocol", "required");
        properties.put("ringer.accessLog", "json:all");
        properties.put("ringer.accessLog.maxFiles", "3");
        properties.put("ringer.accessLog.maxFileSize", "4");
        properties.put("ringer.port.8443.accessLog", "common:one");
        properties.put("ringer.port.8443.accessLog.maxFileSize", "5");
        ServerOptions options = onPort(PORT, properties);

        assertThat(options.get(Settings.PROXIES))
                .isEqualTo(Proxies.builder()
                        .trust("10.0.0.1")
                        .fields()
                        .protocol(Proxies.ProxyProtocol.REQUIRED)
                        .build());
        assertThat(options.get(Settings.ACCESS_LOG))
                .isEqualTo(AccessLogOptions.parse("common:one").toBuilder()
                        .maxFiles(3)
                        .maxFileSize(5)
                        .build());
    }

    @Test
    void doNotWinOverCode() {
        ServerOptions options = onPort(PORT, Map.of("ringer.port.8443.headTimeout", "7")).toBuilder()
                .set(Settings.HEAD_TIMEOUT, Duration.ofSeconds(1))
                .build();

        assertThat(options.get(Settings.HEAD_TIMEOUT)).hasSeconds(1);
    }

    // ---- errors

    @Test
    void leaveTheValueForAllServersIfTheyHaveAnError() {
        Map<String, String> properties = Map.of("ringer.jmx", "true", "ringer.port.8443.jmx", "yes");

        assertThat(onPort(PORT, properties).get(Settings.JMX)).isTrue();
        assertThat(ignored(PORT, properties))
                .containsExactly(
                        entry("ringer.port.8443.jmx", "invalid value \"yes\": expected true or false; using true"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ringer.port.8443.headTimout | unknown property; did you mean ringer.port.8443.headTimeout?",
                "ringer.port.8443.maxHeaderSize | unknown property; did you mean sun.net.httpserver.maxReqHeaderSize?",
                "ringer.port.8443.sun.net.httpserver.nodelay | unknown property",
                "ringer.port.8443.multipart.compliance | unknown property",
                "ringer.port.x.headTimeout | expected a port from 0 to 65535, as in" + " ringer.port.8443.headTimeout",
                "ringer.port.65536.jmx | expected a port from 0 to 65535, as in ringer.port.8443.jmx",
                "ringer.port.-1.jmx | expected a port from 0 to 65535, as in ringer.port.8443.jmx",
                "ringer.port.080.jmx | expected a port from 0 to 65535, as in ringer.port.8443.jmx",
                "ringer.port.8443 | unknown property"
            })
    void ofUnknownNamesHaveNoEffect(String name, String reason) {
        try (SystemProperties ignored = SystemProperties.with(Map.of(name, "1"))) {
            assertThat(dev.ringer.options.SystemProperties.ofAll().ignored()).contains(entry(name, reason));
        }
    }

    @Test
    void ofOtherPortsAreNoErrors() {
        try (SystemProperties ignored = SystemProperties.with(Map.of("ringer.port.65535.http2.window", "70000"))) {
            assertThat(dev.ringer.options.SystemProperties.ofAll().ignored())
                    .doesNotContainKey("ringer.port.65535.http2.window");
        }
    }

    @Test
    void keepAServerFromBeingMadeIfTheyMustBeRight() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> onPort(PORT, Map.of("ringer.port.8443.listen", "unix")))
                .withMessage("ringer.port.8443.listen: invalid value \"unix\": expected inherited or unix:PATH");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> onPort(PORT, Map.of("ringer.port.8443.proxyProtocol", "on")))
                .withMessage(
                        "ringer.port.8443.proxyProtocol: requires a trusted proxy; add your proxy's address to ringer.trustedProxies");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_536})
    void existForPortsOnly(int port) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServerOptions.builder().build().withSystemPropertiesOf(port))
                .withMessage("port must be from 0 to 65535: " + port);
    }

    // ---- servers

    @Test
    void applyToTheServerThatAsksForThePort() throws IOException {
        int port = FreePorts.next();
        Map<String, String> properties =
                Map.of("ringer.maxBufferedMemory", "1000", "ringer.port." + port + ".maxBufferedMemory", "2000");

        assertThat(limitOf(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), properties))
                .isEqualTo(2000);
        assertThat(limitOf(TestServer.anyPort(), properties)).isEqualTo(1000);
    }

    @Test
    void ofPortZeroApplyToServersThatAskForAnyPort() throws IOException {
        assertThat(limitOf(TestServer.anyPort(), Map.of("ringer.port.0.maxBufferedMemory", "3000")))
                .isEqualTo(3000);
    }

    @Test
    void applyToAServerThatIsBoundLater() throws IOException {
        int port = FreePorts.next();
        HttpServer server;
        try (SystemProperties ignored = SystemProperties.none()) {
            server = new RingerProvider().createHttpServer(null, 0);
        }
        server.createContext("/", exchange -> exchange.sendResponseHeaders(204, -1));
        try (SystemProperties ignored =
                SystemProperties.with(Map.of("ringer.port." + port + ".maxBufferedMemory", "2000"))) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        }
        try {
            server.start();

            assertThat(Ringer.statistics(server).maxBufferedMemory()).isEqualTo(2000);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void doNotApplyToServersWithOptionsInCode() throws IOException {
        try (SystemProperties ignored = SystemProperties.with(Map.of("ringer.port.0.maxBufferedMemory", "3000"))) {
            ServerOptions options = ServerOptions.builder()
                    .set(Settings.MAX_BUFFERED_MEMORY, 4000)
                    .build();
            HttpServer server = Ringer.create(TestServer.anyPort(), 0, options);
            server.stop(0);

            assertThat(Ringer.statistics(server).maxBufferedMemory()).isEqualTo(4000);
        }
    }

    @Test
    void areAnIoExceptionWhereAProgramBindsItsServer() {
        try (SystemProperties ignored = SystemProperties.with(Map.of("ringer.port.0.listen", "elsewhere"))) {
            Assertions.assertThatIOException()
                    .isThrownBy(() -> Provider.RINGER.open().createHttpServer(TestServer.anyPort(), 0))
                    .withMessageStartingWith("ringer.port.0.listen: invalid value ");
        }
    }

    private static long limitOf(InetSocketAddress address, Map<String, String> properties) throws IOException {
        try (SystemProperties ignored = SystemProperties.with(properties)) {
            HttpServer server = new RingerProvider().createHttpServer(address, 0);
            server.stop(0);
            return Ringer.statistics(server).maxBufferedMemory();
        }
    }

    private static ServerOptions onPort(int port, Map<String, String> properties) {
        return during(properties, () -> ServerOptions.fromSystemProperties().withSystemPropertiesOf(port));
    }

    private static Map<String, String> ignored(int port, Map<String, String> properties) {
        return during(
                properties,
                () -> dev.ringer.options.SystemProperties.ofPort(
                                port,
                                dev.ringer.options.SystemProperties.ofAll().values())
                        .ignored());
    }

    private static <T> T during(Map<String, String> properties, Supplier<T> reading) {
        try (SystemProperties ignored = SystemProperties.with(properties)) {
            return reading.get();
        }
    }
}
