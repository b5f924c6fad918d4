package dev.ringer.internal.http2;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http2.flow.FloodGuard;
import dev.ringer.internal.http2.flow.Priority;
import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.http2.frame.FrameHandler;
import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.frame.Http2Refused;
import dev.ringer.internal.http2.frame.Setting;
import dev.ringer.internal.http2.request.BlockReceiver;
import dev.ringer.internal.http2.response.ControlFrame;
import dev.ringer.internal.http2.response.FrameOutput;
import dev.ringer.internal.http2.response.PeerSettings;
import dev.ringer.internal.http2.response.ResponseSender;
import dev.ringer.internal.observe.Limit;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Handles the frames that a client sends, and applies them to the connection and its streams. If the client breaks a
 * rule and the connection must end, this class throws {@link Http2Refused}. For any other broken rule, it resets the
 * stream. Owned by the loop thread.
 */
final class FrameReceiver implements FrameHandler {
    /**
     * The size of the flow-control window of a connection, in octets: the largest that HTTP/2 allows. The server widens
     * this window by whatever arrives, so a client never waits for it. If the window could close, content of streams
     * that nobody reads would keep the content of another stream from its handler (RFC 9113, 5.2.2). The windows of the
     * streams and the memory account bound what the server retains.
     */
    static final int CONNECTION_WINDOW = Integer.MAX_VALUE;

    private final Http2Connection connection;
    private final StreamEnds ends;
    private final Departure departure;
    private final StreamTable streams;
    private final FrameOutput output;
    private final BlockReceiver blocks;
    private final RequestOpener requests;
    private final FloodGuard guard = new FloodGuard();

    // state of the connection
    private boolean settingsSeen;
    private PeerSettings settings; // entries of the current SETTINGS frame; null before its first entry
    // Initial flow-control window of each stream for content that the server sends, in octets.
    private int initialWindow = Setting.DEFAULT_WINDOW;

    private int unreported; // octets of DATA frames that came since the connection's window was last widened

    // state of the current DATA frame
    private Http2Stream target; // the stream that gets the content; null if the content is dropped
    private int content; // octets of content in this frame that have arrived
    private int frameSize; // octets of this frame, with padding
    // Octets of this frame that no handler will read, with the padding. They still count against the flow-control
    // window of the stream.
    private int passedOver;

    // state of the current field block
    private Http2Fault blockFault; // broken rule for which the stream is reset after the field block; null for none

    FrameReceiver(
            Http2Connection connection,
            StreamTable streams,
            StreamEnds ends,
            Departure departure,
            RequestOpener requests,
            BlockReceiver blocks) {
        this.connection = connection;
        this.streams = streams;
        this.ends = ends;
        this.departure = departure;
        this.output = connection.output();
        this.blocks = blocks;
        this.requests = requests;
    }

    /** Whether a DATA frame whose content is stored has arrived in part. */
    boolean withinContent() {
        return target != null;
    }

    /** Whether the client's first frame, SETTINGS, has arrived. */
    boolean settingsSeen() {
        return settingsSeen;
    }

    @Override
    public void onData(int streamId, int size, boolean endStream) {
        widenConnection(size);
        passedOver = size;
        frameSize = size;
        content = 0;
        target = receiving(streamId);
        if (target != null && target.input() != null && !target.input().takeWindow(size)) {
            fail(target, Http2Fault.STREAM_WINDOW_EXCEEDED, Violation.BODY_TRUNCATED);
            target = null;
        }
    }

    private void widenConnection(int octets) {
        unreported += octets;
        if (unreported >= CONNECTION_WINDOW / 2) {
            output.add(ControlFrame.windowUpdate(0, unreported));
            unreported = 0;
        }
    }

    /** Returns the stream that gets the content of a DATA frame; null if the content is dropped. */
    private Http2Stream receiving(int streamId) {
        checkNotIdle(streamId);
        Http2Stream stream = streams.get(streamId);
        if (stream == null) {
            if (!streams.wasBroken(streamId)) {
                failUnknown(streamId, null, ErrorCode.STREAM_CLOSED);
            }
            return null;
        }
        return switch (stream.state()) {
            case OPEN, DRAINING -> stream;
            case BROKEN -> null;
            case COMPLETE, RESET -> {
                fail(stream, null, ErrorCode.STREAM_CLOSED, Violation.BODY_TRUNCATED);
                yield null;
            }
        };
    }

