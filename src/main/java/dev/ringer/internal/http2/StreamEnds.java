package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.http2.response.ControlFrame;
import dev.ringer.internal.http2.response.FrameOutput;
import dev.ringer.internal.protocol.Transport;

/**
 * Ends the streams of a connection. This class removes streams that are done. It drops content that nobody will read,
 * and widens the flow-control windows by the dropped octets. If a client still sends content after the end of the
 * response, the server drains the stream: it accepts and drops a limited amount. Owned by the loop thread.
 */
final class StreamEnds {
    private final Http2Connection connection;
    private final Transport transport;
    private final StreamTable streams;
    private final FrameOutput output;

    StreamEnds(Http2Connection connection, Transport transport, StreamTable streams, FrameOutput output) {
        this.connection = connection;
        this.transport = transport;
        this.streams = streams;
        this.output = output;
    }

    /** Removes the streams that are done. One exception: a stream whose client still sends content begins to drain. */
    void collect() {
        for (Http2Stream stream = streams.takeDone(); stream != null; ) {
            Http2Stream next = stream.nextDone;
            stream.nextDone = null;
            forget(stream);
            stream = next;
        }
        if (streams.count() == 0) {
            connection.onIdle();
        }
    }

    private void forget(Http2Stream stream) {
        dropContent(stream);
        if (stream.state() != StreamState.OPEN || transport.closed()) {
            remove(stream);
        } else if (stream.brokenOff()) {
            streams.noteBroken(stream.id());
            remove(stream);
        } else {
            stream.state(StreamState.DRAINING);
            connection.onDraining();
            beginDrain(stream);
        }
    }

    private void beginDrain(Http2Stream stream) {
        if (stream.input() != null) {
            stream.input().beginDrain();
        }
        if (drain(stream, 0)) {
            giveBack(stream, 0); // the window may have been held back while the response was being sent
        }
    }

    /**
     * Counts content that arrives on a draining stream. If there is more than the server is willing to drop, ends the
     * stream (RFC 9113, 8.1) and returns false.
     */
    boolean drain(Http2Stream stream, int count) {
        boolean more = stream.input() == null || stream.input().drains(count);
        if (!more) {
            endDrain(stream);
        }
        return more;
    }

    /** Removes a stream from the table, and notifies the connection. No other method removes a stream. */
    void remove(Http2Stream stream) {
        if (streams.remove(stream)) {
            stream.releaseCounted();
            connection.onRemoved(stream);
        }
    }

    /** Ends a draining stream by a reset, which asks the client to stop sending. */
    void endDrain(Http2Stream stream) {
        streams.noteBroken(stream.id());
        remove(stream);
        stream.state(StreamState.BROKEN); // the rest of a DATA frame may still arrive
        output.add(ControlFrame.reset(stream.id(), ErrorCode.NO_ERROR));
    }

    /** Drops content that nobody will read. */
    void dropContent(Http2Stream stream) {
        if (stream.input() != null) {
            int count = stream.input().drop();
            if (count > 0) {
                giveBack(stream, count);
            }
        }
    }

    /**
     * Widens the flow-control window of a stream by octets that were read or dropped. If the client has sent more than
     * the server is willing to drop, only counts them, in case that it becomes willing.
     */
    void giveBack(Http2Stream stream, int count) {
        int increment =
                stream.receives() && stream.input() != null ? stream.input().giveBackWindow(count) : 0;
        if (increment > 0) {
            output.add(ControlFrame.windowUpdate(stream.id(), increment));
        }
    }

    /** Widens the flow-control window of a stream by octets that a handler has read. */
    void giveBackRead(Http2Stream stream, int count) {
        giveBack(stream, count);
        output.send();
    }

    /** Ends a stream to free its memory. */
    void shed(Http2Stream stream) {
        if (stream.state() == StreamState.DRAINING) {
            endDrain(stream);
            return;
        }
        if (stream.tunnel() != null && stream.tunnel().evict()) {
            return; // the tunnel's protocol ends the stream itself, and sends the reason to the client
        }
        breakOff(stream, ErrorCode.ENHANCE_YOUR_CALM);
        stream.stopInput();
        dropContent(stream);
    }

    /** Resets a stream, unless the stream is already over. */
    void breakOff(Http2Stream stream, ErrorCode code) {
        boolean atWork = stream.state() == StreamState.OPEN || stream.state() == StreamState.COMPLETE;
        if (atWork && !stream.sender().closed()) {
            boolean uploads = stream.state() == StreamState.OPEN;
            streams.noteBroken(stream.id());
            stream.state(StreamState.BROKEN);
            stream.breakOff(code, null);
            if (uploads) {
                // Send the reset even if the response is ending at this moment. Only a reset stops the client's upload.
                output.add(ControlFrame.reset(stream.sender(), code));
            }
            output.add(stream.sender());
        }
    }
}
