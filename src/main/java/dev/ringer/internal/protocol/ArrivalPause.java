package dev.ringer.internal.protocol;

import dev.ringer.internal.http.RequestLimits;

/**
 * Finds clients that wait for a part of the response before they send the rest of a body. Only a client that has not
 * announced a length may do so. After a pause, the handler is called without the rest of the body.
 */
public final class ArrivalPause {
    /**
     * The pause, in nanoseconds, after which a client that has sent whole chunks or frames seems to wait. A slow client
     * that sends once a second does not occupy a thread. Clients that do wait lose this time once per request.
     */
    private static final long PAUSE_NANOS = 1_500_000_000L;

    /** The same in the middle of a chunk or frame, where a client usually does not wait for anything but its network. */
    private static final long LONG_PAUSE_NANOS = 15_000_000_000L;

    private ArrivalPause() {}

    /**
     * Whether the client has sent nothing for so long that it may be waiting for the response.
     *
     * @param quietNanos the nanoseconds since the client has last sent something of the body
     * @param within whether a chunk or frame has arrived in part
     */
    public static boolean seemsToWait(long quietNanos, RequestLimits limits, boolean within) {
        return quietNanos >= nanos(limits, within);
    }

    /**
     * Returns the nanoseconds until the client must be judged again, or may have paused long enough.
     *
     * @param quietNanos the nanoseconds since the client has last sent something of the body
     */
    public static long nanosToCheck(ClientPace<?> pace, long quietNanos, RequestLimits limits) {
        long pause = nanos(limits, false);
        return Math.min(pace.nanosToCheck(), quietNanos < pause ? pause - quietNanos : pause);
    }

    /** Returns a pause that ends before the stall timeout, so that the handler can begin its response in time. */
    private static long nanos(RequestLimits limits, boolean within) {
        return Math.min(within ? LONG_PAUSE_NANOS : PAUSE_NANOS, limits.bodyStallNanos / 2);
    }
}
