package dev.ringer.internal.websocket;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;

/**
 * Checks all time limits of one WebSocket with one deadline. The limits are: the silence before a ping, the time for
 * the answer to that ping, the time in which the client reads some data, and the time for the answer to a close frame.
 * Only the loop thread uses it.
 *
 * <p>Time counts against a client only while the client must act. While a slow recipient pauses reading, the client's
 * answer may have arrived unread. While the socket is full, the server's ping may not have left. Then only the time for
 * reading some data counts. The time for the answer begins when the socket takes data again.
 */
final class WebSocketTimes extends Deadline {
    private static final long NEVER = Long.MAX_VALUE;

    /** The WebSocket whose client the deadline checks. */
    interface Timed {
        Transport transport();

        WebSocketShared shared();

        MessageOutput output();

        /** Whether neither side has begun to close. */
        boolean isTalking();

        /** Whether the connection still wants the client's frames, even if reading is paused. */
        boolean isReceiving();

        /** Whether reading is paused because the recipient is slow. */
        boolean isPaused();

        /** Whether messages can be sent. */
        boolean isOpen();

        /** Whether the server's close frame has left, and the client has not answered it yet. */
        boolean awaitsClose();

        /** Sends a ping. */
        void ask();

        /** Sends the server's close frame, unless it has been sent or the connection ends without a close frame. */
        void onEndHeard();

        /** Ends the connection at once. */
        void abort();
    }

    private final Timed connection;
    private final WebSocketLimits limits;

    // times, as System.nanoTime() returns them
    private long dueAt; // time of the next check; 0 if no check is scheduled
    private long heardAt = System.nanoTime(); // time of the last data from the client

    // The time since which the server waits for the answer to its ping or close frame, or for the end; 0 if it does not
    // wait.
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

    /** Starts the time limit for a client that does not read. */
    void onFull() {
        if (!transport().judgesReader()) {
            checkIn(connection.shared().writeStallNanos);
        }
    }

    /**
     * Restarts the time for the answer, because the client has taken some data. The server's ping may just have left,
     * or its close frame may leave soon.
     */
    void onRoom() {
        if (awaitedSince != 0 && isWaitingForRoom()) {
            awaitedSince = System.nanoTime() | 1;
        }
    }

    /**
     * Whether a ping or close frame of the server may wait behind other data. Then the time for its answer does not run
     * yet. Returns false while the listener must still be notified of the end of the WebSocket. Otherwise a listener
     * that sends all the time would extend its own time limit.
     */
    private boolean isWaitingForRoom() {
        return !connection.awaitsClose() && (connection.isReceiving() || !connection.isOpen());
    }

    /**
     * Starts the time limits of the end, when reading has ended. First the recipient must learn of the end, and then
     * the server's close frame must leave. Each step has the same limit.
     */
    void onEnding() {
        awaitedSince = System.nanoTime() | 1;
        checkIn(limits.closeNanos());
    }

    /** Starts the time for the client's answer, when the server's close frame has left. */
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
        } else if (connection.isTalking()) { // otherwise the server's close frame waits behind other data
            checkClient(now, pace != null);
        }
    }

    /**
     * Writes waiting data again, so that the check sees how much the client has taken by now. A full socket reports
     * late that it is writable.
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
            // Check even if there is no limit, because the client may answer
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
