package dev.ringer.internal.http1;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.LimitClock;
import dev.ringer.internal.time.TimeLimit;

/**
 * The deadline of an HTTP/1 connection. It limits the time of the connection's current state: idle, head incomplete,
 * body arriving, and so on. A subclass also limits the time of a whole request and a whole response.
 *
 * <p>Only the loop schedules the check of the deadline. A thread that ends an exchange only calls {@link #noteEnd},
 * which stores how long the next state may last. The loop still checks early enough, because it checks each connection
 * at least once per idle timeout.
 */
class ConnectionTimes extends Deadline {
    private final Http1Connection connection;

    // these fields are written by the loop, or during an exchange by the thread that ends the exchange
    private long dueAt = TimeLimit.OFF; // end of the time for this state, as a value of LimitClock; or OFF
    // The limit that is reported when dueAt has passed. Null for a request head, because a late head is reported as a
    // violation.
    private Limit reason = Limit.IDLE_INTERVAL;

    ConnectionTimes(Http1Connection connection) {
        this.connection = connection;
    }

    @Override
    protected Transport transport() {
        return connection.transport();
    }

    final Http1Shared shared() {
        return connection.shared();
    }

    /** Sets how long the current state may last, and schedules the check. Called by the loop. */
    private void limit(Limit newReason, long nanos) {
        note(newReason, nanos);
        checkIn(nanos);
    }

    /** Limits how long a new connection may stay silent. Called by the loop. */
    void limitSilence() {
        limit(Limit.IDLE_INTERVAL, shared().silenceNanos());
    }

    /** Limits how long the connection may be idle. Called by the loop. */
    void limitIdle() {
        limit(Limit.IDLE_INTERVAL, shared().limits.idleNanos);
    }

    /**
     * Removes the time limit while the end of a response is being sent, because {@link ClientPace} limits that time.
     * Called by the loop.
     */
    void limitNothing() {
        limit(null, TimeLimit.OFF);
    }

    /** Limits how long the server may take to drop the rest of a request body. Called by the loop. */
    void limitDrain() {
        limit(Limit.DRAIN_TIMEOUT, shared().limits.drainNanos);
    }

    /** Limits how long a request head may take after its first bytes have arrived. Called by the loop. */
    final void limitHead() {
        limit(null, Math.min(shared().limits.headNanos, nanosForRequest()));
    }

    /**
     * Schedules the next check of a request body that is arriving, at most {@code nanos} from now. Called by the loop.
     */
    final void limitBody(long nanos) {
        limit(null, Math.min(nanos, leftOfRequest()));
    }

    /**
     * Returns how many nanoseconds are left for the request whose body is arriving; 0 or less if the limit has passed.
     */
    long leftOfRequest() {
        return TimeLimit.OFF;
    }

    /** Returns how many nanoseconds a request that begins now may take, with its body. */
    long nanosForRequest() {
        return TimeLimit.OFF;
    }

    /** Sets the time limit for an exchange that begins. Called by the loop. */
    void limitExchange(RequestBody body) {}

    /** Removes the deadline. Called by the loop. */
    void end() {
        transport().loop().schedule(this, TimeLimit.OFF);
    }

    /**
     * Stores the time limit of the state after an exchange. Called by the thread that ended the exchange.
     *
     * @param body the body of the request; null for none
     * @param sent whether the whole response has been sent, so that the connection is idle now
     */
    void noteEnd(RequestBody body, boolean sent) {
        note(Limit.IDLE_INTERVAL, sent ? shared().limits.idleNanos : TimeLimit.OFF);
    }

    /** Stores how long the next state may last, without scheduling a check. */
    final void note(Limit newReason, long nanos) {
        // only if it differs: with G1, storing a reference in an old object costs a memory fence
        if (reason != newReason) {
            reason = newReason;
        }
        dueAt = nanos == TimeLimit.OFF ? TimeLimit.OFF : LimitClock.nanos() + nanos;
    }

    /** Schedules the next check of the deadline, at most {@code nanos} from now. */
    final void checkIn(long nanos) {
        transport().loop().schedule(this, Math.min(nanos, shared().limits.idleNanos));
    }

    @Override
    protected void onDeadline() {
        boolean lent = connection.lent();
        if (!lent && leftOfState() <= 0) {
            readArrived();
            lent = connection.lent();
            if (transport().closed() || !lent && connection.httpEnded()) {
                return;
            }
        }
        Http1Stream stream = lent ? connection.current() : null;
        long left = lent ? leftOfExchange(stream) : leftOfState();
        if (left > 0) {
            checkIn(left);
        } else if (stream == null) {
            count(reason);
            connection.giveUp(Violation.HEAD_TOO_SLOW);
        } else if (stream.tryTimeOut()) {
            count(limitOf(stream.body()));
            transport().close();
        }
    }

    /** Reads what has arrived. If the connection has too little room for all of it, reads several times. */
    private void readArrived() {
        int before;
        do {
            before = connection.input().size();
        } while (connection.readArrived()
                && !connection.lent()
                && leftOfState() <= 0
                && connection.input().size() != before);
        transport().checkForInput();
    }

    final void count(Limit limit) {
        if (limit != null) {
            shared().counts.count(limit, transport().remoteAddress());
        }
    }

    private long leftOfState() {
        return dueAt == TimeLimit.OFF ? TimeLimit.OFF : dueAt - LimitClock.nanos();
    }

    private long leftOfExchange(Http1Stream stream) {
        return stream == null || stream.raw() ? TimeLimit.OFF : left(stream.body());
    }

    /** Returns how many nanoseconds are left for the current exchange; 0 or less if the limit has passed. */
    long left(RequestBody body) {
        return TimeLimit.OFF;
    }

    /** Returns the time limit that is exceeded once {@link #left} is 0 or less. */
    Limit limitOf(RequestBody body) {
        return null;
    }
}
