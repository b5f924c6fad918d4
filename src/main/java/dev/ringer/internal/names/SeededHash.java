package dev.ringer.internal.names;

import java.security.SecureRandom;

/**
 * A hash whose collisions cannot be computed beforehand: the characters are the coefficients of a polynomial, evaluated
 * modulo the prime 2^61 - 1 at a point that is chosen at random once per process. Two different strings of n characters
 * collide with a probability of at most n / 2^61, whoever chose them.
 *
 * <p>Slower than {@link String#hashCode()} and not cached; used only where that one was seen to collide, so the random
 * source is not touched before.
 */
final class SeededHash {
    private static final long PRIME = (1L << 61) - 1;
    private static final long POINT;
    private static final long FINAL_FACTOR;

    static {
        SecureRandom random = new SecureRandom();
        POINT = 1 + (random.nextLong() >>> 4);
        FINAL_FACTOR = random.nextLong() | 1;
    }

    private SeededHash() {}

    static int of(String string) {
        long hash = string.length();
        for (int i = 0; i < string.length(); i++) {
            hash = multiply(hash, POINT) + string.charAt(i);
        }
        return (int) (multiply(hash, POINT) * FINAL_FACTOR >>> 32);
    }

    /** A number congruent to {@code a * b}, below 2^62, if both factors are. */
    private static long multiply(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        long sum = (low & PRIME) + (high << 3 | low >>> 61);
        return (sum & PRIME) + (sum >>> 61);
    }
}
