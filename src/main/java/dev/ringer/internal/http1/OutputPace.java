package dev.ringer.internal.http1;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.internal.time.TimeLimit;
import java.net.SocketTimeoutException;

/**
 * Whether a client takes what is sent to it: something within the time for a stall, and no less than the rate over the
 * {@link RateWindow}. Only time counts in which bytes wait for it that it was offered and did not take.
 *
 * <p>A full socket says that it has room when much of it is free, which takes a slow client longer than it may take. So what
 * waits is offered again at intervals ({@link #nanosToLook}), also to a socket that says it is full, and judged by what goes then.
 *
 * <p>Guarded by the lock of the connection's output. Costs nothing, and holds nothing, while the client takes everything.
 */
final class OutputPace {
    private final Transport transport;
    private final Http1Shared shared;

    private RateWindow window; // null until bytes waited, or where there is no limit
    private boolean waiting;
    private int inPart; // of what it has taken, sent without counting as taken yet
    private long lookedAt; // while bytes wait, in nanoTime's terms
    private long movedAt; // when it took something, or bytes began to wait

    OutputPace(Transport transport, Http1Shared shared) {
        this.transport = transport;
        this.shared = shared;
    }

    /**
     * Bytes were offered.
     *
     * @param taken how many the client took
     * @param left whether others wait for it now
     * @throws SocketTimeoutException if it takes them too slowly; the connection is closed
     */
    void offered(long taken, boolean left) throws SocketTimeoutException {
        if (waiting || left) {
            look(taken, left);
        } else if (window != null) { // the client takes everything, and no clock is asked
            window.count(taken);
        }
    }

    private void look(long taken, boolean left) throws SocketTimeoutException {
        long now = shared.clock.getAsLong();
        if (window == null && shared.minResponseRate > 0) {
            window = new RateWindow(shared.minResponseRate);
        }
        int nowInPart = left ? transport.sentInPart() : 0;
        long gone = Math.max(0, taken + nowInPart - inPart);
        inPart = nowInPart;
        if (gone > 0 || !waiting) {
            movedAt = now;
        }
        if (window != null) {
            window.waited(waiting ? now - lookedAt : 0);
            window.count(gone);
        }
        lookedAt = now;
        waiting = left;
        Limit passed = left ? limitPassed(now) : null;
        if (passed != null) {
            shared.counts.count(passed, transport.remoteAddress());
            transport.close();
            throw new SocketTimeoutException("The client takes too little of the response");
        }
    }

    private Limit limitPassed(long now) {
        if (shared.writeStallNanos != TimeLimit.OFF && now - movedAt >= shared.writeStallNanos) {
            return Limit.WRITE_STALL_TIMEOUT;
        }
        return window != null && window.tooSlow() ? Limit.MIN_RESPONSE_RATE : null;
    }

    /** How long what waits may wait until it is to be offered again; {@link TimeLimit#OFF} for ever. */
    long nanosToLook() {
        long stall = shared.writeStallNanos;
        if (stall != TimeLimit.OFF) {
            stall -= lookedAt - movedAt;
        }
        return window == null ? stall : Math.min(stall, window.nanosLeft());
    }
}
