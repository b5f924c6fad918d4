package dev.ringer.wire;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import java.io.IOException;
import java.util.Map;

/** Tests chunked bodies with much overhead: extensions, trailers, leading zeros, and chunks of one byte. */
class ChunkFloodTest {
    private static final String HEAD = Victim.CHUNKED;

    @InModes
    void boundsOneLine(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.accepts(HEAD + "1;" + "a".repeat(1500) + "\r\nX\r\n0\r\n\r\n", "POST / X");

            victim.breaksOff(HEAD + "1;" + "a".repeat(3000) + "\r\nX\r\n0\r\n\r\n");
            victim.breaksOff(HEAD + "1;" + "a".repeat(2_000_000));
        }
    }

    @InModes
    void boundsAllExtensionsTogether(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.accepts(
                    HEAD + ("1;" + "a".repeat(1000) + "\r\nX\r\n").repeat(10) + "0\r\n\r\n", "POST / XXXXXXXXXX");

            victim.breaksOff(HEAD + ("1;" + "a".repeat(1000) + "\r\nX\r\n").repeat(20) + "0\r\n\r\n");
            victim.breaksOff(HEAD + "1;a\r\nX\r\n".repeat(1_000_000));
        }
    }

    @InModes
    void boundsLeadingZeros(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.breaksOff(HEAD + "0".repeat(100_000) + "1\r\nX\r\n0\r\n\r\n");
        }
    }

    @InModes
    void boundsLeadingZerosOfAllChunksTogether(Mode mode) throws IOException {
        String wasteful = "0".repeat(2000) + "1\r\nX\r\n";
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.accepts(HEAD + wasteful.repeat(8) + "0\r\n\r\n", "POST / XXXXXXXX");

            victim.breaksOff(HEAD + wasteful.repeat(10) + "0\r\n\r\n");
            victim.breaksOff(HEAD + ("0".repeat(20) + "1\r\nX\r\n").repeat(200_000));
        }
    }

    @InModes
    void countsFramingAgainstTheBody(Mode mode) throws IOException {
        String tiny = "1\r\nX\r\n";
        Map<String, String> small = Map.of("ringer.maxBodySize", "5000");
        try (Victim victim = Victim.readingBodies(mode, small)) {
            victim.accepts(HEAD + "1388\r\n" + "X".repeat(5000) + "\r\n0\r\n\r\n", "POST / " + "X".repeat(5000));
            victim.accepts(HEAD + tiny.repeat(4200) + "0\r\n\r\n", "POST / " + "X".repeat(4200));

            victim.breaksOff(HEAD + tiny.repeat(4400) + "0\r\n\r\n");
        }
    }

    @InModes
    void boundsTrailers(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.accepts(HEAD + "0\r\n" + "X: y\r\n".repeat(100) + "\r\n", "POST /");

            victim.breaksOff(HEAD + "0\r\n" + "X: y\r\n".repeat(10_000) + "\r\n");
            victim.breaksOff(HEAD + "0\r\nX: " + "y".repeat(2_000_000));
        }
    }

    @InModes
    void readsChunksOfOneByte(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.accepts(HEAD + "1\r\nX\r\n".repeat(10_000) + "0\r\n\r\n", "POST / " + "X".repeat(10_000));
        }
    }
}
