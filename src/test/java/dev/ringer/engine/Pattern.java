package dev.ringer.engine;

import java.util.Random;

/** Bytes that nothing else would be taken for: the same for the same seed, and no two stretches alike. */
final class Pattern {
    private Pattern() {}

    static byte[] of(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
