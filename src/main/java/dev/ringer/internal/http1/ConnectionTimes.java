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
 * <p>Only the loop sets and meets the deadline. A thread that ends an exchange only notes, by {@link #noteEnd}, until
 * when the following state may last. The loop checks the connection no later than that.
 */
class ConnectionTimes extends Deadline {
    /** What the times need of their connection. Loop only. */
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
    private long dueAt = TimeLimit.OFF; // in terms of System.nanoTime(); without meaning during an exchange
    // The limit that is counted then; null for a head, since a late head is a violation.
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
        lookIn(nanos);
    }

    /** Sets the limit for a new connection. Loop only. */
    void limitSilence() {
        limit(Limit.IDLE_INTERVAL, shared().silenceNanos());
    }

    /** Sets the limit for an idle connection. Loop only. */
    void limitIdle() {
        limit(Limit.IDLE_INTERVAL, shared().limits.idleNanos);
    }

    /** Sets no limit while the rest of an answer leaves: {@link ClientPace} limits that. Loop only. */
    void limitNothing() {
        limit(null, TimeLimit.OFF);
    }

    /** Sets the limit for dropping the rest of a body. Loop only. */
    void limitDrain() {
        limit(Limit.DRAIN_TIMEOUT, shared().limits.drainNanos);
    }

    /** Sets the limit for a head. Called when its first bytes are here. Loop only. */
    final void limitHead() {
        limit(null, Math.min(shared().limits.headNanos, nanosForRequest()));
    }

    /** {@return the nanoseconds for a request whose first bytes are here} */
    long nanosForRequest() {
        return TimeLimit.OFF;
    }

    /** Sets the limit for an exchange that begins. Loop only. */
    void limitExchange(RequestBody body) {}

    /** Ends every limit. Loop only. */
    void end() {
        transport().loop().schedule(this, TimeLimit.OFF);
    }

    /**
     * Notes that the exchange has ended. From now on the connection is idle, or its client is slow to take the end of
     * the response. Called by the thread that ended the exchange.
     *
     * @param body of the request; null for none
     * @param sent whether the whole response has left
     */
    void noteEnd(RequestBody body, boolean sent) {
        note(Limit.IDLE_INTERVAL, sent ? shared().limits.idleNanos : TimeLimit.OFF);
    }

    /** Notes how long the following state may last. */
    final void note(Limit newReason, long nanos) {
        if (reason != newReason) { // with G1, storing a reference in an old object costs a fence
            reason = newReason;
        }
        dueAt = nanos == TimeLimit.OFF ? TimeLimit.OFF : System.nanoTime() + nanos;
    }

    /** Schedules the next check, no later than after the idle time: the connection may have become idle meanwhile. */
    final void lookIn(long nanos) {
        transport().loop().schedule(this, Math.min(nanos, shared().limits.idleNanos));
    }

    @Override
    protected void onDeadline() {
        boolean lent = connection.lent();
        Http1Stream stream = lent ? connection.current() : null;
        long left = lent ? leftOfExchange(stream) : leftOfState();
        if (left > 0) {
            lookIn(left);
        } else if (stream == null) {
            count(reason);
            connection.giveUp(Violation.HEAD_TOO_SLOW);
        } else if (stream.tryTimeOut()) {
            count(limitOf(stream.body()));
            transport().close();
        }
    }

    private void count(Limit limit) {
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

    /** {@return the nanoseconds until the next check of the present exchange; 0 or less if its time is over} */
    long left(RequestBody body) {
        return TimeLimit.OFF;
    }

    /** {@return the limit of an exchange that is running, or has run out} */
    Limit limitOf(RequestBody body) {
        return null;
    }
}
