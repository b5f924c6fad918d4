package dev.ringer.internal.websocket;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.LimitClock;

/**
 * Checks all time limits of one WebSocket with one deadline. A client that is silent for too long gets a ping. The
 * other three limits are the times that the client has to answer the ping, to read some data, and to answer a close
 * frame. Owned by the loop thread.
 *
 * <p>Time counts against a client only while the client must act. While reading is paused, the client's answer may have
 * arrived, but the server has not read it. While the socket is full, the server may not have sent its ping yet. In both
 * cases, only the time that the client has to read some data counts.
 */
final class WebSocketTimes extends Deadline {
    private static final long NEVER = Long.MAX_VALUE;

    private final WebSocketConnection connection;
    private final WebSocketLimits limits;

    // values of LimitClock
    private long heardAt = LimitClock.nanos(); // time at which the client last sent something

    // Time at which the server began to wait for the client's answer to a ping or close frame, or for the end of the
    // connection; 0 if the server waits for none of them.
    private long awaitedSince;

    WebSocketTimes(WebSocketConnection connection, WebSocketLimits limits) {
        this.connection = connection;
        this.limits = limits;
    }

    @Override
    protected Transport transport() {
        return connection.transport();
    }

    void begin() {
        checkIn(limits.pingNanos());
    }

    void onHeard() {
        heardAt = LimitClock.nanos();
        if (!connection.awaitsClose()) {
            awaitedSince = 0;
        }
    }

    /** Moves the times forward when reading resumes, because the pause does not count against the client. */
    void onResumed(long pausedAt) {
        long paused = LimitClock.nanos() - pausedAt;
        heardAt += paused;
        awaitedSince = awaitedSince == 0 ? 0 : awaitedSince + paused | 1;
    }

    /** Called when the socket is full. Starts the time that the client has to read some data. */
    void onFull() {
        if (!transport().judgesReader()) {
            checkIn(connection.shared().writeStallNanos);
        }
    }

    /**
     * Restarts the time that the client has to answer a ping or close frame, because the client has read some data. The
     * ping or close frame may have waited behind this data, so that the client could not answer earlier.
     */
    void onRoom() {
        if (awaitedSince != 0 && isWaitingForRoom()) {
            awaitedSince = LimitClock.nanos() | 1;
        }
    }

    /**
     * Whether a ping or close frame of the server may still wait behind other data. If so, the client's time for the
     * answer does not run. After reading has ended, returns false until the server's close frame is queued. Otherwise
     * an application that sends again and again could extend the time limit for ever.
     */
    private boolean isWaitingForRoom() {
        return !connection.awaitsClose() && (connection.isReceiving() || !connection.isOpen());
    }

    /**
     * Starts the time limits for the end of the WebSocket, after reading has ended. First the recipient must learn of
     * the end within {@code closeNanos}. Then the server's close frame must be sent within {@code closeNanos}.
     */
    void onEnding() {
        awaitedSince = LimitClock.nanos() | 1;
        checkIn(limits.closeNanos());
    }

    /** Called when the server's close frame was sent. Starts the time that the client has to answer it. */
    void onCloseSent() {
        awaitedSince = LimitClock.nanos() | 1;
        checkIn(limits.closeNanos());
    }

    void end() {
        transport().loop().schedule(this, NEVER);
    }

    private void checkIn(long nanos) {
        if (nanos != NEVER && !isDueBy(LimitClock.nanos() + nanos)) {
            transport().loop().schedule(this, nanos);
        }
    }

    @Override
    protected void onDeadline() {
        offerAgain();
        long now = LimitClock.nanos();
        ClientPace<Limit> pace = connection.output().pace();
        if (pace != null && !transport().judgesReader()) {
            Limit passed = pace.judge();
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
        } else if (connection.isTalking()) { // otherwise the server's close frame still waits behind other data
            checkClient(now, pace != null);
        }
    }

    /**
     * Tries to write the waiting data before a check, so that the check knows what the client has read. The kernel may
     * report only after a delay that a full socket is writable again.
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
            connection.output().ping();
        }
        if (awaitedSince == 0) {
            checkIn(left(heardAt, limits.pingNanos(), now));
            return;
        }
        long left = full ? limits.pongNanos() : left(awaitedSince, limits.pongNanos(), now);
        if (left > 0) {
            // Check again after the ping interval, even if an answer has no time limit. If the client has answered by
            // then, the next ping may be due.
            checkIn(Math.min(left, limits.pingNanos()));
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
