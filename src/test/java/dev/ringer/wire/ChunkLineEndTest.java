package dev.ringer.wire;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import java.io.IOException;
import java.util.List;

/**
 * Lines of chunks that end in something else than CRLF (one-two): a bare LF or CR, which another server takes for more
 * or for less.
 */
class ChunkLineEndTest {
    private static final List<String> BODIES = List.of(
            "5\nhello\r\n0\r\n\r\n",
            "5\rhello\r\n0\r\n\r\n",
            "5\r\rhello\r\n0\r\n\r\n",
            "5\r\nhello\r\n0\n\n",
            "5\r\nhello\r\n0\r\r",
            "5\r\nhello\r\n0\r\n\n",
            "5\r\nhello\r\n0\n\r\n",
            "5\rX\nhello\r\n0\r\n\r\n",
            "\n5\r\nhello\r\n0\r\n\r\n",
            "\r\n5\r\nhello\r\n0\r\n\r\n");

    @InModes
    void breaksOff(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (String body : BODIES) {
                victim.breaksOff("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n" + body);
            }
        }
    }

    @InModes
    void breaksOffWhenNobodyReads(Mode mode) throws IOException {
        try (Victim victim = Victim.ignoringBodies(mode)) {
            for (String body : BODIES) {
                victim.neverServesMoreThanOne(
                        "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n" + body);
            }
        }
    }
}
