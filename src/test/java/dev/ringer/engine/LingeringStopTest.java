package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import java.util.Map;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that {@code stop(n)} returns when the last exchange ends. Connections that linger after it do not delay
 * {@code stop}.
 */
@Timeout(60)
@Over({Transport.CLEAR, Transport.TLS})
class LingeringStopTest {
    private static final int GRACE_SECONDS = 3600; // too long for a test to wait
    private static final Map<String, String> LONG = Map.of("ringer.drainTimeout", "3600000");

    @InModes
    void doesNotWaitForAClientThatWasRefused(Mode mode) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, mode, LONG).start()) {
            RawClient refused = server.connect().send("nonsense\r\n\r\n");
            assertThat(refused.readToEnd()).startsWith("HTTP/1.1 400 "); // at the end, the connection lingers

            assertThat(stop(server).end()).isNull();
        }
    }

    @InModes
    void doesNotWaitForTheRestOfABody(Mode mode) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, mode, LONG)
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start()) {
            RawClient client = server.connect().request("POST", "/", "Transfer-Encoding: chunked", "Incremental: ?1");
            assertThat(client.readResponse().status()).isEqualTo(204);

            assertThat(stop(server).end()).isNull();
        }
    }

    private static OwnThread stop(TestServer server) {
        return new OwnThread(ThreadKind.PLATFORM, () -> server.server().stop(GRACE_SECONDS));
    }
}
