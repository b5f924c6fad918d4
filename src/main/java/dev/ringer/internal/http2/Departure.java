package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.http2.response.ControlFrame;
import dev.ringer.internal.http2.response.FrameOutput;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.LingeringClose;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.LimitClock;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection without losing a request (RFC 9113, 6.8). A first GOAWAY announces the end. When the client has
 * had time to read this announcement, a second GOAWAY names the last stream that the server serves. The connection ends
 * when it has no stream left. Owned by the loop thread.
 */
final class Departure {
    /** The longest time, in nanoseconds, that the server waits for the answer to the PING after the first GOAWAY. */
    static final long NOTICE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * The most bytes that the server reads and drops after the last GOAWAY, in addition to the content of a few streams.
     */
    private static final long MAX_LATE_FRAMES = 256 * 1024;

    /** The number of streams whose windows may still be full of content that arrives after the last GOAWAY. */
    private static final int LATE_STREAMS = 4;

    private static final long PING_PAYLOAD = 0x52_69_6e_67_65_72_21_0aL;

    /** The last GOAWAY that was queued: none, the announcement, or the one that names the last stream. */
    private enum Announced {
        NOTHING,
        SOON,
        LAST
    }

    private final Http2Connection connection;
    private final Transport transport;
    private final FrameOutput output;
    private final StreamTable streams;
    private final ConnectionTask goingOn;
    private Announced announced = Announced.NOTHING;
    private boolean clientLeaves;

    Departure(Http2Connection connection, Transport transport, FrameOutput output, StreamTable streams) {
        this.connection = connection;
        this.transport = transport;
        this.output = output;
        this.streams = streams;
        this.goingOn = new ConnectionTask(transport, this::goOn);
    }

    /**
     * Announces that the connection will end. The server still serves streams that the client opens before it reads the
     * announcement. The second GOAWAY follows when the client has answered a PING, or after {@link #NOTICE_NANOS}.
     */
    void announce() {
        if (announced != Announced.NOTHING) {
            return;
        }
        announced = Announced.SOON;
        connection.startLeaving();
        output.add(ControlFrame.goAway(Integer.MAX_VALUE, ErrorCode.NO_ERROR));
        output.add(ControlFrame.ping(false, PING_PAYLOAD));
        output.send();
        transport.loop().schedule(new NoticeOver(), NOTICE_NANOS);
    }

    /** Sends the second GOAWAY if the client has not answered the PING in time. */
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

    /**
     * Sends the second GOAWAY, because a client that has answered the PING has also read the first GOAWAY. The server
     * accepts no further streams.
     */
    void onPingAnswered() {
        if (announced == Announced.SOON) {
            streams.admitNoMore();
            announced = Announced.LAST;
            output.add(ControlFrame.goAway(streams.lastServed(), ErrorCode.NO_ERROR));
            output.send();
            goOn();
        }
    }

    /** Records that the client has sent GOAWAY, so that it will open no more streams. */
    void onClientLeaves() {
        clientLeaves = true;
        connection.startLeaving();
        goOnSoon(); // do not end now, because the loop may still be handling frames of the client
    }

    /** Makes the loop check soon whether the connection can end. Thread-safe. */
    void goOnSoon() {
        transport.loop().execute(goingOn);
    }

    private void goOn() {
        boolean idle = connection.isIdle(); // this call also removes the streams that are done
        boolean decided = clientLeaves || announced == Announced.LAST;
        if (idle && decided && connection.isLeaving()) {
            connection.end(ErrorCode.NO_ERROR);
        } else {
            output.send(); // a stream that was done may need a wider window, or a reset
        }
    }

    /**
     * Waits a short time after the last GOAWAY before it closes the connection. In this time, the client may still send
     * a WINDOW_UPDATE, for example. If the connection were closed already, the server would answer with a TCP reset.
     * The reset would destroy a response that the client has not read yet.
     *
     * @param scratch a buffer for input that is dropped
     * @param answeredAt the time of the last response, as a value of {@link LimitClock}; 0 if there was none
     */
    void linger(Http2Shared shared, byte[] scratch, long answeredAt) {
        boolean answeredLately = answeredAt != 0 && LimitClock.nanos() - answeredAt < shared.endNanos;
        new LingeringClose(transport, scratch, shared.counts)
                .droppingAtMost((long) LATE_STREAMS * shared.streamWindow + MAX_LATE_FRAMES)
                .delayingStop(answeredLately ? shared.endNanos : 0)
                .begin(shared.limits.drainNanos);
    }
}
