package dev.ringer.internal.http1;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.TimeLimit;

/**
 * The one deadline of an HTTP/1 connection: how long the present state of the connection may last. A subclass also
 * limits the whole of a request and of a response.
 *
 * <p>Only the loop sets the deadline. A thread that ends an exchange only notes, by {@link #noteEnd}, how long the next
 * state may last. The loop still checks the connection in time, because each check is scheduled no later than the idle
 * timeout from now.
 */
class ConnectionTimes extends Deadline {
    /** The connection whose times are checked. Loop only. */
    interface Connection {
        Transport transport();

        Http1Shared shared();

        /** Whether the application has the connection, during an exchange. */
        boolean lent();

        /**
         * Returns the stream of the present exchange; null if there is none, and also if no time limit applies to the
         * stream.
         */
        Http1Stream current();

        /**
         * Ends the connection, because its present state has lasted too long. The connection is not in an exchange.
         *
         * @param ofIncompleteHead the violation to report if a request head is incomplete
         */
        void giveUp(Violation ofIncompleteHead);
    }

    private final Connection connection;

    // written by the owner of the connection
    private long dueAt = TimeLimit.OFF; // end of the present state in terms of System.nanoTime(); unused in an exchange
    // The limit to count if the connection exceeds dueAt. Null for a request head: a late head counts as a violation.
    private Limit reason = Limit.IDLE_INTERVAL;

    ConnectionTimes(Connection connection) {
        this.connection = connection;
    }

    @Override
    protected Transport transport() {
        return connection.transport();
    }

    final Http1Shared shared() {
        return connection.shared();
    }

    /** Sets how long the present state may last. Loop only. */
    private void limit(Limit newReason, long nanos) {
        note(newReason, nanos);
        checkIn(nanos);
    }

    /** Limits how long a new connection may send nothing. Loop only. */
    void limitSilence() {
        limit(Limit.IDLE_INTERVAL, shared().silenceNanos());
    }

    /** Sets the limit for an idle connection. Loop only. */
    void limitIdle() {
        limit(Limit.IDLE_INTERVAL, shared().limits.idleNanos);
    }

    /**
     * Removes the limit while the rest of a response leaves. In this state {@link ClientPace} checks the client. Loop
     * only.
     */
    void limitNothing() {
        limit(null, TimeLimit.OFF);
    }

    /** Sets the limit for dropping the rest of a request body. Loop only. */
    void limitDrain() {
        limit(Limit.DRAIN_TIMEOUT, shared().limits.drainNanos);
    }

    /** Sets the limit for a request head whose first bytes have arrived. Loop only. */
    final void limitHead() {
        limit(null, Math.min(shared().limits.headNanos, nanosForRequest()));
    }

    /** Schedules the next check of a request body that is arriving, at most {@code nanos} from now. Loop only. */
    final void limitBody(long nanos) {
        limit(null, Math.min(nanos, leftOfRequest()));
    }

    /** Returns the nanoseconds that a request whose body is arriving has left; 0 or less if its time is over. */
    long leftOfRequest() {
        return TimeLimit.OFF;
    }

    /** Returns how many nanoseconds the whole of a request that begins now may take. */
    long nanosForRequest() {
        return TimeLimit.OFF;
    }

    /** Sets the limit for an exchange that begins. Loop only. */
    void limitExchange(RequestBody body) {}

    /** Removes the deadline. Loop only. */
    void end() {
        transport().loop().schedule(this, TimeLimit.OFF);
    }

    /**
     * Notes that the exchange has ended. Called by the thread that ended it.
     *
     * @param body the body of the request; null for none
     * @param sent whether the whole response has left, so that the connection is idle now
     */
    void noteEnd(RequestBody body, boolean sent) {
        note(Limit.IDLE_INTERVAL, sent ? shared().limits.idleNanos : TimeLimit.OFF);
    }

    /** Notes how long the next state may last. */
    final void note(Limit newReason, long nanos) {
        if (reason != newReason) { // with G1, storing a reference in an old object costs a fence
            reason = newReason;
        }
        dueAt = nanos == TimeLimit.OFF ? TimeLimit.OFF : System.nanoTime() + nanos;
    }

    /**
     * Schedules the next check after {@code nanos}, or after the idle timeout if that is shorter. The reason: the
     * connection may become idle before.
     */
    final void checkIn(long nanos) {
        transport().loop().schedule(this, Math.min(nanos, shared().limits.idleNanos));
    }

    @Override
    protected void onDeadline() {
        boolean lent = connection.lent();
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

    final void count(Limit limit) {
        if (limit != null) {
            shared().counts.count(limit, transport().remoteAddress());
        }
    }

    private long leftOfState() {
        return dueAt == TimeLimit.OFF ? TimeLimit.OFF : dueAt - System.nanoTime();
    }

    private long leftOfExchange(Http1Stream stream) {
        return stream == null || stream.raw() ? TimeLimit.OFF : left(stream.body());
    }

    /** Returns the nanoseconds that the present exchange has left; 0 or less if its time is over. */
    long left(RequestBody body) {
        return TimeLimit.OFF;
    }

    /** Returns which limit applies to the present exchange. */
    Limit limitOf(RequestBody body) {
        return null;
    }
}
