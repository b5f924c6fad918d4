package dev.ringer.internal.time;

/**
 * Checks whether a peer sends or reads at a minimum rate. Counts only the time in which the server waits for the peer.
 *
 * <p>This time is divided into slices of 5 seconds. At the end of each slice, this class compares the number of bytes
 * in the last six slices (30 seconds) with the number that the rate demands in 30 seconds. The consequences are:
 *
 * <ul>
 *   <li>A peer that sends or reads at the rate in every 30 seconds is never too slow. No peer is too slow in its first
 *       30 seconds.
 *   <li>A peer may pause for 20 of every 30 seconds, if it sends or reads at three times the rate in the other 10.
 *   <li>A fast peer earns no credit for later. Bytes count only for the slice in which they come and for the next five.
 *       A peer that stops, or sends only a few bytes now and then, is too slow at most 35 seconds later.
 * </ul>
 *
 * <p>The caller repeats four steps. It calls {@link #count} with the number of bytes that came, checks
 * {@link #tooSlow}, waits for at most {@link #nanosLeft}, and calls {@link #waited}. This class reads no clock. Not
 * thread-safe.
 */
public final class RateWindow {
    private static final int SECONDS = 30; // the length of the time over which the rate is measured
    private static final int SLICES = 6;

    /** The time of waiting after which the rate is checked again, in nanoseconds. */
    public static final long SLICE_NANOS = SECONDS * 1_000_000_000L / SLICES;

    private final long minBytes;
    private final long[] bytes = new long[SLICES]; // a ring buffer: the number of bytes in each of the last slices
    private int present; // index in `bytes` of the current slice
    private int over; // number of complete slices so far, at most SLICES
    private long nanos; // nanoseconds of waiting in the current slice

    /**
     * Creates a window. No time has been counted yet.
     *
     * @param minRate the minimum rate in bytes per second, at least 1
     */
    public RateWindow(long minRate) {
        minBytes = minRate > Long.MAX_VALUE / SECONDS ? Long.MAX_VALUE : minRate * SECONDS;
    }

    /** Counts bytes that the peer has sent or read. */
    public void count(long count) {
        long sum = bytes[present] + count;
        bytes[present] = sum < 0 ? Long.MAX_VALUE : sum;
    }

    /**
     * Counts nanoseconds in which the server waited for the peer. Ignores time beyond the end of the current slice.
     * Such time means that the caller was late, for example on a busy machine, and the peer may have been fast enough.
     */
    public void waited(long time) {
        nanos = Math.min(SLICE_NANOS, nanos + Math.max(0, time));
    }

    /**
     * Returns how many nanoseconds of waiting are left until the next check of the rate; 0 if {@link #tooSlow} must be
     * called now.
     */
    public long nanosLeft() {
        return SLICE_NANOS - nanos;
    }

    /**
     * Whether the peer was too slow in the last 30 seconds of waiting. Checks the rate only at the end of a slice, and
     * begins the next slice. At any other time, returns false.
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
