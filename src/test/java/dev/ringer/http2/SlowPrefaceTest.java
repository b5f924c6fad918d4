package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import org.junit.jupiter.api.Timeout;

/** Tests clients that send the preface of HTTP/2 or a part of it, and then nothing. */
@Timeout(60)
class SlowPrefaceTest {
    @InModes(Mode.NO_EXECUTOR)
    void endsWithItsTime(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode, "ringer.headTimeout", "150 ms")
                        .start();
                Http2Client whole = Http2Client.connect(server).preface();
                Http2Client partial = Http2Client.connect(server).send("PRI * HT".getBytes())) {
            assertThat(whole.readToEnd()).isEqualTo(-1);
            assertThat(partial.readToEnd()).isEqualTo(-1);
        }
    }
}
