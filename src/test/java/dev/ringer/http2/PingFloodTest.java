package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Timeout;

/** Tests very many PING frames, from clients that read the answers or do not (CVE-2019-9512). */
@Timeout(60)
class PingFloodTest {
    private static final int PINGS = 2_000_000;

    @InModes(Mode.NO_EXECUTOR)
    @Needs(Ability.RESETS_OF_BLOCKED_WRITES)
    void endsTheConnectionThatIsNotRead(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client attacker = Http2Client.connectNarrow(server).begin();
                Http2Client other = Http2Client.open(server)) {
            byte[] many = pings(1_000);
            int sent = 0;
            try {
                for (; sent < PINGS; sent += 1_000) {
                    attacker.send(many);
                }
            } catch (IOException closed) {
                // as expected
            }

            assertThat(sent).isLessThan(PINGS);
            assertThat(other.get(1, "/hello").answer(1).text()).isEqualTo("hello");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void isServedAsLongAsItIsRead(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.open(server)) {
            for (int i = 0; i < 20; i++) {
                client.send(pings(200));
                for (int answers = 0; answers < 200; answers++) {
                    client.await(Http2Frame.PING);
                }
            }

            assertThat(client.get(1, "/hello").answer(1).text()).isEqualTo("hello");
        }
    }

    private static byte[] pings(int count) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            all.writeBytes(new Http2Frame(Http2Frame.PING, 0, 0, new byte[8]).encoded());
        }
        return all.toByteArray();
    }
}
