package dev.ringer.wire;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import java.io.IOException;
import java.util.List;

/** Checks that connections that are reset at any point of an exchange do not affect other clients. */
class ResetChurnTest {
    private static final List<String> BEGINNINGS = List.of(
            "",
            "G",
            "GET / HTTP/1.1\r\nHost: test\r\n",
            "GET / HTTP/1.1\r\nHost: test\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nhello",
            Victim.CHUNKED + "5\r\nhel",
            "GET / HTTP/1.1\r\nHost: test\r\n\r\nGET / HTTP/1.1\r\nHost: test\r\n\r\nGET /");

    @InModes
    void servesOthersAfterResets(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (int i = 0; i < Ring.choose(8, 50); i++) {
                for (String beginning : BEGINNINGS) {
                    RawClient client = victim.connect();
                    client.send(beginning).reset();
                }
            }

            victim.accepts(Victim.GET, "GET /");
        }
    }

    @InModes
    void servesOthersAfterHalfCloses(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (String beginning : BEGINNINGS) {
                RawClient client = victim.connect().send(beginning).halfClose();
                client.readToEnd();
            }

            victim.accepts(Victim.GET, "GET /");
        }
    }
}
