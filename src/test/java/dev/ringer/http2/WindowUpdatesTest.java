package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import org.junit.jupiter.api.Timeout;

/** Many WINDOW_UPDATE and PRIORITY frames are the way of some clients, and no attack. */
@Timeout(60)
class WindowUpdatesTest {
    private static final int PRIORITY = 2;

    @InModes(Mode.NO_EXECUTOR)
    void areNeverPunished(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/echo");
            for (int i = 0; i < 10_000; i++) {
                client.windowUpdate(i % 2, 1);
                client.send(PRIORITY, 0, 3, new byte[5]);
            }

            assertThat(client.end(1, "still here").answer(1).text()).isEqualTo("still here");
            for (int stream = 5; stream < 2_005; stream += 2) {
                assertThat(client.get(stream, "/hello").answer(stream).text()).isEqualTo("hello");
            }
        }
    }
}
