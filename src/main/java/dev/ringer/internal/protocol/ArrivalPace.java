package dev.ringer.internal.protocol;

import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.internal.time.TimeLimit;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Checks whether a client sends a request body fast enough while no thread waits for it: before the handler is called,
 * or in a {@link ContentWait}. The client must not stop for longer than the stall timeout, and must keep the minimum
 * rate. All time counts as waiting for the client, except between {@link #pause} and {@link #resume}.
 *
 * <p>A client that has not announced a length may also stop because it waits for a part of the response. After a pause,
 * the handler is called without the rest of the body. Only the loop uses this object.
 */
public final class ArrivalPace {
    /**
     * The pause, in nanoseconds, after which a client that has sent whole chunks or frames seems to wait. A slow client
     * that sends once a second does not occupy a thread. Clients that do wait lose this time once per request.
     */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);

    /** The same in the middle of a chunk or frame, where a client usually does not wait for anything but its network. */
    private static final long LONG_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final LongSupplier clock;
    private final long stallNanos;
    private final long minRate;
    private final boolean mayWait; // for the response, because the client has not announced the length

    private long arrived; // number of bytes that have arrived
    private long stalledSince; // time of the last arrival of bytes; before the first one, time at which the wait began
    private long resumedWith; // what resume() was last told
    private long checkedAt; // time of the clock at the last check, or at the last pause
    private RateWindow window; // checks the rate; null before the first check, because most bodies are complete by then
    private long counted; // number of arrived bytes that the window has counted

    /** Starts the check, when the server begins to wait for a request body. {@code clock} returns nanoseconds. */
    public ArrivalPace(LongSupplier clock, RequestLimits limits) {
        this(clock, limits, false);
    }

    /**
     * Starts the check, when the server begins to wait for a request body.
     *
     * @param clock the current time in nanoseconds
     * @param mayWait whether the client may be waiting for the response, because the length of the body is unknown
     */
    public ArrivalPace(LongSupplier clock, RequestLimits limits, boolean mayWait) {
        this.clock = clock;
        this.stallNanos = limits.bodyStallNanos;
        this.minRate = limits.minBodyRate;
        this.mayWait = mayWait;
        this.stalledSince = clock.getAsLong();
        this.checkedAt = stalledSince;
    }

    /** Records how many bytes of the body have arrived in all. */
    public void onArrived(long total) {
        if (total > arrived) {
            arrived = total;
            stalledSince = clock.getAsLong();
        }
    }

    /** Stops counting time, because the server does not wait for the client now. */
    public void pause() {
        long now = clock.getAsLong();
        if (minRate > 0) {
            window().waited(now - checkedAt);
        }
        checkedAt = now;
    }

    /**
     * Goes on counting time: the server waits again. So many bytes of the body have arrived in all. If none have arrived
     * since the last call, the client has stalled during the last wait, too.
     */
    public void resume(long total) {
        long now = clock.getAsLong();
        stalledSince = total != resumedWith ? now : stalledSince + (now - checkedAt);
        resumedWith = total;
        arrived = Math.max(arrived, total);
        checkedAt = now;
    }

    private RateWindow window() {
        if (window == null) {
            window = new RateWindow(minRate);
        }
        return window;
    }

    /**
     * Whether the client has sent nothing for so long that it may be waiting for the response.
     *
     * @param within whether a chunk or frame has arrived in part
     */
    public boolean seemsToWait(boolean within) {
        return mayWait && clock.getAsLong() - stalledSince >= pauseNanos(within);
    }

    /** Returns a pause that ends before the stall timeout, so that the handler can begin its response in time. */
    private long pauseNanos(boolean within) {
        return Math.min(within ? LONG_PAUSE_NANOS : PAUSE_NANOS, stallNanos / 2);
    }

    /** Returns the rule that the client has broken by now; null if there is none. */
    public Violation check() {
        long now = clock.getAsLong();
        if (stallNanos != TimeLimit.OFF && now - stalledSince >= stallNanos) {
            return Violation.BODY_STALLED;
        }
        if (minRate == 0) {
            return null;
        }
        RateWindow rate = window();
        rate.count(arrived - counted);
        counted = arrived;
        rate.waited(now - checkedAt);
        checkedAt = now;
        return rate.tooSlow() ? Violation.BODY_TOO_SLOW : null;
    }

    /** Returns the nanoseconds until the next check, at least 1; {@link TimeLimit#OFF} if no check is necessary. */
    public long nanosToCheck() {
        return Math.max(1, nanosLeft());
    }

    /** Whether a check is due now. */
    public boolean isDue() {
        return nanosLeft() <= 0;
    }

    private long nanosLeft() {
        long stalled = clock.getAsLong() - stalledSince;
        long left = stallNanos == TimeLimit.OFF ? stallNanos : stallNanos - stalled;
        if (minRate > 0) {
            left = Math.min(left, window == null ? RateWindow.SLICE_NANOS : window.nanosLeft());
        }
        if (mayWait) {
            long pause = pauseNanos(false);
            left = Math.min(left, stalled < pause ? pause - stalled : pause);
        }
        return left;
    }
}
