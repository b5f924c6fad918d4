package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Timeout;

/** Checks that many WINDOW_UPDATE and PRIORITY frames, which some clients send, are no attack. */
@Timeout(60)
class WindowUpdatesTest {
    private static final int PRIORITY = 2;

    @InModes(Mode.NO_EXECUTOR)
    void areNeverPunished(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/echo");
            ByteArrayOutputStream ten = new ByteArrayOutputStream();
            for (int i = 0; i < 10; i++) {
                byte[] update = new Http2Frame(Http2Frame.WINDOW_UPDATE, 0, i % 2, Http2Client.number(1)).encoded();
                ten.writeBytes(update);
                ten.writeBytes(new Http2Frame(PRIORITY, 0, 3, new byte[5]).encoded());
            }
            for (int i = 0; i < 1_000; i++) {
                client.send(ten.toByteArray());
            }

            assertThat(client.end(1, "still here").answer(1).text()).isEqualTo("still here");
            for (int stream = 5; stream < 2_005; stream += 2) {
                assertThat(client.get(stream, "/hello").answer(stream).text()).isEqualTo("hello");
            }
        }
    }
}
