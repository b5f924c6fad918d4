package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;

/** Tests windows that open byte by byte or never, with many large responses (CVE-2019-9511, CVE-2019-9517). */
@Timeout(60)
class DataDribbleTest {
    @InModes(Mode.FIXED_POOL)
    void holdsUpNobodyElse(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode, "ringer.writeStallTimeout", "150 ms")
                        .start();
                Http2Client attacker = Http2Client.open(server).giveNoRoom();
                Http2Client other = Http2Client.open(server)) {
            for (int stream = 1; stream < 40; stream += 2) {
                attacker.get(stream, "/large?100000");
            }
            for (int i = 0; i < 500; i++) {
                attacker.windowUpdate(i % 20 * 2 + 1, 1);
            }

            List<Boolean> lost = new ArrayList<>();
            for (int stream = 1; stream < 40; stream += 2) {
                lost.add(!attacker.answer(stream).complete());
            }
            assertThat(lost).doesNotContain(false);
            assertThat(other.get(1, "/hello").answer(1).text()).isEqualTo("hello");
        }
    }
}
