package dev.ringer.internal.protocol;

import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.internal.time.TimeLimit;
import java.util.function.LongSupplier;

/**
 * Checks whether a client sends a request body fast enough while no thread waits for it: before the handler is called,
 * or in a {@link ContentWait}. The client must not stop for longer than the stall timeout, and must keep the minimum
 * rate. All time counts as waiting for the client, except between {@link #pause} and {@link #resume}. Only the loop uses
 * this object.
 */
public final class ArrivalPace {
    private final LongSupplier clock;
    private final long stallNanos;
    private final long minRate;

    private long arrived; // number of bytes that have arrived
    private long stalledSince; // time of the last arrival of bytes; before the first one, time at which the wait began
    private long resumedWith; // what resume() was last told
    private long checkedAt; // time of the clock at the last check, or at the last pause
    private RateWindow window; // checks the rate; null before the first check, because most bodies are complete by then
    private long counted; // number of arrived bytes that the window has counted

    /** Starts the check, when the server begins to wait for a request body. {@code clock} returns nanoseconds. */
    public ArrivalPace(LongSupplier clock, RequestLimits limits) {
        this.clock = clock;
        this.stallNanos = limits.bodyStallNanos;
        this.minRate = limits.minBodyRate;
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
        long stall = stallNanos == TimeLimit.OFF ? stallNanos : stalledSince + stallNanos - clock.getAsLong();
        if (minRate == 0) {
            return stall;
        }
        return Math.min(stall, window == null ? RateWindow.SLICE_NANOS : window.nanosLeft());
    }
}
