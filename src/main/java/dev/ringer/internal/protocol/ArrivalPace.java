package dev.ringer.internal.protocol;

import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.internal.time.TimeLimit;
import java.util.function.LongSupplier;

/**
 * Checks whether a client sends a request body fast enough while no handler has the request. The pace applies the stall
 * timeout and the minimum rate for request bodies. All time counts against the client, because the loop reads every
 * byte that arrives. Owned by the loop.
 */
public final class ArrivalPace {
    private final LongSupplier clock;
    private final long stallNanos;
    private final long minRate;

    private long arrived; // bytes
    private long stalledSince; // when the wait began or the last bytes arrived, by the clock
    private long checkedAt; // by the clock
    private RateWindow window; // null before the first check, since most bodies are complete by then
    private long counted; // arrived bytes that the window has counted

    /**
     * Creates the pace of a client whose request body the server begins to wait for. {@code clock} is in nanoseconds.
     */
    public ArrivalPace(LongSupplier clock, RequestLimits limits) {
        this.clock = clock;
        this.stallNanos = limits.bodyStallNanos;
        this.minRate = limits.minBodyRate;
        this.stalledSince = clock.getAsLong();
        this.checkedAt = stalledSince;
    }

    /** Notes how many bytes of the body have arrived in all. */
    public void onArrived(long total) {
        if (total > arrived) {
            arrived = total;
            stalledSince = clock.getAsLong();
        }
    }

    /** Checks the client. Returns the rule that it has broken; null if it has broken none. */
    public Violation check() {
        long now = clock.getAsLong();
        if (stallNanos != TimeLimit.OFF && now - stalledSince >= stallNanos) {
            return Violation.BODY_STALLED;
        }
        if (minRate == 0) {
            return null;
        }
        if (window == null) {
            window = new RateWindow(minRate);
        }
        window.count(arrived - counted);
        counted = arrived;
        window.waited(now - checkedAt);
        checkedAt = now;
        return window.tooSlow() ? Violation.BODY_TOO_SLOW : null;
    }

    /** Returns the nanoseconds until the next check; {@link TimeLimit#OFF} for none. */
    public long nanosToCheck() {
        long stall = stallNanos;
        if (stall != TimeLimit.OFF) {
            stall = Math.max(1, stalledSince + stallNanos - clock.getAsLong());
        }
        if (minRate == 0) {
            return stall;
        }
        return Math.min(stall, window == null ? RateWindow.SLICE_NANOS : window.nanosLeft());
    }
}
