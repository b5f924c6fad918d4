package dev.ringer.internal.http2;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.internal.time.TimeLimit;
import java.util.function.LongSupplier;

/**
 * Whether a client takes what waits for it: something within the time for a stall, and no less than the rate over the
 * {@link RateWindow}. Only time counts in which the client is the one waited for: a stream by its own window, the connection by
 * its window, or by a full socket. What waits for its turn behind others does not wait for the client. The rate is that of
 * responses: while none waits, the client has the time for a stall and no more to keep to.
 *
 * <p>Made when something waits first. The thread that sends notes what happens, the loop judges.
 */
final class SendPace {
    private final Http2Shared shared;
    private final LongSupplier clock;

    // the sender's, read by the loop
    private volatile long waitsSince; // or when the client took something last; 0 while it is not waited for
    private volatile long ratedSince; // when that began with a response among what waits; 0 while there is none
    private volatile long waited; // with a response, before that
    private volatile long taken;

    // the loop's
    private final RateWindow window; // null where there is no limit
    private long judgedWaited;
    private long judgedTaken;

    SendPace(Http2Shared shared) {
        this.shared = shared;
        this.clock = shared.clock;
        this.window = shared.minResponseRate > 0 ? new RateWindow(shared.minResponseRate) : null;
    }

    // ---- the thread that sends

    /** The client has taken something, and may be waited for on. */
    void took(int octets) {
        taken += octets;
        if (octets > 0 && waitsSince != 0) {
            goOn();
        }
    }

    /**
     * The client is waited for from now on, or still.
     *
     * @param rated whether something of a response waits
     */
    void await(boolean rated) {
        if (waitsSince == 0) {
            waitsSince = clock.getAsLong() | 1;
        }
        if (!rated) {
            endRated();
        } else if (ratedSince == 0) {
            ratedSince = clock.getAsLong() | 1;
        }
    }

    /** The client is not waited for. */
    void goOn() {
        endRated();
        waitsSince = 0;
    }

    private void endRated() {
        long since = ratedSince;
        if (since != 0) {
            waited += clock.getAsLong() - since;
            ratedSince = 0;
        }
    }

    // ---- any thread

    /** Since when the client has taken nothing, in {@link System#nanoTime()}'s terms; 0 while it is not waited for. */
    long waitsSince() {
        return waitsSince;
    }

    /** Whether something of a response is among what the client is waited for to take. */
    boolean awaitsResponse() {
        return ratedSince != 0;
    }

    // ---- the loop

    /** Judges the client; null if it keeps to the limits. */
    Limit limitPassed() {
        long before = waited;
        long since = ratedSince;
        long stalledSince = waitsSince;
        long now = clock.getAsLong();
        long present = since == 0 ? 0 : now - since;
        boolean stallCounts = stalledSince != 0 && shared.writeStallNanos != TimeLimit.OFF;
        if (stallCounts && now - stalledSince >= shared.writeStallNanos) {
            return Limit.WRITE_STALL_TIMEOUT;
        }
        if (window == null || before != waited) { // it is moving: the next look tells
            return null;
        }
        long count = taken;
        window.count(count - judgedTaken);
        judgedTaken = count;
        window.waited(before + present - judgedWaited);
        judgedWaited = before + present;
        return window.tooSlow() && since != 0 ? Limit.MIN_RESPONSE_RATE : null;
    }

    /** When it is to be judged next, from now. */
    long nanosToLook() {
        long since = waitsSince;
        if (since == 0) { // what is left of the slice passes only while it is waited for
            return window == null ? TimeLimit.OFF : RateWindow.SLICE_NANOS;
        }
        long stall = shared.writeStallNanos;
        if (stall != TimeLimit.OFF) {
            stall = Math.max(1, since + stall - clock.getAsLong());
        }
        if (window == null) {
            return stall;
        }
        return Math.min(stall, ratedSince == 0 ? RateWindow.SLICE_NANOS : Math.max(1, window.nanosLeft()));
    }
}
