package dev.ringer.testkit;

/**
 * The ring of tests that is running. {@code mvn verify} runs the inner one, which meets every behaviour. {@code mvn verify -Pall} runs
 * the outer one too, which meets every combination, and repeats more often what depends on chance.
 */
public final class Ring {
    private static final boolean FULL = "full".equals(System.getProperty("ringer.test.product"));

    private Ring() {}

    /** Whether the outer ring is running. */
    public static boolean full() {
        return FULL;
    }

    /** Returns the first size, count or time in the inner ring, and the second in the outer one. */
    public static int choose(int inner, int full) {
        return FULL ? full : inner;
    }
}
