package dev.ringer.internal.http1;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.TimeLimit;

/**
 * The one deadline of a connection: how long its present state may last. A subclass also limits the request and the
 * response as a whole.
 *
 * <p>Only the loop sets the deadline. A thread that ends an exchange only notes, by {@link #noteEnd}, how long the next
 * state may last. The loop checks the connection in time, because it never schedules a check later than after the idle
 * timeout.
 */
class ConnectionTimes extends Deadline {
    /** The connection whose times are checked. Loop only. */
    interface Connection {
        Transport transport();

        Http1Shared shared();

        /** Whether the application has the connection, for an exchange. */
        boolean lent();

        /** Returns the stream of the present exchange; null also if no time limit applies to it. */
        Http1Stream current();

        /**
         * Ends the connection in its present state, which is no exchange.
         *
         * @param ofIncompleteHead the violation, if a head is incomplete
         */
        void giveUp(Violation ofIncompleteHead);
    }

    private final Connection connection;

    // written by the owner of the connection
    private long dueAt = TimeLimit.OFF; // in terms of System.nanoTime(); not used during an exchange
    // The limit to count if the connection exceeds dueAt. Null for a head: a late head counts as a violation.
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

    /** Sets the limit for a new connection. Loop only. */
    void limitSilence() {
        limit(Limit.IDLE_INTERVAL, shared().silenceNanos());
    }

    /** Sets the limit for an idle connection. Loop only. */
    void limitIdle() {
        limit(Limit.IDLE_INTERVAL, shared().limits.idleNanos);
    }

    /** Removes the limit while the rest of a response leaves: {@link ClientPace} checks the client. Loop only. */
    void limitNothing() {
        limit(null, TimeLimit.OFF);
    }

    /** Sets the limit for dropping the rest of a body. Loop only. */
    void limitDrain() {
        limit(Limit.DRAIN_TIMEOUT, shared().limits.drainNanos);
    }

    /** Sets the limit for a head whose first bytes have arrived. Loop only. */
    final void limitHead() {
        limit(null, Math.min(shared().limits.headNanos, nanosForRequest()));
    }

    /** Sets when to check the arrival of a body next. Loop only. */
    final void limitBody(long nanos) {
        limit(null, Math.min(nanos, leftOfRequest()));
    }

    /** Returns the nanoseconds that are left to a request whose body arrives; 0 or less if its time is over. */
    long leftOfRequest() {
        return TimeLimit.OFF;
    }

    /** Returns the nanoseconds for the whole of a request that begins now. */
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
     * @param body of the request; null for none
     * @param sent whether the whole response has left, so that the connection is idle now
     */
    void noteEnd(RequestBody body, boolean sent) {
        note(Limit.IDLE_INTERVAL, sent ? shared().limits.idleNanos : TimeLimit.OFF);
    }

    /** Notes how long the next state may last. */
    final void note(Limit newReason, long nanos) {
        if (reason != newReason) { // avoids a store: with G1, storing a reference in an old object costs a fence
            reason = newReason;
        }
        dueAt = nanos == TimeLimit.OFF ? TimeLimit.OFF : System.nanoTime() + nanos;
    }

    /** Schedules the next check, no later than after the idle timeout: the connection may become idle before. */
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

    /** Returns the nanoseconds that are left to the present exchange; 0 or less if its time is over. */
    long left(RequestBody body) {
        return TimeLimit.OFF;
    }

    /** Returns which limit applies to the present exchange. */
    Limit limitOf(RequestBody body) {
        return null;
    }
}
