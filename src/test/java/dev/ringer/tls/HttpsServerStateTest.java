package dev.ringer.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.SystemProperties;
import dev.ringer.testkit.TestKeys;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which methods of an {@code HttpsServer} work in which state, as in the JDK's server. */
class HttpsServerStateTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @ParameterizedTest
    @EnumSource(Provider.class)
    void refusesAConfiguratorOnceStarted(Provider provider) throws Exception {
        HttpsConfigurator configurator = new HttpsConfigurator(TestKeys.serverContext());
        HttpsServer server;
        try (SystemProperties ignored = SystemProperties.none()) {
            server = provider.open().createHttpsServer(null, 0);
        }
        List<Object> seen = new ArrayList<>();

        seen.add(server.getHttpsConfigurator());
        seen.add(outcome(server, configurator));
        server.bind(ANY_PORT, 0);
        seen.add(outcome(server, configurator));
        seen.add(server.getHttpsConfigurator() == configurator);
        server.start();
        seen.add(outcome(server, configurator));
        server.stop(0);
        seen.add(outcome(server, configurator));

        assertThat(seen).containsExactly(null, "ok", "ok", true, "IllegalStateException", "IllegalStateException");
    }

    private static String outcome(HttpsServer server, HttpsConfigurator configurator) {
        assertThatNullPointerException().isThrownBy(() -> server.setHttpsConfigurator(null));
        Throwable thrown = catchThrowable(() -> server.setHttpsConfigurator(configurator));
        return thrown == null ? "ok" : thrown.getClass().getSimpleName();
    }

    @Test
    void warnsThatItNeedsAConfiguratorOrTlsFromTheSettings() throws Exception {
        HttpsServer server;
        try (SystemProperties ignored = SystemProperties.none()) {
            server = Provider.RINGER.open().createHttpsServer(ANY_PORT, 0);
        }
        server.start();
        try (RecordedLog log = RecordedLog.from(Level.WARNING);
                Socket client = new Socket(
                        server.getAddress().getAddress(), server.getAddress().getPort())) {
            client.getOutputStream().write(0x16); // the client begins a handshake
            String port = ":" + client.getLocalPort() + " ";

            Deadlines.await(
                    "a warning that names both ways to TLS",
                    () -> !log.records(entry -> RecordedLog.printed(entry).contains(port)
                                    && RecordedLog.printed(entry).contains("HttpsServer.setHttpsConfigurator")
                                    && RecordedLog.printed(entry).contains("Settings.TLS"))
                            .isEmpty());
        } finally {
            server.stop(0);
        }
    }

    @Test
    void isMadeByTheHttpsMethodAlone() throws Exception {
        HttpServer clear;
        HttpServer secured;
        try (SystemProperties ignored = SystemProperties.none()) {
            clear = Provider.RINGER.open().createHttpServer(ANY_PORT, 0);
            secured = Provider.RINGER.open().createHttpsServer(ANY_PORT, 0);
        }

        assertThat(clear).isNotInstanceOf(HttpsServer.class);
        assertThat(secured).isInstanceOf(HttpsServer.class);

        clear.stop(0);
        secured.stop(0);
    }
}
