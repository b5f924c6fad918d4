package dev.ringer.wire;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import java.io.IOException;
import java.util.List;

/**
 * Tests the attack CL.TE: a proxy uses Content-Length, and the server uses the chunks. The server would take the rest
 * of the body for a request. It must refuse a request that has both fields.
 */
class ClTeTest {
    @InModes
    void refusesLengthWithChunks(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (String rest : List.of(
                    "6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG",
                    "0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")) {
                victim.refuses("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: " + rest, 400);
            }
        }
    }
}