    private void checkNotIdle(int streamId) {
        if (streams.isIdle(streamId)) {
            throw new Http2Refused(ErrorCode.PROTOCOL_ERROR, "This type of frame is not allowed on an idle stream");
        }
    }

    @Override
    public void onDataPiece(int streamId, ByteBuffer piece) {
        int size = piece.remaining();
        content += size;
        dropIfBroken();
        if (target == null) {
            return;
        }
        boolean draining = target.state() == StreamState.DRAINING;
        if (draining && (target.input() == null ? size == 0 : target.input().countArrived(size))) {
            if (!ends.drain(target, size)) {
                target = null;
            }
        } else if (draining || !receive(target, piece)) {
            fail(target, Http2Fault.CONTENT_LENGTH_DIFFERS, Violation.BODY_TRUNCATED);
            target = null;
        }
    }

    /** Stops storing the content of a DATA frame if the server has reset its stream since the frame began. */
    private void dropIfBroken() {
        if (target != null && target.state() == StreamState.BROKEN) {
            target = null;
        }
    }

    private boolean receive(Http2Stream stream, ByteBuffer piece) {
        RequestContent input = stream.input();
        if (input == null) {
            return false;
        }
        int size = piece.remaining();
        if (!input.unwanted()
                && stream.tunnel() == null
                && input.received() + size > connection.shared().limits.maxBody) {
            connection.breakContentOff(stream, Violation.BODY_TOO_LARGE);
        }
        if (input.unwanted()) {
            // The handler reads nothing more, but a part of its response may still wait to be sent. A reset would drop
            // that part. So the server does not reset the stream of a client that sends too much content. It only
            // leaves the window closed.
            input.drains(size);
            return input.countArrived(size);
        }
        boolean declared = input.receive(piece, frameSize - content + size);
        if (declared) {
            passedOver -= size;
            connection.noteContent(stream);
        }
        return declared;
    }

    @Override
    public void onDataEnd(int streamId, boolean endStream) {
        guard.onData(content, endStream, streams.count(), connection.now());
        dropIfBroken();
        Http2Stream stream = target;
        target = null;
        if (stream != null && endStream) {
            end(stream);
        } else if (stream != null && passedOver > 0) {
            ends.giveBack(stream, passedOver);
        }
    }

    /** Handles the end of the request on this stream. */
    void end(Http2Stream stream) {
        // If the response was complete before the request, the stream is draining.
        if (stream.input() != null && !stream.input().complete()) {
            fail(stream, Http2Fault.CONTENT_LENGTH_DIFFERS, Violation.BODY_TRUNCATED);
        } else if (stream.state() == StreamState.DRAINING) {
            ends.remove(stream);
        } else {
            stream.state(StreamState.COMPLETE);
            connection.noteContent(stream);
        }
    }

    @Override
    public void onHeaders(int streamId, int length, boolean endStream) {
        blocks.onHeaders(length, endStream, connection.now());
        blockFault = null;
        if (streams.isIdle(streamId)) {
            streams.use(streamId);
            beginRequest(streamId);
            return;
        }
        Http2Stream stream = streams.get(streamId);
        if (stream == null && !streams.wasBroken(streamId)) {
            boolean passedOver = streams.wasPassedOver(streamId);
            throw new Http2Refused(
                    passedOver ? ErrorCode.PROTOCOL_ERROR : ErrorCode.STREAM_CLOSED,
                    "HEADERS is not allowed on a closed stream");
        }
        if (stream == null || stream.state() == StreamState.BROKEN) {
            blocks.beginUnwanted();
        } else if (stream.state() == StreamState.OPEN || stream.state() == StreamState.DRAINING) {
            blocks.beginTrailers();
        } else {
            throw new Http2Refused(ErrorCode.STREAM_CLOSED, "HEADERS is not allowed on a closed stream");
        }
    }

    private void beginRequest(int streamId) {
        if (streams.isIgnored(streamId)) {
            streams.noteBroken(streamId);
            blocks.beginUnwanted();
        } else if (connection.isFull()) {
            streams.noteBroken(streamId);
            connection
                    .shared()
                    .counts
                    .count(Limit.MAX_STREAMS, connection.transport().remoteAddress());
            guard.onStreamRefused(connection.now());
            answer(ControlFrame.reset(streamId, ErrorCode.REFUSED_STREAM));
            blocks.beginUnwanted();
        } else {
            guard.onStreamOpened(connection.now());
            blocks.beginRequest();
        }
    }

    @Override
    public void onContinuation(int streamId, int length) {
        blocks.onContinuation(length, connection.now());
    }

