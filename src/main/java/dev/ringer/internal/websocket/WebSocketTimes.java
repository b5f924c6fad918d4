package dev.ringer.internal.websocket;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;

/**
 * The only deadline of a WebSocket. It covers the ping to a silent client, the client's answer, the time for taking
 * what we send, and the answer to a close frame. Owned by the loop thread.
 *
 * <p>Time counts against a client only while the client is the one to act. While reading is paused because the
 * recipient is slow, the client's answer may lie unread. While the socket takes no more, our ping may lie unsent. Then
 * the time for taking what we send applies, and the time for the answer begins when the socket has taken some.
 */
final class WebSocketTimes extends Deadline {
    private static final long NEVER = Long.MAX_VALUE;

    /** The WebSocket whose client is checked. */
    interface Timed {
        Transport transport();

        WebSocketShared shared();

        MessageOutput output();

        /** Whether neither side has begun to close. */
        boolean isTalking();

        /** Whether the client's frames are still wanted, even if reading is paused. */
        boolean isReceiving();

        /** Whether reading is paused because the recipient is slow. */
        boolean isPaused();

        /** Whether messages can be sent. */
        boolean isOpen();

        /** Whether our close frame has left, and the client has not answered it yet. */
        boolean awaitsClose();

        /** Sends a ping. */
        void ask();

        /** Sends the close frame of the end, if there is one and it was not sent yet. */
        void onEndHeard();

        /** Ends the connection at once. */
        void abort();
    }

    private final Timed connection;
    private final WebSocketLimits limits;

    // times of System.nanoTime()
    private long dueAt; // 0 unless scheduled
    private long heardAt = System.nanoTime();

    // since when we wait: for the answer to a ping or to a close frame that has left, or for the end; 0 if for none
    private long awaitedSince;

    WebSocketTimes(Timed connection, WebSocketLimits limits) {
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
        checkIn(limits.pingNanos());
    }

    /** Notes that data has arrived from the client. */
    void onHeard() {
        heardAt = System.nanoTime();
        if (!connection.awaitsClose()) {
            awaitedSince = 0;
        }
    }

    /**
     * Moves the times forward when reading resumes, because the pause does not count against the client.
     *
     * @param pausedAt the {@link System#nanoTime()} at which reading paused because the recipient was slow
     */
    void onResumed(long pausedAt) {
        long paused = System.nanoTime() - pausedAt;
        heardAt += paused;
        awaitedSince = awaitedSince == 0 ? 0 : awaitedSince + paused | 1;
    }

    /** Starts the time limit for a client that takes no more. */
    void onFull() {
        if (!transport().judgesReader()) {
            checkIn(connection.shared().writeStallNanos);
        }
    }

    /**
     * Restarts the time for the answer, because the client has taken some data. Our ping may just have left, or our
     * close frame may leave soon.
     */
    void onRoom() {
        if (awaitedSince != 0 && isWaitingForRoom()) {
            awaitedSince = System.nanoTime() | 1;
        }
    }

    /**
     * Whether our ping or close frame may wait for room. False while the recipient does not know of the end yet: it may
     * send without end, and has its own time for that.
     */
    private boolean isWaitingForRoom() {
        return !connection.awaitsClose() && (connection.isReceiving() || !connection.isOpen());
    }

    /**
     * Starts the time limits of the end, when reading has ended. First the recipient must learn of the end, then our
     * close frame must leave. Each has its own limit.
     */
    void onEnding() {
        awaitedSince = System.nanoTime() | 1;
        checkIn(limits.closeNanos());
    }

    /** Starts the time for the client's answer to our close frame, which has left. */
    void onCloseSent() {
        transport().awaitsAnswer();
        awaitedSince = System.nanoTime() | 1;
        checkIn(limits.closeNanos());
    }

    void end() {
        transport().loop().schedule(this, NEVER);
    }

    private void checkIn(long nanos) {
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
        ClientPace pace = connection.output().pace();
        if (pace != null && !transport().judgesReader()) {
            Limit passed = pace.limitPassed();
            if (passed != null) {
                abort(passed);
                return;
            }
            checkIn(pace.nanosToCheck());
        }
        if (!connection.isReceiving()) {
            checkEnd(now);
        } else if (connection.awaitsClose()) {
            checkClose(now);
        } else if (connection.isTalking()) { // otherwise our close frame waits for the data before it
            checkClient(now, pace != null);
        }
    }

    /**
     * Offers waiting data again, so that a client is judged by what it takes now. A full socket reports late that it is
     * writable.
     */
    private void offerAgain() {
        long before = connection.output().fullSince();
        if (before != 0) {
            connection.output().offerAgain();
            if (connection.output().fullSince() != before) {
                onRoom();
            }
        }
    }

    private void checkEnd(long now) {
        long left = left(awaitedSince, limits.closeNanos(), now);
        if (left <= 0) {
            connection.onEndHeard();
            left += limits.closeNanos();
        }
        if (left > 0) {
            checkIn(left);
        } else {
            abort(Limit.DRAIN_TIMEOUT);
        }
    }

    private void checkClose(long now) {
        long left = connection.isPaused() ? limits.closeNanos() : left(awaitedSince, limits.closeNanos(), now);
        if (left > 0) {
            checkIn(left);
        } else {
            abort(Limit.DRAIN_TIMEOUT);
        }
    }

    private void checkClient(long now, boolean full) {
        if (connection.isPaused()) {
            checkIn(Math.min(limits.pingNanos(), limits.pongNanos()));
            return;
        }
        if (awaitedSince == 0 && left(heardAt, limits.pingNanos(), now) <= 0) {
            awaitedSince = now | 1;
            transport().awaitsAnswer();
            connection.ask();
        }
        if (awaitedSince == 0) {
            checkIn(left(heardAt, limits.pingNanos(), now));
            return;
        }
        long left = full ? limits.pongNanos() : left(awaitedSince, limits.pongNanos(), now);
        if (left > 0) {
            checkIn(Math.min(left, limits.pingNanos())); // an answer may come even if none is required
        } else {
            connection.abort();
        }
    }

    private void abort(Limit limit) {
        connection.shared().counts.count(limit, transport().remoteAddress());
        connection.abort();
    }

    private static long left(long since, long limit, long now) {
        return limit == NEVER ? NEVER : since + limit - now;
    }
}
