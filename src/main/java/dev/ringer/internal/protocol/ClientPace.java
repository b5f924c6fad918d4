package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.internal.time.TimeLimit;
import java.util.function.LongSupplier;

/**
 * Checks whether a client reads fast enough. The client must read some bytes within the stall timeout, and must keep
 * the minimum rate over a {@link RateWindow}. Time counts only while the server waits for the client, because the
 * socket is full or a flow-control window of HTTP/2 is exhausted. On HTTP/2, time does not count while a stream waits
 * for its turn after other streams. The minimum rate applies only while a part of a response waits.
 *
 * <p>The system reports a socket as writable only when much of its buffer is free. A slow client may need longer than
 * the time limit to free that much. So the server writes waiting bytes again at intervals ({@link #nanosToCheck}),
 * without waiting for the system's report.
 *
 * <p>The thread that sends calls the methods that record something. One thread checks the limits: on HTTP/1 the thread
 * that sends, otherwise the loop.
 */
public final class ClientPace {
    private final LongSupplier clock;
    private final long stallNanos;

    // the thread that sends writes these fields; times are those of the clock
    private int inPart; // bytes that the socket has accepted of an incomplete TLS record; 0 in clear text
    // time since which the server waits and the client has accepted nothing; 0 while the server does not wait
    private volatile long waitsSince;
    // time since which a part of a response waits for the client; 0 if none waits
    private volatile long responseWaitsSince;
    private volatile long waited; // sum of all earlier waits of responses, in nanoseconds
    private volatile long taken; // bytes that the client has accepted

    // only the thread that checks the limits uses these fields
    private final RateWindow window; // checks the client's rate; null if there is no minimum rate
    private long judgedWaited;
    private long judgedTaken;

    /**
     * Creates the check of a client for which no bytes wait yet.
     *
     * @param clock a clock in nanoseconds
     * @param stallNanos the stall timeout: how long the client may read nothing; {@link TimeLimit#OFF} for any time
     * @param minRate the minimum rate in bytes per second; 0 for none
     */
    public ClientPace(LongSupplier clock, long stallNanos, long minRate) {
        this.clock = clock;
        this.stallNanos = stallNanos;
        this.window = minRate > 0 ? new RateWindow(minRate) : null;
    }

    // ---- called by the thread that sends

    /**
     * Records the bytes that a write has sent. Over TLS, a write counts the bytes of a record only when the socket has
     * accepted the whole record. So this method also needs the accepted bytes of an incomplete record.
     *
     * @param written the number of bytes that the write counts
     * @param nowInPart the result of {@link Transport#sentInPart} after the write
     */
    public void wrote(long written, int nowInPart) {
        took(Math.max(0, written + nowInPart - inPart));
        inPart = nowInPart;
    }

    /** Records bytes that the client accepted. If there is at least one, the current wait ends. */
    public void took(long bytes) {
        taken += bytes;
        if (bytes > 0 && waitsSince != 0) {
            goOn();
        }
    }

    /**
     * Records that the server now waits for the client to read. If it waits already, that wait goes on.
     *
     * @param response whether a part of a response waits for the client
     */
    public void await(boolean response) {
        if (waitsSince == 0) {
            waitsSince = clock.getAsLong() | 1;
        }
        if (!response) {
            endResponseWait();
        } else if (responseWaitsSince == 0) {
            responseWaitsSince = clock.getAsLong() | 1;
        }
    }

    /** Records that the server does not wait for the client any more. */
    public void goOn() {
        endResponseWait();
        waitsSince = 0;
    }

    private void endResponseWait() {
        long since = responseWaitsSince;
        if (since != 0) {
            waited += clock.getAsLong() - since;
            responseWaitsSince = 0;
        }
    }

    // ---- called by any thread

    /**
     * Returns the time of the clock since which the server waits and the client has accepted nothing; 0 while the
     * server does not wait for the client.
     */
    public long waitsSince() {
        return waitsSince;
    }

    /** Whether the server waits for the client to accept a part of a response. */
    public boolean awaitsResponse() {
        return responseWaitsSince != 0;
    }

    // ---- called by the thread that checks the limits

    /** Checks the limits. Returns the limit that the client has exceeded; null if there is none. */
    public Limit limitPassed() {
        long before = waited;
        long since = responseWaitsSince;
        long stalledSince = waitsSince;
        long now = clock.getAsLong();
        long present = since == 0 ? 0 : now - since;
        if (stalledSince != 0 && stallNanos != TimeLimit.OFF && now - stalledSince >= stallNanos) {
            return Limit.WRITE_STALL_TIMEOUT;
        }
        // If the value of waited has changed, another thread has just ended a wait, and the values above do not match.
        // The next check counts that wait.
        if (window == null || before != waited) {
            return null;
        }
        long count = taken;
        window.count(count - judgedTaken);
        judgedTaken = count;
        window.waited(before + present - judgedWaited);
        judgedWaited = before + present;
        return window.tooSlow() && since != 0 ? Limit.MIN_RESPONSE_RATE : null;
    }

    /**
     * Returns the nanoseconds until the limits must be checked again; {@link TimeLimit#OFF} if no check is necessary.
     */
    public long nanosToCheck() {
        long since = waitsSince;
        if (since == 0) {
            // An earlier check is useless, because the window checks the rate only when it has counted this much
            // waiting.
            return window == null ? TimeLimit.OFF : RateWindow.SLICE_NANOS;
        }
        long stall = stallNanos == TimeLimit.OFF ? stallNanos : Math.max(1, since + stallNanos - clock.getAsLong());
        if (window == null) {
            return stall;
        }
        return Math.min(stall, responseWaitsSince == 0 ? RateWindow.SLICE_NANOS : Math.max(1, window.nanosLeft()));
    }
}
