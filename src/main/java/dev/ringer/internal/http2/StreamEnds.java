package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.protocol.Transport;

/**
 * Ends the streams of a connection. This class removes the streams that are done. It drops content that nobody will
 * read, and gives the octets of that content back to the windows. If a client still sends content after its response,
 * the server accepts a limited amount. Owned by the loop thread.
 */
final class StreamEnds {
    /** The connection, which is notified when the state of a stream changes. */
    interface Watcher {
        /** Notes that the table has no stream. Called after each check that finds none. */
        void onIdle();

        /** Notes that a stream was removed from the table. */
        void onRemoved(Http2Stream stream);

        /** Notes that a stream begins to drain. */
        void onDraining();
    }

    private final Watcher watcher;
    private final Transport transport;
    private final StreamTable streams;
    private final FrameOutput output;
    private final ContentCredit credit;

    StreamEnds(Watcher watcher, Transport transport, StreamTable streams, FrameOutput output, ContentCredit credit) {
        this.watcher = watcher;
        this.transport = transport;
        this.streams = streams;
        this.output = output;
        this.credit = credit;
    }

    /** Removes the streams that are done. A stream whose client still sends content begins to drain instead. */
    void collect() {
        for (Http2Stream stream = streams.takeDone(); stream != null; ) {
            Http2Stream next = stream.nextDone;
            stream.nextDone = null;
            forget(stream);
            stream = next;
        }
        if (streams.count() == 0) {
            watcher.onIdle();
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
            watcher.onDraining();
            drain(stream, 0);
        }
    }

    /** Counts content of a stream that drains. If it is too much, ends the stream (RFC 9113, 8.1) and returns false. */
    boolean drain(Http2Stream stream, int count) {
        boolean more = stream.input() == null || stream.input().drains(count);
        if (!more) {
            endDrain(stream);
        }
        return more;
    }

    /** Removes a stream from the table, and notifies the watcher. No other method removes streams. */
    void remove(Http2Stream stream) {
        if (streams.remove(stream)) {
            stream.releaseCounted();
            watcher.onRemoved(stream);
        }
    }

    /** Ends a stream that drains. The reset tells the client that the server does not want the rest of the content. */
    void endDrain(Http2Stream stream) {
        streams.noteBroken(stream.id());
        remove(stream);
        output.add(ControlFrame.reset(stream.id(), ErrorCode.NO_ERROR));
    }

    /** Drops content that nobody will read, and lets the client send the same amount on other streams. */
    void dropContent(Http2Stream stream) {
        if (stream.input() != null) {
            int count = stream.input().drop();
            if (count > 0) {
                credit.use(count);
                giveBack(stream, count);
            }
        }
    }

    /** Widens the window of a stream, unless the client has sent too much after the end of the exchange. */
    void giveBack(Http2Stream stream, int count) {
        boolean sends = stream.state() == StreamState.OPEN || stream.state() == StreamState.DRAINING;
        boolean wanted = sends && stream.input() != null && stream.input().isWanted();
        int increment = wanted ? stream.input().window().use(count) : 0;
        if (increment > 0) {
            output.add(ControlFrame.windowUpdate(stream.id(), increment));
        }
    }

    /** Widens the windows of a stream and of the connection by octets that a handler has read. */
    void giveBackRead(Http2Stream stream, int count) {
        giveBack(stream, count);
        credit.use(0);
        output.send();
    }

    /** Resets a stream because the server needs its memory. */
    void shed(Http2Stream stream) {
        if (stream.state() == StreamState.DRAINING) {
            endDrain(stream);
            return;
        }
        if (stream.tunnel() != null && stream.tunnel().letGo()) {
            return; // the protocol of the tunnel ends the stream, and tells the client why
        }
        breakOff(stream, ErrorCode.ENHANCE_YOUR_CALM);
        stream.stopInput();
        dropContent(stream);
    }

    /** Resets a stream, unless it is over already. */
    void breakOff(Http2Stream stream, ErrorCode code) {
        boolean atWork = stream.state() == StreamState.OPEN || stream.state() == StreamState.COMPLETE;
        if (atWork && !stream.sender().closed()) {
            boolean uploads = stream.state() == StreamState.OPEN;
            streams.noteBroken(stream.id());
            stream.state(StreamState.BROKEN);
            stream.breakOff(code, null);
            if (uploads) {
                // The client must get the reset even if the response ends by itself at this moment.
                output.add(ControlFrame.reset(stream.sender(), code));
            }
            output.add(stream.sender());
        }
    }
}
