package dev.ringer.internal.http2;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.request.BlockReceiver;
import dev.ringer.internal.http2.response.FrameOutput;
import dev.ringer.internal.http2.response.ResponseSender;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.LimitClock;
import java.util.concurrent.TimeUnit;

/**
 * Checks all time limits of a connection with one deadline. There are limits for the client's first frame, for a field
 * block, for an idle connection, for a client that does not read, and for each stream. Owned by the loop thread.
 */
final class Http2Times extends Deadline {
    private static final long NEVER = Long.MAX_VALUE;

    /** The time, in nanoseconds, until the next check while another thread tries to send. */
    private static final long OFFER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Http2Connection connection;
    private final Http2Shared shared;
    private final Transport transport;
    private final FrameOutput output;
    private final BlockReceiver blocks;
    private final StreamTable streams;
    private final StreamEnds ends;
    private final long beganAt = LimitClock.nanos();
    private long endedAt; // time at which the last GOAWAY was queued, as a value of LimitClock

    private boolean offering; // whether another thread may still be sending, so that no pace can be judged yet

    // state of the current check
    private long now;
    private long left;

    Http2Times(
            Http2Connection connection,
            FrameOutput output,
            BlockReceiver blocks,
            StreamTable streams,
            StreamEnds ends) {
        this.connection = connection;
        this.shared = connection.shared();
        this.transport = output.transport();
        this.output = output;
        this.blocks = blocks;
        this.streams = streams;
        this.ends = ends;
    }

    @Override
    protected Transport transport() {
        return transport;
    }

    /** Starts the time limits of a new connection. */
    void begin() {
        checkIn(Math.min(shared.limits.headNanos, shared.limits.idleNanos));
    }

    /** Starts the time limits of the streams in the table. */
    void onStream() {
        checkIn(shared.streamNanos);
    }

    /** Starts the time limit of an incomplete field block. */
    void onBlock() {
        checkIn(shared.limits.headNanos);
    }

    /**
     * Starts the time limit for sending the last GOAWAY, which was queued. If the limit passes first, the connection is
     * closed without the GOAWAY.
     */
    void onEnding() {
        endedAt = LimitClock.nanos();
        checkIn(shared.endNanos);
    }

    /** Ends all time limits of the connection. */
    void end() {
        transport.loop().schedule(this, NEVER);
    }

    /** Schedules the next check in {@code nanos}, unless a check is due before that time. */
    void checkIn(long nanos) {
        if (nanos != NEVER && !isDueBy(connection.now() + nanos)) {
            transport.loop().schedule(this, nanos);
        }
    }

    @Override
    protected void onDeadline() {
        connection.readArrived(); // the loop may have been busy since it last looked at the socket
        if (transport.closed()) {
            return;
        }
        connection.beginEvent(LimitClock.nanos());
        offering = offering ? output.isSending() : !output.offerAgain();
        now = LimitClock.nanos();
        left = NEVER;
        if (connection.isEnding()) {
            checkEnd();
        } else if (!connection.settingsSeen() && isOver(beganAt, shared.limits.headNanos)) {
            shared.counts.count(Violation.HEAD_TOO_SLOW, transport.remoteAddress());
            transport.closeInOrder();
        } else if (blocks.open() && isOver(blocks.beganAt(), shared.limits.headNanos)) {
            shared.counts.count(Violation.HEAD_TOO_SLOW, transport.remoteAddress());
            connection.end(Http2Fault.BLOCK_TOO_SLOW.code());
        } else if (limitPassed(output.socketPace()) != null) {
            connection.closeTooSlow();
        } else if (streams.count() == 0) {
            checkIdle();
        } else {
            checkStreams(limitPassed(output.windowPace()));
        }
        checkIn(left);
    }

    /**
     * Counts and returns the time limit that a slow client has exceeded. If the client has exceeded none, returns null
     * and schedules the next check of its pace.
     */
    private Limit limitPassed(ClientPace<Limit> pace) {
        if (offering) {
            left = Math.min(left, OFFER_NANOS);
            return null;
        }
        Limit passed = pace == null ? null : pace.judge();
        if (passed != null) {
            shared.counts.count(passed, transport.remoteAddress());
        } else if (pace != null) {
            left = Math.min(left, pace.nanosToCheck());
        }
        return passed;
    }

