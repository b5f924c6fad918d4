package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import org.junit.jupiter.api.Timeout;

/** Tests a field block that is not complete in time. */
@Timeout(60)
class SlowBlockTest {
    private static final int ENHANCE_YOUR_CALM = 11;

    @InModes(Mode.NO_EXECUTOR)
    void endsWithItsTime(Mode mode) throws Exception {
        try (TestServer server =
                        Http2Servers.create(mode, "ringer.headTimeout", "1").start();
                Http2Client other = Http2Client.open(server)) {
            assertThat(other.get(1, "/hello").answer(1).text())
                    .isEqualTo("hello"); // warms up the server before the attack
            Http2Client attacker =
                    Http2Client.open(server).send(Http2Frame.HEADERS, 0, 1, Http2Client.request("GET", "/hello"));

            assertThat(attacker.readToEnd()).isEqualTo(ENHANCE_YOUR_CALM);
        }
    }
}
