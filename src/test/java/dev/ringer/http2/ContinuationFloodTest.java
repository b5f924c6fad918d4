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

/** Tests field blocks without an end, also in empty frames (CVE-2024-27316, CVE-2026-33871). */
@Timeout(60)
class ContinuationFloodTest {
    private static final int ENHANCE_YOUR_CALM = 11;

    @InModes(Mode.NO_EXECUTOR)
    void endsWithManySmallFrames(Mode mode) throws Exception {
        assertThat(codeAfter(mode, 1_000, new byte[10])).isEqualTo(ENHANCE_YOUR_CALM);
    }

    @InModes(Mode.NO_EXECUTOR)
    void endsWithEmptyFrames(Mode mode) throws Exception {
        assertThat(codeAfter(mode, 1_000, new byte[0])).isEqualTo(ENHANCE_YOUR_CALM);
    }

    @InModes(Mode.NO_EXECUTOR)
    void endsWithLargeFrames(Mode mode) throws Exception {
        byte[] lines = Http2Client.block("x-name", "v".repeat(16_000));

        assertThat(codeAfter(mode, 100, lines)).isEqualTo(ENHANCE_YOUR_CALM);
    }

    private static int codeAfter(Mode mode, int count, byte[] piece) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client attacker = Http2Client.open(server);
                Http2Client other = Http2Client.open(server)) {
            attacker.send(Http2Frame.HEADERS, 0, 1, Http2Client.request("GET", "/hello"));
            for (int i = 0; i < count; i++) {
                try {
                    attacker.send(
                            Http2Frame.CONTINUATION,
                            0,
                            1,
                            piece.length == 10 ? Http2Client.block("xyz", "abcd") : piece);
                } catch (IOException closed) {
                    break;
                }
            }
            assertThat(other.get(1, "/hello").answer(1).text()).isEqualTo("hello");
            return attacker.readToEnd();
        }
    }
}
