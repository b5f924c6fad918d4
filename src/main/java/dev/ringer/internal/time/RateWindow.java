package dev.ringer.internal.time;

/**
 * Whether a peer keeps to a least rate in any 30 seconds in which it was waited for. Time in which nobody waits for the peer
 * does not count, and stands still here.
 *
 * <p>The time that counts is cut into slices of 5 seconds. Each time a slice is over, the bytes of the last six, 30 seconds,
 * are compared with what the rate demands of 30 seconds. So
 *
 * <ul>
 *   <li>a peer that keeps to the rate in every 30 seconds is never found too slow, nor is any in its first 30 seconds;
 *   <li>a pause of 20 seconds leaves at least 10 in every window, in which three times the rate is enough: 720 bytes a second
 *       where 240 are demanded;
 *   <li>nothing can be prepaid: many bytes that came at once count for their slice and the next five. A peer that
 *       falls silent, or drips, is found no more than 35 seconds later.
 * </ul>
 *
 * <p>The caller alternates: {@link #count} what has come, ask {@link #tooSlow}, wait for {@link #nanosLeft} at the most, tell
 * {@link #waited}. It knows no clock, and costs nothing for bytes that nobody waits for. Not thread-safe.
 */
public final class RateWindow {
    /** The time over which a rate is judged. */
    public static final long NANOS = 30_000_000_000L;

    private static final int SLICES = 6;

    /** How long a peer is waited for from one judgement to the next. */
    public static final long SLICE_NANOS = NANOS / SLICES;

    private static final long SECONDS = NANOS / 1_000_000_000;

    private final long minBytes;
    private final long[] bytes = new long[SLICES]; // a ring
    private int present; // the slice in which bytes count now
    private int over; // how many slices are over, as far as that matters
    private long nanos; // of the present slice

    /**
     * A window in which no time has passed.
     *
     * @param minRate bytes per second, at least 1
     */
    public RateWindow(long minRate) {
        minBytes = minRate > Long.MAX_VALUE / SECONDS ? Long.MAX_VALUE : minRate * SECONDS;
    }

    /**
     * Bytes have come, or have been taken.
     *
     * @param count how many
     */
    public void count(long count) {
        long sum = bytes[present] + count;
        bytes[present] = sum < 0 ? Long.MAX_VALUE : sum;
    }

    /**
     * The peer was waited for. What goes beyond the present slice is not the peer's time: nobody looked whether it had
     * done its part, for instance while the machine was busy.
     *
     * @param time how long, in nanoseconds
     */
    public void waited(long time) {
        nanos = Math.min(SLICE_NANOS, nanos + Math.max(0, time));
    }

    /**
     * How long the peer may be waited for until it is to be judged.
     *
     * @return nanoseconds; 0 if {@link #tooSlow} has not been asked since the slice was over
     */
    public long nanosLeft() {
        return SLICE_NANOS - nanos;
    }

    /**
     * Judges the peer if a slice is over, and begins the next one.
     *
     * @return true if it has been too slow in the last 30 seconds that count
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
