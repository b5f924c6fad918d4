package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Checks that time limits of a request apply to a new, silent connection, as in OpenJDK's test 6725892. They do not
 * apply to a connection that is kept alive.
 */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
@Over({Transport.CLEAR, Transport.TLS})
class SilentConnectionTest {
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";
    private static final String LIMIT = "150 ms";

    @InModes
    void aNewOneIsClosedInTime(Mode mode) throws IOException {
        for (String limit : List.of("sun.net.httpserver.maxReqTime", "ringer.headTimeout")) {
            try (TestServer server = start(mode, Map.of(limit, LIMIT))) {
                RawClient silent = server.connect().handshake();

                assertThat(silent.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            }
        }
    }

    @InModes
    void oneThatIsKeptAliveIsNot(Mode mode) throws IOException {
        for (String limit : List.of("sun.net.httpserver.maxReqTime", "ringer.headTimeout")) {
            try (TestServer server = start(mode, Map.of(limit, LIMIT))) {
                RawClient idle = KeptAlive.connect(server);

                RawClient later = server.connect().handshake();
                assertThat(later.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);

                assertThat(idle.fate()).isEqualTo(Fate.USABLE);
            }
        }
    }

    @InModes
    void oneWhoseHeadCameInPiecesIsIdleInTheEnd(Mode mode) throws IOException {
        Map<String, String> limits = Map.of("ringer.headTimeout", "0", "sun.net.httpserver.idleInterval", "300 ms");
        try (TestServer server = start(mode, limits)) {
            RawClient idle = KeptAlive.connect(server, client -> client.sendSplit(REQUEST, 20, server));

            assertThat(idle.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    private static TestServer start(Mode mode, Map<String, String> limits) throws IOException {
        return TestServer.create(Provider.RINGER, mode, limits)
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start();
    }
}
