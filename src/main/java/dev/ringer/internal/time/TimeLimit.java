package dev.ringer.internal.time;

import java.time.Duration;

/** Time limits as the code counts them: in nanoseconds, where a limit that is off is as long as none can be. */
public final class TimeLimit {
    /** No limit; the same as {@link TimerWheel#NONE}. */
    public static final long OFF = TimerWheel.NONE;

    /**
     * The longest limit, some 146 years. Half of what a long can count, so that adding it to {@link System#nanoTime()} and
     * comparing by subtraction is right at any time of the clock.
     */
    public static final long MAX_NANOS = Long.MAX_VALUE / 2;

    private static final Duration MAX = Duration.ofNanos(MAX_NANOS);

    private TimeLimit() {}

    /**
     * Counts a limit.
     *
     * @param duration not negative
     * @return nanoseconds, at most {@link #MAX_NANOS}; {@link #OFF} for a duration of zero
     */
    public static long nanos(Duration duration) {
        if (duration.isZero()) {
            return OFF;
        }
        return duration.compareTo(MAX) >= 0 ? MAX_NANOS : duration.toNanos();
    }
}
