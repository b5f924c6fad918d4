package dev.ringer.internal.http1;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.protocol.Violation;
import dev.ringer.internal.time.TimeLimit;

/**
 * The one deadline of a connection: how long its present state may last. {@link TotalTimes} also limits the request and the
 * response as a whole.
 *
 * <p>The loop alone sets and meets it. A thread that ends an exchange only notes by {@link #noteEnd} until when what follows
 * may last; no look at the connection is ever later than that.
 */
class ConnectionTimes extends Deadline {
    private final Http1Connection connection;

    // the connection owner's
    private long dueAt = TimeLimit.OFF; // in nanoTime's terms; without meaning during an exchange
    private Limit reason = Limit.IDLE_INTERVAL; // what is counted then; null for a head, which is a violation

    ConnectionTimes(Http1Connection connection) {
        this.connection = connection;
    }

    /** The times of a new connection. */
    static ConnectionTimes of(Http1Connection connection) {
        return connection.shared().limitsTotals() ? new TotalTimes(connection) : new ConnectionTimes(connection);
    }

    @Override
    protected Transport transport() {
        return connection.transport();
    }

    final Http1Shared shared() {
        return connection.shared();
    }

    /** The present state may last so long. Loop only. */
    private void limit(Limit newReason, long nanos) {
        note(newReason, nanos);
        lookIn(nanos);
    }

    /** The connection is new. Loop only. */
    void limitSilence() {
        limit(Limit.IDLE_INTERVAL, shared().silenceNanos());
    }

    /** The connection is idle. Loop only. */
    void limitIdle() {
        limit(Limit.IDLE_INTERVAL, shared().idleNanos);
    }

    /** The connection is to be idle, if there may be one more; false if it must be closed. */
    boolean tryBeginIdle() {
        connection.countedIdle = shared().idleConnections.tryAdd(transport().remoteAddress());
        return connection.countedIdle;
    }

    /** The connection is idle no more, or was not. */
    void endIdle() {
        if (connection.countedIdle) {
            connection.countedIdle = false;
            shared().idleConnections.remove();
        }
    }

    /** The rest of an answer leaves, which {@link OutputPace} limits. Loop only. */
    void limitNothing() {
        limit(null, TimeLimit.OFF);
    }

    /** The rest of a body is dropped. Loop only. */
    void limitDrain() {
        limit(Limit.DRAIN_TIMEOUT, shared().drainNanos);
    }

    /** The first bytes of a head are here. Loop only. */
    final void limitHead() {
        limit(null, Math.min(shared().headNanos, nanosForRequest()));
    }

    /** {@return the time for a request of which the first bytes are here} */
    long nanosForRequest() {
        return TimeLimit.OFF;
    }

    /** An exchange begins. Loop only. */
    void limitExchange(RequestBody body) {}

    /** There is no limit any more. Loop only. */
    void end() {
        transport().loop().schedule(this, TimeLimit.OFF);
    }

    /**
     * The exchange has ended. From now on the connection is idle, or its client slow to take the last of the response. For
     * the thread that ended it.
     *
     * @param body of the request; null for none
     * @param sent whether all of the response has left
     */
    void noteEnd(RequestBody body, boolean sent) {
        note(Limit.IDLE_INTERVAL, sent ? shared().idleNanos : TimeLimit.OFF);
    }

    /** What follows may last so long. */
    final void note(Limit newReason, long nanos) {
        if (reason != newReason) { // with G1 a reference stored in what has grown old costs a fence
            reason = newReason;
        }
        dueAt = nanos == TimeLimit.OFF ? TimeLimit.OFF : System.nanoTime() + nanos;
    }

    /** Looks again, no later than after the time of an idle connection: it may have become idle meanwhile. */
    final void lookIn(long nanos) {
        transport().loop().schedule(this, Math.min(nanos, shared().idleNanos));
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

    /** {@return how long until the present exchange must be looked at again; none is left when it is too late} */
    long left(RequestBody body) {
        return TimeLimit.OFF;
    }

    /** {@return which limit of an exchange is running, or has run out} */
    Limit limitOf(RequestBody body) {
        return null;
    }
}
