package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.LingeringClose;
import dev.ringer.internal.protocol.Transport;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection without losing a request (RFC 9113, 6.8). The first GOAWAY announces the end. After the client
 * has had time to read the first one, a second GOAWAY names the last stream that the server serves. The connection ends
 * when no stream is left. Owned by the loop thread.
 */
final class Departure {
    /** The longest wait for the client's answer to the PING that follows the first GOAWAY, in nanoseconds. */
    static final long NOTICE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * The most bytes that the server drops during the lingering close, in addition to content for which the client has
     * a window.
     */
    private static final long MAX_LATE_FRAMES = 256 * 1024;

    private static final long PING_PAYLOAD = 0x52_69_6e_67_65_72_21_0aL;

    /** The GOAWAY that the client was sent last: none, the announcement, or the one with the last stream. */
    private enum Told {
        NOTHING,
        SOON,
        LAST
    }

    /** The connection that departs. */
    interface Departing {
        /** Notes that the connection will end when its last stream ends. */
        void leave();

        /** Whether the connection will end when its last stream ends. */
        boolean isLeaving();

        /** Whether no stream is open, and none is about to be opened. */
        boolean isIdle();

        /** Sends the last GOAWAY, and then closes the connection. */
        void end(ErrorCode code);
    }

    private final Departing connection;
    private final Transport transport;
    private final FrameOutput output;
    private final StreamTable streams;
    private final ConnectionTask goingOn;
    private Told told = Told.NOTHING;
    private boolean clientLeaves;
    private int last; // number of the last stream that the server serves; valid after the second GOAWAY

    Departure(Departing connection, Transport transport, FrameOutput output, StreamTable streams) {
        this.connection = connection;
        this.transport = transport;
        this.output = output;
        this.streams = streams;
        this.goingOn = new ConnectionTask(transport, this::goOn);
    }

    /** Whether a stream is too late, because a GOAWAY has named an earlier stream as the last one. */
    boolean isBeyond(int streamId) {
        return told == Told.LAST && streamId > last;
    }

    /** Returns the number of the last stream that was or may be handled. */
    int last() {
        return told == Told.LAST ? last : streams.lastId();
    }

    /** Ends an idle connection, and announces the end of any other. Called because the server stops. */
    void closeIfIdle(boolean idle) {
        if (idle) {
            connection.end(ErrorCode.NO_ERROR);
        } else {
            announce();
        }
    }

    /**
     * Announces that the connection will end. The server still serves streams that the client opens before it has read
     * the announcement. The second GOAWAY follows after the answer to a PING, or after {@link #NOTICE_NANOS}.
     */
    void announce() {
        if (told != Told.NOTHING) {
            return;
        }
        told = Told.SOON;
        connection.leave();
        output.add(ControlFrame.goAway(Integer.MAX_VALUE, ErrorCode.NO_ERROR));
        output.add(ControlFrame.ping(false, PING_PAYLOAD));
        output.send();
        transport.loop().schedule(new NoticeOver(), NOTICE_NANOS);
    }

    /** The end of the wait for the client's answer to the PING. */
    private final class NoticeOver extends Deadline {
        @Override
        protected Transport transport() {
            return transport;
        }

        @Override
        protected void onDeadline() {
            onPingAnswered();
        }
    }

    /** Notes that the client has answered the PING, so it has read the first GOAWAY. */
    void onPingAnswered() {
        if (told == Told.SOON) {
            tellLast();
        }
    }

    /** Names the last stream to the client, and accepts no further streams. */
    private void tellLast() {
        if (told != Told.LAST) {
            last = streams.lastId();
            told = Told.LAST;
            output.add(ControlFrame.goAway(last, ErrorCode.NO_ERROR));
            output.send();
        }
        goOn();
    }

    /** Notes that the client will open no more streams. */
    void onClientLeaves() {
        clientLeaves = true;
        connection.leave();
        goOnSoon(); // not while the loop still handles frames
    }

    /** Checks soon whether the connection can end. Any thread. */
    void goOnSoon() {
        transport.loop().execute(goingOn);
    }

    private void goOn() {
        boolean idle = connection.isIdle(); // this also removes the streams that are done
        boolean decided = clientLeaves || told == Told.LAST;
        if (idle && decided && connection.isLeaving()) {
            connection.end(ErrorCode.NO_ERROR);
        }
    }

    /**
     * Begins the lingering close, after the last GOAWAY has left. A client may still send something, such as a
     * WINDOW_UPDATE, before it reads the last response. If the server closed the connection now, the TCP reset would
     * destroy that response.
     *
     * @param scratch a buffer for input that is dropped
     * @param answeredAt the time of the last response, in the terms of {@link System#nanoTime()}; 0 if there was none
     */
    void linger(Http2Shared shared, byte[] scratch, long answeredAt) {
        boolean answeredLately = answeredAt != 0 && System.nanoTime() - answeredAt < shared.endNanos;
        new LingeringClose(transport, scratch, shared.counts)
                .droppingAtMost(shared.window + MAX_LATE_FRAMES)
                .delayingStop(answeredLately ? shared.endNanos : 0)
                .begin(shared.limits.drainNanos);
    }
}
