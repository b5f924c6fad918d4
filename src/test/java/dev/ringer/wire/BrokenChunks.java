package dev.ringer.wire;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import java.io.IOException;
import java.util.List;

/** Tests malformed chunked bodies: the handler gets an exception, and the rest never becomes a request. */
abstract class BrokenChunks {
    private final List<String> bodies;

    BrokenChunks(String... bodies) {
        this.bodies = List.of(bodies);
    }

    @InModes
    void breaksOff(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (String body : bodies) {
                victim.breaksOff(Victim.CHUNKED + body);
            }
        }
    }

    @InModes
    void breaksOffWhenNobodyReads(Mode mode) throws IOException {
        try (Victim victim = Victim.ignoringBodies(mode)) {
            for (String body : bodies) {
                victim.neverServesMoreThanOne(Victim.CHUNKED + body);
            }
        }
    }
}
