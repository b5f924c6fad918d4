package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.LingeringClose;
import dev.ringer.internal.protocol.Transport;
import java.util.concurrent.TimeUnit;

/**
 * How a connection takes its leave without losing a request (RFC 9113, 6.8): first it says that it will, then, when the client
 * must have heard that, which stream was the last; and ends when no stream is left. Owned by the loop.
 */
final class Departure {
    /** How long the client has to answer the first GOAWAY's PING. */
    static final long NOTICE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** What may still come of a client that has seen the end, besides content for which it has a window. */
    private static final long MAX_LATE_FRAMES = 256 * 1024;

    private static final long PING_PAYLOAD = 0x52_69_6e_67_65_72_21_0aL;

    private enum Told {
        NOTHING,
        SOON,
        LAST
    }

    private final Http2Connection connection;
    private final ConnectionTask goingOn;
    private Told told = Told.NOTHING;
    private boolean clientLeaves;
    private int last; // once it was told

    Departure(Http2Connection connection) {
        this.connection = connection;
        this.goingOn = new ConnectionTask(connection.transport(), this::goOn);
    }

    /** Whether the client knew that a stream comes too late. */
    boolean isBeyond(int streamId) {
        return told == Told.LAST && streamId > last;
    }

    /** The last stream that was or may be handled. */
    int last() {
        return told == Told.LAST ? last : connection.streams().lastId();
    }

    /** The server stops: ends at once where nothing is in progress, or gives notice. */
    void closeIfIdle(boolean idle) {
        if (idle) {
            connection.end(ErrorCode.NO_ERROR);
        } else {
            announce();
        }
    }

    /**
     * Says that the connection will end: streams that the client opens before it has heard that are served. Which one was the
     * last it is told when it must have heard.
     */
    void announce() {
        if (told != Told.NOTHING) {
            return;
        }
        told = Told.SOON;
        connection.leave();
        connection.output().add(ControlFrame.goAway(Integer.MAX_VALUE, ErrorCode.NO_ERROR));
        connection.output().add(ControlFrame.ping(false, PING_PAYLOAD));
        connection.output().send();
        connection.transport().loop().schedule(new NoticeOver(), NOTICE_NANOS);
    }

    /** The client has had its time to hear of the notice. */
    private final class NoticeOver extends Deadline {
        @Override
        protected Transport transport() {
            return connection.transport();
        }

        @Override
        protected void onDeadline() {
            onPingAnswered();
        }
    }

    /** The client has heard of the notice. */
    void onPingAnswered() {
        if (told == Told.SOON) {
            tellLast();
        }
    }

    /** Takes no further streams. */
    private void tellLast() {
        if (told != Told.LAST) {
            last = connection.streams().lastId();
            told = Told.LAST;
            connection.output().add(ControlFrame.goAway(last, ErrorCode.NO_ERROR));
            connection.output().send();
        }
        goOn();
    }

    /** The client will open no more streams. */
    void onClientLeaves() {
        clientLeaves = true;
        connection.leave();
        goOnSoon(); // not in the middle of its frames
    }

    /** Looks soon whether a stream is left. Any thread. */
    void goOnSoon() {
        connection.transport().loop().execute(goingOn);
    }

    private void goOn() {
        connection.ends().collect();
        boolean decided = clientLeaves || told == Told.LAST;
        if (decided && connection.isLeaving() && connection.isIdle()) {
            connection.end(ErrorCode.NO_ERROR);
        }
    }

    /**
     * The last GOAWAY has left. A client that has just been answered may not have read that yet while it sends, if only a
     * WINDOW_UPDATE: if a stop closed the connection now, a reset would take the answer with it.
     *
     * @param served whether a request was ever given to a handler
     */
    void linger(boolean served) {
        Http2Shared shared = connection.shared();
        boolean answeredLately = served && System.nanoTime() - connection.idleSince() < shared.endNanos;
        new LingeringClose(connection.transport(), connection.protocol().buffer(), shared.counts)
                .droppingAtMost(shared.window + MAX_LATE_FRAMES)
                .delayingStop(answeredLately ? shared.endNanos : 0)
                .begin(shared.drainNanos);
    }
}
