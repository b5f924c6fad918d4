package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.spi.HttpServerProvider;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.SystemProperties;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.ServiceLoader;

/** Tests how the JDK finds Ringer. */
@Over(Transport.CLEAR)
class ProviderTest {
    @InModes(Mode.NO_EXECUTOR)
    void isAmongTheServicesOfTheClassPath(Mode mode) {
        assertThat(ServiceLoader.load(HttpServerProvider.class))
                .anyMatch(provider -> provider.getClass().getName().equals("dev.ringer.RingerProvider"));
    }

    @InModes(Mode.NO_EXECUTOR)
    void isWhatTheJdkChooses(Mode mode) {
        assertThat(HttpServerProvider.provider().getClass().getName()).isEqualTo("dev.ringer.RingerProvider");
    }

    @InModes(Mode.NO_EXECUTOR)
    void createsUnboundServers(Mode mode) throws IOException {
        HttpServer server;
        try (SystemProperties ignored = SystemProperties.none()) {
            server = Provider.RINGER.open().createHttpServer(null, 0);
        }

        assertThat(server.getAddress()).isNull();
        server.stop(0);
    }

    @InModes(Mode.NO_EXECUTOR)
    void servesWhatHttpServerCreateReturns(Mode mode) throws IOException {
        HttpServer server;
        try (SystemProperties ignored = SystemProperties.none()) {
            server = HttpServer.create();
        }

        assertThat(server.getClass().getName()).startsWith("dev.ringer.");
        server.stop(0);
    }
}
