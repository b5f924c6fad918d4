package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.internal.time.TimeLimit;
import java.util.function.LongSupplier;

/**
 * Checks whether a client reads fast enough. The client must take some bytes within the stall timeout, and must keep
 * the minimum rate over the {@link RateWindow}. Time counts only while the server waits for the client: the socket is
 * full, or a flow-control window of the client is exhausted. Time does not count while content of one stream waits for
 * content of other streams. The minimum rate applies only while a part of a response waits.
 *
 * <p>The system reports a full socket as writable only when much of its buffer is free. A slow client may need longer
 * than the time limit to free so much. So the owner writes waiting bytes again at intervals ({@link #nanosToCheck}),
 * even to a full socket. The bytes of such a write count.
 *
 * <p>The owner creates a pace when bytes wait for the first time. The thread that sends calls the methods that record
 * an event. One thread checks the limits: on HTTP/1 the thread that sends, otherwise the loop thread.
 */
public final class ClientPace {
    private final LongSupplier clock;
    private final long stallNanos;

    // written by the thread that sends; times are those of the clock
    private int inPart; // bytes that have left but do not count as written yet
    private volatile long waitsSince; // time when the wait began or the client last took some bytes; 0 outside a wait
    private volatile long responseWaitsSince; // time since which a part of a response waits; 0 if no response waits
    private volatile long waited; // nanoseconds for which a response waited before responseWaitsSince
    private volatile long taken; // bytes

    // owned by the thread that checks the limits
    private final RateWindow window; // null if there is no minimum rate
    private long judgedWaited;
    private long judgedTaken;

    /**
     * Creates the pace of a client for which nothing waits.
     *
     * @param clock a clock in nanoseconds
     * @param stallNanos the stall timeout: how long the client may take nothing; {@link TimeLimit#OFF} for any time
     * @param minRate the minimum rate in bytes per second; 0 for none
     */
    public ClientPace(LongSupplier clock, long stallNanos, long minRate) {
        this.clock = clock;
        this.stallNanos = stallNanos;
        this.window = minRate > 0 ? new RateWindow(minRate) : null;
    }

    // ---- on the thread that sends

    /**
     * Counts the bytes that a write has sent. Over TLS, the bytes of a record count as written all at once, but leave
     * in smaller parts.
     *
     * @param written how many bytes the write counts as written
     * @param nowInPart bytes that have left but do not count as written yet; see {@link Transport#sentInPart}
     */
    public void wrote(long written, int nowInPart) {
        took(Math.max(0, written + nowInPart - inPart));
        inPart = nowInPart;
    }

    /** Counts bytes that the client took. This ends the current wait. */
    public void took(long bytes) {
        taken += bytes;
        if (bytes > 0 && waitsSince != 0) {
            goOn();
        }
    }

    /**
     * Records that the server waits for the client. If a wait has begun before, that wait goes on.
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

    // ---- any thread

    /**
     * Returns the time of the clock when the current wait began or the client last took some bytes; 0 outside a wait.
     */
    public long waitsSince() {
        return waitsSince;
    }

    /** Whether the server waits for the client to take a part of a response. */
    public boolean awaitsResponse() {
        return responseWaitsSince != 0;
    }

    // ---- on the thread that checks the limits

    /** Checks the limits. Returns the limit that the client has exceeded; null if the client keeps both limits. */
    public Limit limitPassed() {
        long before = waited;
        long since = responseWaitsSince;
        long stalledSince = waitsSince;
        long now = clock.getAsLong();
        long present = since == 0 ? 0 : now - since;
        if (stalledSince != 0 && stallNanos != TimeLimit.OFF && now - stalledSince >= stallNanos) {
            return Limit.WRITE_STALL_TIMEOUT;
        }
        if (window == null || before != waited) { // the client has just taken some bytes: the next check counts them
            return null;
        }
        long count = taken;
        window.count(count - judgedTaken);
        judgedTaken = count;
        window.waited(before + present - judgedWaited);
        judgedWaited = before + present;
        return window.tooSlow() && since != 0 ? Limit.MIN_RESPONSE_RATE : null;
    }

    /** Returns the nanoseconds until the next check; {@link TimeLimit#OFF} if no check is necessary. */
    public long nanosToCheck() {
        long since = waitsSince;
        if (since == 0) {
            // An earlier check is not necessary, because a slice passes only while the server waits for the client.
            return window == null ? TimeLimit.OFF : RateWindow.SLICE_NANOS;
        }
        long stall = stallNanos == TimeLimit.OFF ? stallNanos : Math.max(1, since + stallNanos - clock.getAsLong());
        if (window == null) {
            return stall;
        }
        return Math.min(stall, responseWaitsSince == 0 ? RateWindow.SLICE_NANOS : Math.max(1, window.nanosLeft()));
    }
}
