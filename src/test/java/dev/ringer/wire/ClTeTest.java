package dev.ringer.wire;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import java.io.IOException;
import java.util.List;

/**
 * CL.TE: the proxy in front believes the length, the server the chunks. What the proxy takes for the end of the body is
 * the beginning of a request for the server. Refused, since both fields are there.
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
