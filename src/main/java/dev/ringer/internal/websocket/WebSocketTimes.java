package dev.ringer.internal.websocket;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;

/**
 * The one deadline of a WebSocket: for asking a silent client whether it is there, for its answer, for taking what is sent,
 * and for answering a close frame. Owned by the loop.
 *
 * <p>A client is waited for only while it is the one to act. While its frames are not read, since the recipient is slow, its
 * answer may lie unread; while the socket takes no more, our question may lie unsent: the time for taking what is sent holds
 * then, and the time for the answer begins when the socket has taken some.
 */
final class WebSocketTimes extends Deadline {
    private static final long NEVER = Long.MAX_VALUE;

    private final WebSocketConnection connection;
    private final WebSocketLimits limits;

    // in nanoTime's terms
    private long dueAt; // 0 unless scheduled
    private long heardAt = System.nanoTime();
    private long awaitedSince; // our unanswered ping or, once it has left, close frame; or the end; 0 if there is none

    WebSocketTimes(WebSocketConnection connection, WebSocketLimits limits) {
        this.connection = connection;
        this.limits = limits;
    }

    @Override
    protected Transport transport() {
        return connection.transport();
    }

    WebSocketLimits limits() {
        return limits;
    }

    void begin() {
        lookIn(limits.pingNanos());
    }

    /** Something has come. */
    void onHeard() {
        heardAt = System.nanoTime();
        if (!connection.closeSent()) {
            awaitedSince = 0;
        }
    }

    /**
     * The client's frames are read again: the time meanwhile was not the client's.
     *
     * @param pausedAt since when the recipient was slow, in {@link System#nanoTime()}'s terms
     */
    void onResumed(long pausedAt) {
        long paused = System.nanoTime() - pausedAt;
        heardAt += paused;
        awaitedSince = awaitedSince == 0 ? 0 : awaitedSince + paused | 1;
    }

    /** The client takes no more. */
    void onFull() {
        if (!transport().judgesReader()) {
            lookIn(connection.shared().writeStallNanos);
        }
    }

    /** The client has taken some: a ping of ours may just have left, or our close frame may leave soon. */
    void onRoom() {
        if (awaitedSince != 0 && isWaitingForRoom()) {
            awaitedSince = System.nanoTime() | 1;
        }
    }

    /** Not for a recipient that is still to hear of the end: it may send without end, and has its time for that. */
    private boolean isWaitingForRoom() {
        return !connection.closeSent() && (connection.isReceiving() || !connection.isOpen());
    }

    /** Nothing is read any more: the recipient is to hear of it, then our close frame is to leave, each in its time. */
    void onEnding() {
        awaitedSince = System.nanoTime() | 1;
        lookIn(limits.closeNanos());
    }

    /** Our close frame has left. */
    void onCloseSent() {
        transport().awaitsAnswer();
        awaitedSince = System.nanoTime() | 1;
        lookIn(limits.closeNanos());
    }

    void end() {
        transport().loop().schedule(this, NEVER);
    }

    private void lookIn(long nanos) {
        if (nanos == NEVER) {
            return;
        }
        long at = System.nanoTime() + nanos | 1;
        if (dueAt == 0 || at - dueAt < 0) {
            dueAt = at;
            transport().loop().schedule(this, nanos);
        }
    }

    @Override
    protected void onDeadline() {
        dueAt = 0;
        offerAgain();
        long now = System.nanoTime();
        long fullSince = connection.output().fullSince();
        if (fullSince != 0 && !transport().judgesReader()) {
            long left = left(fullSince, connection.shared().writeStallNanos, now);
            if (left <= 0) {
                abort(Limit.WRITE_STALL_TIMEOUT);
                return;
            }
            lookIn(left);
        }
        if (!connection.isReceiving()) {
            lookForEnd(now);
        } else if (connection.closeSent()) {
            lookForClose(now);
        } else if (connection.isTalking()) { // else our close frame waits for what is sent before it
            lookForClient(now, fullSince != 0);
        }
    }

    /** Whether a client takes nothing is judged by what it takes now: a full socket says late that it has room. */
    private void offerAgain() {
        long before = connection.output().fullSince();
        if (before != 0) {
            connection.output().offerAgain();
            if (connection.output().fullSince() != before) {
                onRoom();
            }
        }
    }

    private void lookForEnd(long now) {
        long left = left(awaitedSince, limits.closeNanos(), now);
        if (left <= 0) {
            connection.onEndHeard();
            left += limits.closeNanos();
        }
        if (left > 0) {
            lookIn(left);
        } else {
            abort(Limit.DRAIN_TIMEOUT);
        }
    }

    private void lookForClose(long now) {
        long left = connection.input().paused() ? limits.closeNanos() : left(awaitedSince, limits.closeNanos(), now);
        if (left > 0) {
            lookIn(left);
        } else {
            abort(Limit.DRAIN_TIMEOUT);
        }
    }

    private void lookForClient(long now, boolean full) {
        if (connection.input().paused()) {
            lookIn(Math.min(limits.pingNanos(), limits.pongNanos()));
            return;
        }
        if (awaitedSince == 0 && left(heardAt, limits.pingNanos(), now) <= 0) {
            awaitedSince = now | 1;
            transport().awaitsAnswer();
            connection.ask();
        }
        if (awaitedSince == 0) {
            lookIn(left(heardAt, limits.pingNanos(), now));
            return;
        }
        long left = full ? limits.pongNanos() : left(awaitedSince, limits.pongNanos(), now);
        if (left > 0) {
            lookIn(Math.min(left, limits.pingNanos())); // where no answer is demanded, one may come all the same
        } else {
            connection.abort();
        }
    }

    private void abort(Limit limit) {
        connection.shared().counts.count(limit, connection.transport().remoteAddress());
        connection.abort();
    }

    private static long left(long since, long limit, long now) {
        return limit == NEVER ? NEVER : since + limit - now;
    }
}
