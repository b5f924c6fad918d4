package dev.ringer.internal.time;

/**
 * Checks whether a peer keeps a minimum rate over any 30 seconds in which somebody waits for the peer. Time in which
 * nobody waits for the peer does not count.
 *
 * <p>The time that counts is cut into slices of 5 seconds. At the end of each slice, the bytes of the last six slices
 * (30 seconds) are compared with the bytes that the rate demands in 30 seconds. So
 *
 * <ul>
 *   <li>a peer that keeps the rate in every 30 seconds is never too slow. No peer is too slow in its first 30 seconds;
 *   <li>a peer may pause for 20 seconds. Every window of 30 seconds then still has 10 seconds without a pause. If the
 *       rate is 240 bytes a second, 720 bytes a second in these 10 seconds are enough;
 *   <li>a peer cannot earn credit for later. Bytes that come at once count for their slice and the next five only. If a
 *       peer falls silent, or sends a few bytes now and then, it is too slow at most 35 seconds later.
 * </ul>
 *
 * <p>The caller repeats four steps. It calls {@link #count} with the bytes that came, checks {@link #tooSlow}, waits
 * for at most {@link #nanosLeft}, and calls {@link #waited}. The window reads no clock. Not thread-safe.
 */
public final class RateWindow {
    /** The time over which a rate is measured, in nanoseconds. */
    public static final long NANOS = 30_000_000_000L;

    private static final int SLICES = 6;

    /** The time of waiting between two checks of the rate, in nanoseconds. */
    public static final long SLICE_NANOS = NANOS / SLICES;

    private static final long SECONDS = NANOS / 1_000_000_000;

    private final long minBytes;
    private final long[] bytes = new long[SLICES]; // a ring: the bytes of each slice
    private int present; // index of the current slice
    private int over; // the number of complete slices, at most SLICES
    private long nanos; // the time waited in the current slice

    /**
     * Makes a window in which no time has passed.
     *
     * @param minRate the minimum rate in bytes per second, at least 1
     */
    public RateWindow(long minRate) {
        minBytes = minRate > Long.MAX_VALUE / SECONDS ? Long.MAX_VALUE : minRate * SECONDS;
    }

    /** Counts bytes that the peer has sent or taken. */
    public void count(long count) {
        long sum = bytes[present] + count;
        bytes[present] = sum < 0 ? Long.MAX_VALUE : sum;
    }

    /**
     * Counts time, in nanoseconds, in which somebody waited for the peer. Time beyond the current slice does not count:
     * the caller was late, for instance because the machine was busy, and the peer may have sent its bytes in time.
     */
    public void waited(long time) {
        nanos = Math.min(SLICE_NANOS, nanos + Math.max(0, time));
    }

    /**
     * Returns the nanoseconds of waiting until the next check of the rate; 0 if the slice is over and {@link #tooSlow}
     * has not been called since.
     */
    public long nanosLeft() {
        return SLICE_NANOS - nanos;
    }

    /**
     * Whether the peer was too slow in the last 30 seconds of waiting. If the current slice is over, this method checks
     * the rate and begins the next slice. Otherwise it returns false.
     */
    public boolean tooSlow() {
        if (nanos < SLICE_NANOS) {
            return false;
        }
        nanos = 0;
        over = Math.min(SLICES, over + 1);
        boolean tooSlow = over == SLICES && sumIsLess();
        present = (present + 1) % SLICES;
        bytes[present] = 0;
        return tooSlow;
    }

    private boolean sumIsLess() {
        long missing = minBytes;
        for (long slice : bytes) {
            missing -= Math.min(missing, slice);
        }
        return missing > 0;
    }
}
