package dev.ringer.engine;

import dev.ringer.testkit.Mode;
import dev.ringer.testkit.ThreadKind;
import java.util.Arrays;
import java.util.stream.Stream;

/** What may keep the thread busy that begins handlers. */
enum Occupation {
    /** A handler waits for something that is none of the server's business. */
    WAITS(Mode.NO_EXECUTOR),
    /** A handler computes. */
    SPINS(Mode.NO_EXECUTOR),
    /** A handler waits for bytes of its own request. */
    READS(Mode.NO_EXECUTOR),
    /** A handler waits for a platform thread that reads the request's body. */
    JOINS_PLATFORM_READER(Mode.NO_EXECUTOR),
    /** A handler waits for a virtual thread that reads the request's body. */
    JOINS_VIRTUAL_READER(Mode.NO_EXECUTOR),
    /** A handler waits, on the thread of an executor that runs tasks in the caller. */
    WAITS_IN_CALLER(Mode.CALLER_RUNS),
    /** The executor is full, and waits until there is room. */
    EXECUTOR_IS_FULL(null);

    private final Mode mode;

    Occupation(Mode mode) {
        this.mode = mode;
    }

    /** How its server runs handlers; null for an executor of its own. */
    Mode mode() {
        return mode;
    }

    /** Those that this JVM can have. */
    static Stream<Occupation> possible() {
        return Arrays.stream(values())
                .filter(occupation -> occupation != JOINS_VIRTUAL_READER || ThreadKind.VIRTUAL.available());
    }
}