    @Override
    public void onBlockPiece(int streamId, ByteBuffer piece) {
        blocks.decode(piece.hasArray() ? piece : LoopShared.copyOf(piece));
    }

    @Override
    public void onBlockEnd(int streamId) {
        blocks.end();
        try {
            if (blocks.request() != null) {
                open(streamId);
            } else if (blocks.trailers() != null) {
                endByTrailers(streams.get(streamId));
            }
        } finally {
            blocks.release();
        }
    }

    private void open(int streamId) {
        Http2Fault fault =
                blockFault != null ? blockFault : requests.open(streamId, blocks.request(), blocks.endsStream());
        if (fault != null) {
            failUnknown(streamId, fault, fault.code());
        }
    }

    private void endByTrailers(Http2Stream stream) {
        if (stream == null || stream.state() == StreamState.BROKEN) {
            return; // the server has reset the stream since the field block began
        }
        Http2Fault fault = blocks.endsStream() ? blocks.trailers().fault() : Http2Fault.TRAILERS_WITHOUT_END;
        if (blockFault != null) {
            fail(stream, blockFault, Violation.BAD_TRAILER);
        } else if (fault == Http2Fault.HEAD_MEMORY_SPENT) {
            refuseTrailers(stream);
        } else if (fault != null) {
            fail(stream, fault, fault.status() == 431 ? Violation.TRAILER_TOO_LARGE : Violation.BAD_TRAILER);
        } else if (stream.input() == null || stream.input().unwanted() || keepTrailers(stream)) {
            end(stream);
        }
    }

    /**
     * Stores the trailers in the stream for the handler. If the server lacks memory for the trailers, resets the stream
     * and returns false.
     */
    private boolean keepTrailers(Http2Stream stream) {
        int size = blocks.retainedBytes();
        if (!connection.transport().memory().tryTake(size)) {
            refuseTrailers(stream);
            return false;
        }
        stream.countTrailers(size);
        stream.input().trailers(blocks.trailers().takeTrailers());
        return true;
    }

    /** Resets a stream because the server lacks memory for its trailers. The client has broken no rule. */
    private void refuseTrailers(Http2Stream stream) {
        breakOff(stream, ErrorCode.ENHANCE_YOUR_CALM, Violation.TRAILER_TOO_LARGE);
    }

    @Override
    public void onRstStream(int streamId, int code) {
        checkNotIdle(streamId);
        Http2Stream stream = streams.get(streamId);
        if (stream == null || stream.state() == StreamState.RESET) {
            return;
        }
        if (stream.state() == StreamState.DRAINING) {
            ends.remove(stream);
            return;
        }
        StreamTransport tunnel = stream.tunnel();
        // A tunnel has ended when the server has sent END_STREAM, even if the client has not sent END_STREAM yet.
        boolean ended = tunnel == null ? stream.ended() : tunnel.outputEnded();
        if (!ended && !isOfManyUsers()) {
            guard.onResetAtWork(connection.now());
        }
        stream.state(StreamState.RESET);
        stream.onClientGone();
        output.add(stream.sender()); // makes the sending thread drop the content that waits
    }

    @Override
    public void onStreamFault(int streamId, Http2Fault fault) {
        if (blocks.open()) {
            // The rest of the field block can still change the HPACK table. So the stream is reset only after the
            // block.
            blockFault = fault;
            return;
        }
        if (streams.isIdle(streamId)) {
            throw new Http2Refused(fault);
        }
        Http2Stream stream = streams.get(streamId);
        if (stream == null || stream.state() == StreamState.DRAINING) {
            failUnknown(streamId, fault, fault.code());
        } else {
            fail(stream, fault, Violation.BODY_TRUNCATED);
        }
    }

    private void fail(Http2Stream stream, Http2Fault fault, Violation why) {
        fail(stream, fault, fault.code(), why);
    }

    /**
     * Resets a stream because the client broke a rule. {@code fault} is null if the server's statistics do not count
     * that rule.
     */
    private void fail(Http2Stream stream, Http2Fault fault, ErrorCode code, Violation why) {
        countFault(fault, code);
        breakOff(stream, code, why);
    }

    private void breakOff(Http2Stream stream, ErrorCode code, Violation why) {
        streams.noteBroken(stream.id());
        if (stream.state() == StreamState.DRAINING) {
            ends.remove(stream);
        }
        stream.state(StreamState.BROKEN);
        stream.breakOff(code, why);
        // Another thread may end the stream at this moment. Send the reset even then.
        answer(ControlFrame.reset(stream.sender(), code));
        output.add(stream.sender());
    }

