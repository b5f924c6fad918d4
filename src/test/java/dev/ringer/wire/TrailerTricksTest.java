package dev.ringer.wire;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import java.io.IOException;
import java.util.List;

/**
 * Trailer sections that are no field lines, or that another server reads differently.
 */
class TrailerTricksTest {
    private static final List<String> BODIES = List.of(
            "0\r\nX : y\r\n\r\n",
            "0\r\nX\r\n\r\n",
            "0\r\n: y\r\n\r\n",
            "0\r\nX: a\r\n b\r\n\r\n",
            "0\r\nX: a\0b\r\n\r\n",
            "0\r\nX: a\rb\r\n\r\n",
            "0\r\n X: a\r\n\r\n",
            "0\r\nX: a\n\r\n",
            "0\r\nGET /smuggled HTTP/1.1\r\n\r\n");

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
