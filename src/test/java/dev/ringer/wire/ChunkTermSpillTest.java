package dev.ringer.wire;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import java.io.IOException;
import java.util.List;

/**
 * TERM.SPILL and SPILL.TERM: the two octets after the data of a chunk are skipped unseen by one of two servers. They
 * must be CRLF.
 */
class ChunkTermSpillTest {
    private static final List<String> BODIES = List.of(
            "5\r\nhelloXX0\r\n\r\n",
            "5\r\nhello\n0\r\n\r\n",
            "5\r\nhello\r0\r\n\r\n",
            "5\r\nhello\r\r0\r\n\r\n",
            "5\r\nhello\n\n0\r\n\r\n",
            "5\r\nhello0\r\n\r\n",
            "5\r\nhello!\r\n0\r\n\r\n",
            "5\r\nhell\r\n0\r\n\r\n",
            "5\r\nhello\rX\n0\r\n\r\n");

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
