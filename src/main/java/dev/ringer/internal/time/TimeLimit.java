package dev.ringer.internal.time;

import java.time.Duration;

/** Converts time limits to nanoseconds. A limit that is off becomes longer than every other limit. */
public final class TimeLimit {
    /** No limit; the same as {@link TimerWheel#NONE}. */
    public static final long OFF = TimerWheel.NONE;

    /**
     * The longest limit in nanoseconds, some 146 years. It is half of the largest long. So the sum of a limit and any
     * {@link System#nanoTime()} can be compared by subtraction.
     */
    public static final long MAX_NANOS = Long.MAX_VALUE / 2;

    private static final Duration MAX = Duration.ofNanos(MAX_NANOS);

    private TimeLimit() {}

    /**
     * Converts a limit to nanoseconds.
     *
     * @param duration the limit; not negative
     * @return nanoseconds, at most {@link #MAX_NANOS}; {@link #OFF} for a duration of zero
     */
    public static long nanos(Duration duration) {
        if (duration.isZero()) {
            return OFF;
        }
        return duration.compareTo(MAX) >= 0 ? MAX_NANOS : duration.toNanos();
    }
}
