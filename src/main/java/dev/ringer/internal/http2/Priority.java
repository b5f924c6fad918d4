package dev.ringer.internal.http2;

/**
 * The priority of a response (RFC 9218, 4), packed into an int: urgency from 0, the highest, to 7, and whether the client
 * can use the response piece by piece.
 */
final class Priority {
    static final int LEVELS = 8;

    /** What holds until the client says otherwise. */
    static final int DEFAULT = of(3, false);

    private static final int INCREMENTAL = 8;

    private Priority() {}

    static int of(int urgency, boolean incremental) {
        return incremental ? urgency | INCREMENTAL : urgency;
    }

    static int urgency(int priority) {
        return priority & LEVELS - 1;
    }

    static boolean incremental(int priority) {
        return (priority & INCREMENTAL) != 0;
    }
}
