package dev.ringer.testkit;

import java.io.IOException;
import java.time.Duration;

/** Time limits that are as short as the machine allows. */
public final class ShortestLimit {
    private static final Duration LONGEST = Duration.ofSeconds(6);

    private ShortestLimit() {}

    /** A test of a client that keeps a limit. */
    public interface Attempt {
        void with(Duration limit) throws Exception;
    }

    /**
     * Tests that a client that keeps a limit is kept. On a busy machine a test's client may miss a short limit, so each failure is
     * followed by an attempt with twice the limit. What is wrong at any limit fails with the longest one.
     */
    public static void find(Duration first, Attempt attempt) throws Exception {
        for (Duration limit = first; limit.compareTo(LONGEST) < 0; limit = limit.multipliedBy(2)) {
            try {
                attempt.with(limit);
                return;
            } catch (AssertionError | IOException missed) {
                // the next limit, or the longest, tells whether the machine was too slow
            }
        }
        attempt.with(LONGEST);
    }
}