    /** Whether a time limit has passed. If it has not, schedules the next check. */
    private boolean isOver(long since, long limit) {
        if (limit == NEVER) {
            return false;
        }
        long rest = since + limit - now;
        left = rest > 0 ? Math.min(left, rest) : left;
        return rest <= 0;
    }

    /**
     * Checks a connection whose last GOAWAY was queued. Responses that were queued before the GOAWAY have their usual
     * time limits. All other frames must be sent within {@link Http2Shared#endNanos}, and so must responses if the
     * operator has switched off their limits. Without that limit, a client that never reads could delay the end, and
     * the stop of the server, for ever.
     */
    private void checkEnd() {
        ClientPace<Limit> pace = output.socketPace();
        if (pace != null && pace.awaitsRated() && limitPassed(pace) != null) {
            connection.closeTooSlow();
        } else if (left == NEVER && isOver(endedAt, shared.endNanos)) {
            shared.counts.count(Limit.DRAIN_TIMEOUT, transport.remoteAddress());
            transport.close();
        }
    }

    private void checkIdle() {
        streams.trim();
        blocks.trim();
        output.trim();
        if (isOver(connection.idleSince(), shared.limits.idleNanos)) {
            shared.counts.count(Limit.IDLE_INTERVAL, transport.remoteAddress());
            connection.end(ErrorCode.NO_ERROR);
        }
    }

    private void checkStreams(Limit ofWindow) {
        // All streams may end before the next check. So the next check must come within the idle timeout.
        left = Math.min(left, Math.min(shared.streamNanos, shared.limits.idleNanos));
        for (Http2Stream stream : streams.all()) {
            switch (stream.state()) {
                case DRAINING -> checkDrain(stream);
                case OPEN -> {
                    checkArrival(stream);
                    checkTotal(stream, ofWindow, shared.limits.requestNanos, Limit.MAX_REQUEST_TIME);
                }
                case COMPLETE -> checkTotal(stream, ofWindow, shared.limits.responseNanos, Limit.MAX_RESPONSE_TIME);
                case RESET, BROKEN -> {}
            }
        }
        output.send();
    }

    private void checkDrain(Http2Stream stream) {
        if (isOver(stream.since(), shared.limits.drainNanos)) {
            shared.counts.count(Limit.DRAIN_TIMEOUT, transport.remoteAddress());
            ends.endDrain(stream);
        }
    }

    /**
     * Judges a client whose content is arriving. If the length is unknown, a slow client breaks no rule yet: the handler
     * is called, and may wait without time limits. Otherwise its own wait judges the client anew.
     */
    private void checkArrival(Http2Stream stream) {
        ClientPace<Violation> arrival =
                stream.input() == null ? null : stream.input().noteArrived();
        Violation broken = arrival == null ? null : arrival.judge();
        if (broken != null && stream.requestLength() >= 0) {
            connection.breakContentOff(stream, broken);
        } else if (broken != null || arrival != null && stream.input().seemsToWait(connection.withinFrame())) {
            connection.beginAwaited(stream);
        } else if (arrival != null) {
            left = Math.min(left, stream.input().nanosToCheck());
        }
    }

    private void checkTotal(Http2Stream stream, Limit ofWindow, long limit, Limit ofLimit) {
        ResponseSender sender = stream.sender();
        if (sender.closed()) {
            return;
        }
        boolean judged = ofWindow == Limit.WRITE_STALL_TIMEOUT || ofWindow != null && sender.minRateApplies();
        if (judged && sender.hasContent() || limitPassed(sender.pace()) != null) {
            sender.noteTooSlow();
            ends.breakOff(stream, ErrorCode.CANCEL);
        } else if (stream.tunnel() == null && isOver(stream.since(), limit)) {
            shared.counts.count(ofLimit, transport.remoteAddress());
            ends.breakOff(stream, ErrorCode.CANCEL);
        }
    }
}
