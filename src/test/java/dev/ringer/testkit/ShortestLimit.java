package dev.ringer.testkit;

import java.io.IOException;
import java.time.Duration;

/** Finds a time limit that is as short as the machine's speed allows. */
public final class ShortestLimit {
    private static final Duration LONGEST = Duration.ofSeconds(6);

    private ShortestLimit() {}

    /** A test with a client that keeps to a limit. */
    public interface Attempt {
        void with(Duration limit) throws Exception;
    }

    /**
     * Checks that the server keeps a client that keeps to a limit. On a busy machine the client may exceed a short
     * limit, so this method doubles the limit after each failure. A bug in the server also fails the test at the
     * longest limit.
     */
    public static void find(Duration first, Attempt attempt) throws Exception {
        for (Duration limit = first; limit.compareTo(LONGEST) < 0; limit = limit.multipliedBy(2)) {
            try {
                attempt.with(limit);
                return;
            } catch (AssertionError | IOException missed) {
                // perhaps the machine was too slow: try a longer limit
            }
        }
        attempt.with(LONGEST);
    }
}
