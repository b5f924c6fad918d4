package dev.ringer.engine;

import java.util.Random;

/** Pseudo-random bytes for a seed. No two ranges are alike. */
final class Pattern {
    private Pattern() {}

    static byte[] of(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
