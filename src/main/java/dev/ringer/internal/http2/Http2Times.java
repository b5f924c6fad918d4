package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.protocol.Violation;

/**
 * The one deadline of a connection, which looks after all its time limits: for the client's first frame, for a field block,
 * for being idle, for taking what is sent, and for its streams. Owned by the loop.
 */
final class Http2Times extends Deadline {
    private static final long NEVER = Long.MAX_VALUE;

    private final Http2Connection connection;
    private final Http2Shared shared;
    private final long beganAt = System.nanoTime();
    private boolean scheduled;
    private long dueAt;

    // of the present look
    private long now;
    private long left;

    Http2Times(Http2Connection connection) {
        this.connection = connection;
        this.shared = connection.shared();
    }

    @Override
    protected Transport transport() {
        return connection.transport();
    }

    /** The connection has begun. */
    void begin() {
        lookIn(Math.min(shared.headNanos, shared.idleNanos));
    }

    /** There are streams. */
    void onStream() {
        lookIn(shared.streamNanos);
    }

    /** A field block is incomplete. */
    void onBlock() {
        lookIn(shared.headNanos);
    }

    /** There are no limits any more. */
    void end() {
        transport().loop().schedule(this, NEVER);
    }

    private void lookIn(long nanos) {
        if (nanos == NEVER || scheduled && dueAt - connection.now() <= nanos) {
            return;
        }
        scheduled = true;
        dueAt = connection.now() + nanos;
        transport().loop().schedule(this, nanos);
    }

    @Override
    protected void onDeadline() {
        scheduled = false;
        now = System.nanoTime();
        left = NEVER;
        connection.look(now);
        if (!connection.settingsSeen() && isOver(beganAt, shared.headNanos)) {
            transport().closeInOrder();
        } else if (connection.blocks().open() && isOver(connection.blocks().beganAt(), shared.headNanos)) {
            connection.end(Http2Fault.BLOCK_TOO_SLOW.code());
        } else if (connection.output().fullSince() != 0
                && isOver(connection.output().fullSince(), shared.writeStallNanos)) {
            transport().close();
        } else if (connection.streams().count() == 0) {
            lookAtIdle();
        } else {
            lookAtStreams();
        }
        lookIn(left);
    }

    /** Whether a limit has passed; else it is looked at again in time. */
    private boolean isOver(long since, long limit) {
        if (limit == NEVER) {
            return false;
        }
        long rest = since + limit - now;
        left = rest > 0 ? Math.min(left, rest) : left;
        return rest <= 0;
    }

    private void lookAtIdle() {
        connection.streams().trim();
        connection.blocks().trim();
        if (isOver(connection.idleSince(), shared.idleNanos)) {
            connection.end(ErrorCode.NO_ERROR);
        }
    }

    private void lookAtStreams() {
        left = Math.min(left, shared.streamNanos);
        for (Http2Stream stream : connection.streams().all()) {
            boolean stalled = stream.waitsSince() != 0 && isOver(stream.waitsSince(), shared.writeStallNanos);
            switch (stream.state()) {
                case DRAINING -> {
                    if (isOver(stream.since(), shared.drainNanos)) {
                        connection.endDrain(stream);
                    }
                }
                case OPEN -> breakOffIf(stream, stalled || isOver(stream.since(), shared.requestNanos));
                case COMPLETE -> breakOffIf(stream, stalled || isOver(stream.since(), shared.responseNanos));
                case RESET, BROKEN -> {}
            }
        }
        connection.output().send();
    }

    private void breakOffIf(Http2Stream stream, boolean over) {
        if (over && !stream.closed()) {
            stream.state(StreamState.BROKEN);
            stream.breakOff(ErrorCode.CANCEL, Violation.BODY_STALLED);
            connection.output().add((OutgoingResponse) stream);
        }
    }
}
