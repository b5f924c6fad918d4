package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import org.junit.jupiter.api.Timeout;

/**
 * Tests uploads that fill the connection's window before their handlers begin. Without more room, the running handler
 * and its client would wait for each other.
 */
@Timeout(60)
class HoardedWindowTest {
    private static final int WINDOW = 65_535;
    private static final String PART = "x".repeat(16_384);

    @InModes(Mode.NO_EXECUTOR)
    void aHandlerAtWorkGetsItsContent(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode, "ringer.http2.window", Integer.toString(WINDOW))
                        .start();
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/echo").head(3, "POST", "/echo");
            client.data(3, PART).data(3, PART).data(3, PART).data(3, PART.substring(1));

            Http2Frame more = client.await(Http2Frame.WINDOW_UPDATE);

            assertThat(more.stream()).isZero();
            client.end(1, "x").end(3, "");
            assertThat(client.answer(1).text()).isEqualTo("x");
            assertThat(client.answer(3).text()).hasSize(WINDOW);
        }
    }
}
