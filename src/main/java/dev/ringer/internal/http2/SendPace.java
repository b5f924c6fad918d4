package dev.ringer.internal.http2;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.internal.time.TimeLimit;
import java.util.function.LongSupplier;

/**
 * Whether a client takes what waits for it: something within the time for a stall, and no less than the rate over the
 * {@link RateWindow}. Only time counts in which the client is the one waited for: a stream by its own window, the connection by
 * its window, or by a full socket. What waits for its turn behind others does not wait for the client.
 *
 * <p>Made when something waits first. The thread that sends notes what happens, the loop judges.
 */
final class SendPace {
    private final Http2Shared shared;
    private final LongSupplier clock;

    // the sender's, read by the loop
    private volatile long waitsSince; // or when the client took something last; 0 while it is not waited for
    private volatile long waited; // before that
    private volatile long taken;

    // the loop's
    private final RateWindow window; // null where there is no limit
    private long judgedWaited;
    private long judgedTaken;

    SendPace(Http2Shared shared) {
        this(shared, shared.minResponseRate);
    }

    /** With a rate of its own in bytes per second, 0 for none. */
    SendPace(Http2Shared shared, long minRate) {
        this.shared = shared;
        this.clock = shared.clock;
        this.window = minRate > 0 ? new RateWindow(minRate) : null;
    }

    // ---- the thread that sends

    /** The client has taken something, and may be waited for on. */
    void took(int octets) {
        taken += octets;
        if (octets > 0 && waitsSince != 0) {
            goOn();
        }
    }

    /** The client is waited for from now on, or still. */
    void await() {
        if (waitsSince == 0) {
            waitsSince = clock.getAsLong() | 1;
        }
    }

    /** The client is not waited for. */
    void goOn() {
        long since = waitsSince;
        if (since != 0) {
            waited += clock.getAsLong() - since;
            waitsSince = 0;
        }
    }

    // ---- any thread

    /** Since when the client has taken nothing, in {@link System#nanoTime()}'s terms; 0 while it is not waited for. */
    long waitsSince() {
        return waitsSince;
    }

    // ---- the loop

    /** Judges the client; null if it keeps to the limits. */
    Limit limitPassed() {
        long before = waited;
        long since = waitsSince;
        long now = clock.getAsLong();
        long present = since == 0 ? 0 : now - since;
        if (since != 0 && shared.writeStallNanos != TimeLimit.OFF && present >= shared.writeStallNanos) {
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
        return window == null ? stall : Math.min(stall, Math.max(1, window.nanosLeft()));
    }
}
