package dev.ringer.internal.http1;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.internal.time.TimeLimit;
import java.net.SocketTimeoutException;

/**
 * Checks whether a client takes what is sent to it. It must take something within the time limit for a stall, and no
 * less than the minimum rate over the {@link RateWindow}. Time counts only while bytes wait that the client was offered
 * and did not take.
 *
 * <p>A full socket reports that it is writable when much of it is free. A slow client may need longer for that than it
 * is allowed. So waiting bytes are offered again at intervals ({@link #nanosToLook}), also to a socket that reports
 * that it is full. The client is judged by the bytes that leave then.
 *
 * <p>Guarded by the lock of the connection's output. Costs nothing, and retains nothing, while the client takes
 * everything.
 */
final class OutputPace {
    private final Transport transport;
    private final Http1Shared shared;

    private RateWindow window; // null until bytes waited, or if there is no minimum rate
    private boolean waiting;
    private int inPart; // bytes sent at the last check that did not count as taken yet
    private long lookedAt; // time of the last check while bytes wait, in terms of System.nanoTime()
    private long movedAt; // when the client last took something, or bytes began to wait

    OutputPace(Transport transport, Http1Shared shared) {
        this.transport = transport;
        this.shared = shared;
    }

    /**
     * Notes that bytes were offered.
     *
     * @param taken how many bytes the client took
     * @param left whether further bytes wait for the client now
     * @throws SocketTimeoutException if the client takes bytes too slowly; the connection is closed
     */
    void offered(long taken, boolean left) throws SocketTimeoutException {
        if (waiting || left) {
            look(taken, left);
        } else if (window != null) { // the client takes everything: no clock is read
            window.count(taken);
        }
    }

    private void look(long taken, boolean left) throws SocketTimeoutException {
        long now = shared.clock.getAsLong();
        if (window == null && shared.limits.minResponseRate > 0) {
            window = new RateWindow(shared.limits.minResponseRate);
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
        if (shared.limits.writeStallNanos != TimeLimit.OFF && now - movedAt >= shared.limits.writeStallNanos) {
            return Limit.WRITE_STALL_TIMEOUT;
        }
        return window != null && window.tooSlow() ? Limit.MIN_RESPONSE_RATE : null;
    }

    /** Returns the nanoseconds until waiting bytes must be offered again; {@link TimeLimit#OFF} for never. */
    long nanosToLook() {
        long stall = shared.limits.writeStallNanos;
        if (stall != TimeLimit.OFF) {
            stall -= lookedAt - movedAt;
        }
        return window == null ? stall : Math.min(stall, window.nanosLeft());
    }
}
