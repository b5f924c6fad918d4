package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import org.junit.jupiter.api.Timeout;

/** Tests SETTINGS frames without an end (CVE-2019-9515). */
@Timeout(60)
class SettingsFloodTest {
    private static final int ENHANCE_YOUR_CALM = 11;

    @InModes(Mode.NO_EXECUTOR)
    void endsTheConnection(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client attacker = Http2Client.open(server)) {
            for (int i = 0; i < 150; i++) {
                try {
                    attacker.send(Http2Frame.SETTINGS, 0, 0, new byte[0]);
                } catch (IOException closed) {
                    break;
                }
            }

            assertThat(attacker.readToEnd()).isEqualTo(ENHANCE_YOUR_CALM);
        }
    }
}
