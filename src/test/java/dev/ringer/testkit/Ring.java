package dev.ringer.testkit;

/**
 * The ring of tests that is running. The inner ring, {@code mvn verify}, tests every behaviour. The outer ring,
 * {@code mvn verify -Pall}, runs in addition: it tests every combination, and repeats tests that depend on chance more
 * often.
 */
public final class Ring {
    private static final boolean FULL = "full".equals(System.getProperty("ringer.test.product"));

    private Ring() {}

    /** Returns whether the outer ring is running. */
    public static boolean full() {
        return FULL;
    }

    /** Returns the first value in the inner ring, and the second in the outer ring. */
    public static int choose(int inner, int full) {
        return FULL ? full : inner;
    }
}
