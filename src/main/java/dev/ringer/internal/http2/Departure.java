package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.LingeringClose;
import dev.ringer.internal.protocol.Transport;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection without losing a request (RFC 9113, 6.8). The first GOAWAY announces the end. When the client
 * must have read it, a second GOAWAY names the last stream. The connection ends when no stream is left. Owned by the
 * loop thread.
 */
final class Departure {
    /** The longest wait for the client's answer to the PING that follows the first GOAWAY, in nanoseconds. */
    static final long NOTICE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * The most bytes that a client may still send after the end, besides content for which it has a window. They are
     * dropped.
     */
    private static final long MAX_LATE_FRAMES = 256 * 1024;

    private static final long PING_PAYLOAD = 0x52_69_6e_67_65_72_21_0aL;

    private enum Told {
        NOTHING,
        SOON,
        LAST
    }

    /** The connection that departs. */
    interface Departing {
        /** Makes the connection end with its last stream. */
        void leave();

        /** Whether the connection ends with its last stream. */
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
    private int last; // number of the last stream that is served; only valid once the client was told

    Departure(Departing connection, Transport transport, FrameOutput output, StreamTable streams) {
        this.connection = connection;
        this.transport = transport;
        this.output = output;
        this.streams = streams;
        this.goingOn = new ConnectionTask(transport, this::goOn);
    }

    /** Whether a stream comes too late: a GOAWAY has named an earlier stream as the last one. */
    boolean isBeyond(int streamId) {
        return told == Told.LAST && streamId > last;
    }

    /** Returns the number of the last stream that was or may be handled. */
    int last() {
        return told == Told.LAST ? last : streams.lastId();
    }

    /** Ends the connection if nothing is in progress, or announces its end. Called because the server stops. */
    void closeIfIdle(boolean idle) {
        if (idle) {
            connection.end(ErrorCode.NO_ERROR);
        } else {
            announce();
        }
    }

    /**
     * Announces that the connection will end. Streams that the client opens before it has read this are served. A
     * second GOAWAY names the last stream when the client must have read the first one.
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

    /** Ends the wait for the client's answer to the notice. */
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

    /** Notes that the client has read the notice. */
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

    /** Checks soon whether a stream is left. Any thread. */
    void goOnSoon() {
        transport.loop().execute(goingOn);
    }

    private void goOn() {
        boolean idle = connection.isIdle(); // this also forgets the streams that are done
        boolean decided = clientLeaves || told == Told.LAST;
        if (idle && decided && connection.isLeaving()) {
            connection.end(ErrorCode.NO_ERROR);
        }
    }

    /**
     * Begins the lingering close, after the last GOAWAY has left. A client that has just been answered may still send
     * something, if only a WINDOW_UPDATE, before it reads the answer. If a stopping server closed the connection now, a
     * reset would destroy the answer.
     *
     * @param shared what the connections of the server share
     * @param scratch a buffer for what is dropped
     * @param answeredAt the time of the last answer, in the terms of {@link System#nanoTime()}; 0 if there was none
     */
    void linger(Http2Shared shared, byte[] scratch, long answeredAt) {
        boolean answeredLately = answeredAt != 0 && System.nanoTime() - answeredAt < shared.endNanos;
        new LingeringClose(transport, scratch, shared.counts)
                .droppingAtMost(shared.window + MAX_LATE_FRAMES)
                .delayingStop(answeredLately ? shared.endNanos : 0)
                .begin(shared.limits.drainNanos);
    }
}
