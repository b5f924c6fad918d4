package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Violation;

/**
 * The one deadline of a connection: how long its present state may last, and during an exchange how long the request may
 * take to come and the response to be given as a whole.
 *
 * <p>The loop alone sets and meets it. A thread that ends an exchange only notes by {@link #noteEnd} until when what follows
 * may last; no look at the connection is ever later than that.
 */
final class ConnectionTimes extends Deadline {
    private final Http1Connection connection;
    private final long idleNanos;
    private final TotalTimes totals; // null where neither requests nor responses as a whole are limited

    // the connection owner's
    private long dueAt = Long.MAX_VALUE; // in nanoTime's terms; without meaning during an exchange

    ConnectionTimes(Http1Connection connection) {
        super(connection.transport());
        this.connection = connection;
        Http1Shared shared = connection.shared();
        idleNanos = shared.idleNanos;
        totals = shared.limitsTotals() ? new TotalTimes(shared) : null;
    }

    /** The present state may last so long. Loop only. */
    void limit(long nanos) {
        dueAt = fromNow(nanos);
        lookIn(nanos);
    }

    /** The connection is idle. Loop only. */
    void limitIdle() {
        limit(idleNanos);
    }

    /** The first bytes of a head are here. Loop only. */
    void limitHead(long nanos) {
        limit(totals == null ? nanos : Math.min(nanos, totals.begin()));
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
            dueAt = fromNow(idleNanos);
        } else {
            dueAt = fromNow(totals == null ? Long.MAX_VALUE : totals.left(body));
        }
    }

    private static long fromNow(long nanos) {
        return nanos == Long.MAX_VALUE ? Long.MAX_VALUE : System.nanoTime() + nanos;
    }

    /** Looks again, no later than after the time of an idle connection: it may have become idle meanwhile. */
    private void lookIn(long nanos) {
        transport().loop().schedule(this, Math.min(nanos, idleNanos));
    }

    @Override
    protected void onDeadline() {
        boolean lent = connection.lent();
        Http1Stream stream = lent ? connection.current() : null;
        long left = lent ? leftOfExchange(stream) : leftOfState();
        if (left > 0) {
            lookIn(left);
        } else if (stream == null) {
            connection.giveUp(Violation.HEAD_TOO_SLOW);
        } else if (stream.tryTimeOut()) {
            transport().close();
        }
    }

    private long leftOfState() {
        return dueAt == Long.MAX_VALUE ? Long.MAX_VALUE : dueAt - System.nanoTime();
    }

    private long leftOfExchange(Http1Stream stream) {
        return totals == null || stream == null || stream.raw() ? Long.MAX_VALUE : totals.left(stream.body());
    }
}
