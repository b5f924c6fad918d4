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

/** Tests a small field block that refers to a large entry of the table again and again (CVE-2026-49975). */
@Timeout(60)
class HpackBombTest {
    @InModes(Mode.NO_EXECUTOR)
    void isCountedAsWhatItStandsFor(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client attacker = Http2Client.open(server)) {
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            block.writeBytes(Http2Client.request("GET", "/hello"));
            byte[] line = Http2Client.block("x-name", "v".repeat(4_000));
            line[0] = 0x40; // adds the line to the table
            block.writeBytes(line);
            for (int i = 0; i < 5_000; i++) {
                block.write(0x80 | 62);
            }
            attacker.whole(1, block.toByteArray());

            assertThat(attacker.answer(1).status()).isEqualTo(431);
            attacker.send(Http2Frame.HEADERS, 5, 3, inStep());
            assertThat(attacker.answer(3).text()).isEqualTo("hello");
        }
    }

    /** Refers to the line once more. The tables still agree although the server refused the first block. */
    private static byte[] inStep() {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(Http2Client.request("GET", "/hello"));
        block.write(0x80 | 62);
        return block.toByteArray();
    }
}
