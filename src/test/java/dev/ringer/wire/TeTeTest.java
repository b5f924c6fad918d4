package dev.ringer.wire;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import java.io.IOException;
import java.util.List;

/**
 * Tests the attack TE.TE: one of two servers ignores a Transfer-Encoding because of its name, value or repetition. The
 * server must refuse the request, or the line must be another field without meaning for the framing.
 */
class TeTeTest {
    private static final List<String> REFUSED = List.of(
            "Transfer-Encoding: xchunked",
            "Transfer-Encoding: chunkedx",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
            "Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nTransfer-encoding: chunked",
            "Transfer-Encoding: x, chunked",
            "Transfer-Encoding: chunked, x",
            "Transfer-Encoding: ,chunked",
            "Transfer-Encoding: chunked,",
            "Transfer-Encoding: chunked;q=1",
            "Transfer-Encoding: \"chunked\"",
            "Transfer-Encoding: chun\tked",
            "Transfer-Encoding: chunked\u00a0",
            "Transfer-Encoding: \u0085chunked",
            "Transfer-Encoding: \u000bchunked",
            "Transfer-Encoding: chunked\u000c",
            "Transfer-Encoding:\r\n chunked",
            "X: y\r\n Transfer-Encoding: chunked",
            "Transfer-Encoding : chunked",
            "Transfer-Encoding\t: chunked",
            " Transfer-Encoding: chunked",
            "Transfer-Encoding\0: chunked",
            "Transfer-Encoding",
            "X: y\rTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\0");

    @InModes
    void refusesEveryDisguise(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (String field : REFUSED) {
                victim.refuses(
                        "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n" + field + "\r\n\r\n0\r\n\r\n",
                        400,
                        501);
                victim.refuses("POST / HTTP/1.1\r\nHost: test\r\n" + field + "\r\n\r\n0\r\n\r\n", 400, 501);
            }
        }
    }

    @InModes
    void takesOtherNamesForOtherFields(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (String field : List.of("X-Transfer-Encoding: chunked", "TransferEncoding: chunked", "TE: chunked")) {
                victim.accepts(
                        "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n" + field + "\r\n\r\n0\r\n\r\n",
                        "POST / 0\r\n\r\n");
            }
        }
    }
}
