package dev.ringer.internal.http1;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Violation;
import dev.ringer.internal.time.TimeLimit;

/**
 * The one deadline of a connection: how long its present state may last, and during an exchange how long the request may
 * take to come and the response to be given as a whole.
 *
 * <p>The loop alone sets and meets it. A thread that ends an exchange only notes by {@link #noteEnd} until when what follows
 * may last; no look at the connection is ever later than that.
 */
final class ConnectionTimes extends Deadline {
    private final Http1Connection connection;
    private final Http1Shared shared;
    private final TotalTimes totals; // null where neither requests nor responses as a whole are limited

    // the connection owner's
    private long dueAt = Long.MAX_VALUE; // in nanoTime's terms; without meaning during an exchange
    private Limit reason = Limit.IDLE_INTERVAL; // what is counted then; null for a head, which is a violation
    private boolean idle; // and counted so

    ConnectionTimes(Http1Connection connection) {
        super(connection.transport());
        this.connection = connection;
        shared = connection.shared();
        totals = shared.limitsTotals() ? new TotalTimes(shared) : null;
    }

    /** The present state may last so long. Loop only. */
    private void limit(Limit newReason, long nanos) {
        reason = newReason;
        dueAt = fromNow(nanos);
        lookIn(nanos);
    }

    /** The connection is new. Loop only. */
    void limitSilence() {
        limit(Limit.IDLE_INTERVAL, shared.silenceNanos());
    }

    /** The connection is idle. Loop only. */
    void limitIdle() {
        limit(Limit.IDLE_INTERVAL, shared.idleNanos);
    }

    /** The connection is to be idle, if there may be one more; false if it must be closed. */
    boolean tryBeginIdle() {
        idle = shared.idleConnections.tryAdd();
        return idle;
    }

    /** The connection is idle no more, or was not. */
    void endIdle() {
        if (idle) {
            idle = false;
            shared.idleConnections.remove();
        }
    }

    /** The rest of an answer leaves, which {@link OutputPace} limits. Loop only. */
    void limitNothing() {
        limit(null, TimeLimit.OFF);
    }

    /** The rest of a body is dropped. Loop only. */
    void limitDrain() {
        limit(Limit.DRAIN_TIMEOUT, shared.drainNanos);
    }

    /** The first bytes of a head are here. Loop only. */
    void limitHead() {
        limit(null, totals == null ? shared.headNanos : Math.min(shared.headNanos, totals.begin()));
    }

    /** An exchange begins. Loop only. */
    void limitExchange(RequestBody body) {
        if (totals != null) {
            lookIn(totals.headComplete(body));
        }
    }

    /** There is no limit any more. Loop only. */
    void end() {
        transport().loop().schedule(this, Long.MAX_VALUE);
    }

    /**
     * The exchange has ended. From now on the connection is idle, or its client slow to take the last of the response, which
     * the total times limit as before. For the thread that ended it.
     *
     * @param body of the request; null for none
     * @param sent whether all of the response has left
     */
    void noteEnd(RequestBody body, boolean sent) {
        if (sent) {
            reason = Limit.IDLE_INTERVAL;
            dueAt = fromNow(shared.idleNanos);
        } else if (totals == null) {
            dueAt = Long.MAX_VALUE;
        } else {
            reason = totals.limitOf(body);
            dueAt = fromNow(totals.left(body));
        }
    }

    private static long fromNow(long nanos) {
        return nanos == Long.MAX_VALUE ? Long.MAX_VALUE : System.nanoTime() + nanos;
    }

    /** Looks again, no later than after the time of an idle connection: it may have become idle meanwhile. */
    private void lookIn(long nanos) {
        transport().loop().schedule(this, Math.min(nanos, shared.idleNanos));
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
            count(totals.limitOf(stream.body()));
            transport().close();
        }
    }

    private void count(Limit limit) {
        if (limit != null) {
            shared.counts.count(limit);
        }
    }

    private long leftOfState() {
        return dueAt == Long.MAX_VALUE ? Long.MAX_VALUE : dueAt - System.nanoTime();
    }

    private long leftOfExchange(Http1Stream stream) {
        return totals == null || stream == null || stream.raw() ? Long.MAX_VALUE : totals.left(stream.body());
    }
}
