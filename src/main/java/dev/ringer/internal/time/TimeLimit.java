package dev.ringer.internal.time;

import java.time.Duration;

/** Converts time limits to nanoseconds. If there is no limit, the result is larger than every limit. */
public final class TimeLimit {
    /** Stands for no limit; the same number as {@link TimerWheel#NONE}. */
    public static final long OFF = TimerWheel.NONE;

    /**
     * The longest limit in nanoseconds, about 146 years. It is half of the largest long, so that {@code nanoTime() +
     * limit - otherTime} cannot overflow.
     */
    public static final long MAX_NANOS = Long.MAX_VALUE / 2;

    private static final Duration MAX = Duration.ofNanos(MAX_NANOS);

    private TimeLimit() {}

    /**
     * Converts a time limit to nanoseconds.
     *
     * @param duration the limit, not negative; zero for no limit
     * @return nanoseconds, at most {@link #MAX_NANOS}; {@link #OFF} if there is no limit
     */
    public static long nanos(Duration duration) {
        if (duration.isZero()) {
            return OFF;
        }
        return duration.compareTo(MAX) >= 0 ? MAX_NANOS : duration.toNanos();
    }
}
