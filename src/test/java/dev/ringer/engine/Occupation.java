package dev.ringer.engine;

import dev.ringer.testkit.Mode;
import dev.ringer.testkit.ThreadKind;
import java.util.Arrays;
import java.util.stream.Stream;

/** The ways to block the thread that starts handlers. */
enum Occupation {
    /** A handler waits for an event outside the server. */
    WAITS(Mode.NO_EXECUTOR),
    /** A handler computes. */
    SPINS(Mode.NO_EXECUTOR),
    /** A handler waits for bytes of its own request. */
    READS(Mode.NO_EXECUTOR),
    /** A handler waits for a platform thread that reads the request's body. */
    JOINS_PLATFORM_READER(Mode.NO_EXECUTOR),
    /** A handler waits for a virtual thread that reads the request's body. */
    JOINS_VIRTUAL_READER(Mode.NO_EXECUTOR),
    /** A handler waits on the loop thread, because the executor runs tasks in the caller. */
    WAITS_IN_CALLER(Mode.CALLER_RUNS),
    /** The executor is full, and blocks its caller. */
    EXECUTOR_IS_FULL(null);

    private final Mode mode;

    Occupation(Mode mode) {
        this.mode = mode;
    }

    /** Returns how the server runs handlers; null for a {@link FullExecutor}. */
    Mode mode() {
        return mode;
    }

    /** Returns the occupations that this JVM supports. */
    static Stream<Occupation> possible() {
        return Arrays.stream(values())
                .filter(occupation -> occupation != JOINS_VIRTUAL_READER || ThreadKind.VIRTUAL.available());
    }
}
