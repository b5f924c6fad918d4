package dev.ringer.internal.http2;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.internal.time.TimeLimit;
import java.util.function.LongSupplier;

/**
 * Checks whether a client takes what waits for it: something within the time for a stall, and no less than the minimum
 * rate over the {@link RateWindow}. Time counts only while the server waits for the client. For a stream, that is the
 * time at its own window; for the connection, the time at its window or at a full socket. Content that waits for its
 * turn behind others does not wait for the client. The rate is that of responses. While no response waits, only the
 * time for a stall applies.
 *
 * <p>Made when something waits first. The sending thread notes what happens, the loop thread judges.
 */
final class SendPace {
    private final SenderShared shared;
    private final LongSupplier clock;

    // written by the sending thread, read by the loop thread; times in the terms of the clock
    // Time since which the server waits, or at which the client last took something; 0 while it does not wait.
    // wait.
    private volatile long waitsSince;
    // Time since which a response is among what waits; 0 while none is.
    private volatile long ratedSince;
    private volatile long waited; // nanoseconds for which a response waited before ratedSince
    private volatile long taken;

    // owned by the loop thread
    private final RateWindow window; // null where there is no limit
    private long judgedWaited;
    private long judgedTaken;

    SendPace(SenderShared shared) {
        this.shared = shared;
        this.clock = shared.clock;
        this.window = shared.limits.minResponseRate > 0 ? new RateWindow(shared.limits.minResponseRate) : null;
    }

    // ---- on the sending thread

    /** Notes that the client has taken something. This ends the present wait. Another one may follow. */
    void took(int octets) {
        taken += octets;
        if (octets > 0 && waitsSince != 0) {
            goOn();
        }
    }

    /**
     * Notes that the server waits for the client from now on, or still does.
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

    /** Notes that the server does not wait for the client. */
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

    /**
     * Returns the time since which the client has taken nothing, in the terms of {@link System#nanoTime()}; 0 while the
     * server does not wait for it.
     */
    long waitsSince() {
        return waitsSince;
    }

    /** Whether the server waits for the client to take something of a response. */
    boolean awaitsResponse() {
        return ratedSince != 0;
    }

    // ---- on the loop thread

    /** Judges the client. Returns the limit that it has exceeded; null if it keeps to the limits. */
    Limit limitPassed() {
        long before = waited;
        long since = ratedSince;
        long stalledSince = waitsSince;
        long now = clock.getAsLong();
        long present = since == 0 ? 0 : now - since;
        boolean stallCounts = stalledSince != 0 && shared.limits.writeStallNanos != TimeLimit.OFF;
        if (stallCounts && now - stalledSince >= shared.limits.writeStallNanos) {
            return Limit.WRITE_STALL_TIMEOUT;
        }
        if (window == null || before != waited) { // it is moving: the next check tells
            return null;
        }
        long count = taken;
        window.count(count - judgedTaken);
        judgedTaken = count;
        window.waited(before + present - judgedWaited);
        judgedWaited = before + present;
        return window.tooSlow() && since != 0 ? Limit.MIN_RESPONSE_RATE : null;
    }

    /** Returns the time until the next check, in nanoseconds. */
    long nanosToLook() {
        long since = waitsSince;
        if (since == 0) {
            // What is left of the slice passes only while the server waits for the client.
            return window == null ? TimeLimit.OFF : RateWindow.SLICE_NANOS;
        }
        long stall = shared.limits.writeStallNanos;
        if (stall != TimeLimit.OFF) {
            stall = Math.max(1, since + stall - clock.getAsLong());
        }
        if (window == null) {
            return stall;
        }
        return Math.min(stall, ratedSince == 0 ? RateWindow.SLICE_NANOS : Math.max(1, window.nanosLeft()));
    }
}
