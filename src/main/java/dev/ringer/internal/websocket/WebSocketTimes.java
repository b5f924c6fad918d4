package dev.ringer.internal.websocket;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;

/**
 * The one deadline of a WebSocket: for asking a silent client whether it is there, for its answer, for taking what is sent,
 * and for answering a close frame. Owned by the loop.
 */
final class WebSocketTimes extends Deadline {
    private static final long NEVER = Long.MAX_VALUE;

    private final WebSocketConnection connection;
    private final WebSocketLimits limits;
    private long dueAt; // in nanoTime's terms; without meaning unless scheduled
    private boolean scheduled;
    private long heardAt = System.nanoTime();
    private long askedAt; // 0 unless a ping of ours is unanswered
    private long closeSentAt; // 0 before

    WebSocketTimes(WebSocketConnection connection, WebSocketLimits limits) {
        this.connection = connection;
        this.limits = limits;
    }

    @Override
    protected Transport transport() {
        return connection.transport();
    }

    void begin() {
        lookIn(limits.pingNanos());
    }

    /** Something has come. */
    void onHeard() {
        heardAt = System.nanoTime();
        askedAt = 0;
    }

    /** The client takes no more. */
    void onFull() {
        lookIn(connection.shared().writeStallNanos);
    }

    /** Nothing is read any more. */
    void onEnding() {
        lookIn(WebSocketShared.CLOSE_NANOS);
    }

    /** Our close frame has left. */
    void onCloseSent() {
        closeSentAt = System.nanoTime() | 1;
        lookIn(WebSocketShared.CLOSE_NANOS);
    }

    void end() {
        transport().loop().schedule(this, NEVER);
    }

    private void lookIn(long nanos) {
        if (nanos == NEVER) {
            return;
        }
        long at = System.nanoTime() + nanos;
        if (!scheduled || at - dueAt < 0) {
            scheduled = true;
            dueAt = at;
            transport().loop().schedule(this, nanos);
        }
    }

    @Override
    protected void onDeadline() {
        scheduled = false;
        long now = System.nanoTime();
        long fullSince = connection.output().fullSince();
        if (fullSince != 0 && left(fullSince, connection.shared().writeStallNanos, now) <= 0) {
            connection.shared().counts.count(Limit.WRITE_STALL_TIMEOUT);
            connection.abort();
        } else if (closeSentAt != 0 && left(closeSentAt, WebSocketShared.CLOSE_NANOS, now) <= 0) {
            connection.shared().counts.count(Limit.DRAIN_TIMEOUT);
            connection.abort();
        } else {
            lookForClient(now);
            if (fullSince != 0) {
                lookIn(left(fullSince, connection.shared().writeStallNanos, now));
            }
            if (closeSentAt != 0) {
                lookIn(left(closeSentAt, WebSocketShared.CLOSE_NANOS, now));
            }
        }
    }

    private void lookForClient(long now) {
        if (!connection.isReceiving()) {
            long left = left(heardAt, WebSocketShared.CLOSE_NANOS, now);
            if (left > 0) {
                lookIn(left);
            } else {
                connection.onEndHeard();
            }
            return;
        }
        if (connection.input().paused()) {
            onHeard(); // it is the application that is slow, and the client may have answered
        }
        if (askedAt != 0 && left(askedAt, limits.pongNanos(), now) <= 0) {
            connection.abort();
            return;
        }
        if (askedAt == 0 && left(heardAt, limits.pingNanos(), now) <= 0) {
            askedAt = now | 1;
            connection.ask();
        }
        lookIn(askedAt != 0 ? left(askedAt, limits.pongNanos(), now) : left(heardAt, limits.pingNanos(), now));
    }

    private static long left(long since, long limit, long now) {
        return limit == NEVER ? NEVER : since + limit - now;
    }
}