    /** Resets a stream that is not in the table, or whose response was sent completely. */
    private void failUnknown(int streamId, Http2Fault fault, ErrorCode code) {
        countFault(fault, code);
        streams.noteBroken(streamId);
        answer(ControlFrame.reset(streamId, code));
    }

    /**
     * Counts a broken rule for which the server resets a stream. After too many broken rules, the connection ends. One
     * exception: a trusted proxy forwards the messages of many users, so malformed messages do not end its connection.
     */
    private void countFault(Http2Fault fault, ErrorCode code) {
        if (fault != null) {
            connection.shared().counts.count(fault, connection.transport().remoteAddress());
        }
        if (isOfConnection(fault, code) || !isOfManyUsers()) {
            guard.onStreamFault(connection.now());
        }
    }

    /**
     * Whether the peer itself has broken the rule, by its use of frames or windows. Otherwise a message has broken the
     * rule, and the peer may have forwarded that message for somebody else.
     */
    private static boolean isOfConnection(Http2Fault fault, ErrorCode code) {
        return fault != null ? !fault.isOfMessage() : code == ErrorCode.STREAM_CLOSED;
    }

    /** Whether the peer is a trusted proxy, which has many users. One user must not end the requests of the others. */
    private boolean isOfManyUsers() {
        return connection.shared().proxies.sendOn(connection.transport());
    }

    /**
     * Queues an answer to a frame of the client. If more answers wait to be sent than {@link FloodGuard} allows, ends
     * the connection.
     */
    private void answer(ControlFrame frame) {
        guard.onAnswer(output.answersSent(), connection.now());
        output.add(frame.asAnswer());
    }

    /** Returns the number of answers that wait to be sent. */
    int pendingAnswers() {
        return guard.pendingAnswers(output.answersSent());
    }

    @Override
    public void onSetting(int id, long value) {
        if (settings == null) {
            settings = new PeerSettings();
        }
        settings.take(id, value);
    }

    private void changeInitialWindow(int size) {
        initialWindow = size;
        for (Http2Stream stream : streams.all()) {
            if (!stream.sender().allowsWindow(size)) {
                throw new Http2Refused(Http2Fault.INITIAL_WINDOW_SHIFTS_TOO_FAR);
            }
        }
    }

    @Override
    public void onSettingsEnd() {
        guard.onSettings(connection.now());
        settingsSeen = true;
        PeerSettings taken = settings != null ? settings : new PeerSettings();
        boolean opensWindows = taken.initialWindow != PeerSettings.UNCHANGED;
        if (opensWindows) {
            // This call visits all streams. So it is made once per frame, even if the frame repeats the setting.
            changeInitialWindow((int) taken.initialWindow);
        }
        answer(ControlFrame.settingsAck(taken, opensWindows ? senders() : List.of()));
        settings = null;
    }

    private List<ResponseSender> senders() {
        return streams.all().stream().map(Http2Stream::sender).toList();
    }

    @Override
    public void onSettingsAck() {}

    @Override
    public void onPing(boolean ack, long payload) {
        if (ack) {
            departure.onPingAnswered();
        } else {
            answer(ControlFrame.ping(true, payload));
        }
    }

    @Override
    public void onGoAway(int lastStreamId, int code) {
        departure.onClientLeaves();
    }

    @Override
    public void onWindowUpdate(int streamId, int increment) {
        if (streamId == 0) {
            if (!output.increaseWindow(increment)) {
                throw new Http2Refused(Http2Fault.WINDOW_TOO_LARGE);
            }
            return;
        }
        checkNotIdle(streamId);
        Http2Stream stream = streams.get(streamId);
        if (stream == null || stream.state() == StreamState.BROKEN) {
            return;
        }
        if (stream.sender().increaseWindow(initialWindow, increment)) {
            output.add(stream.sender());
        } else {
            fail(stream, Http2Fault.STREAM_WINDOW_TOO_LARGE, Violation.BODY_TRUNCATED);
        }
    }

    @Override
    public void onPriority(int streamId) {}

    @Override
    public void onPriorityUpdate(int streamId, byte[] value, int length) {
        Http2Stream stream = streams.get(streamId);
        if (stream != null) {
            stream.sender().priority(Priority.parse(value, length));
            output.add(stream.sender());
        } else if (streams.isIdle(streamId)) {
            requests.prioritize(streamId, Priority.parse(value, length));
        }
    }

    @Override
    public void onIgnored(int type, int length) {}
}
