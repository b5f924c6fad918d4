package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.protocol.Transport;

/**
 * Handles the streams of a connection that are done, and content that nobody will read. It drops such content, lets in
 * a little of what still comes, and gives the windows back. Owned by the loop thread.
 */
final class StreamEnds {
    /** What follows when a stream changes. */
    interface Watcher {
        /** No stream is left. Called again and again while that is so. */
        void onIdle();

        /** A stream has left the table. */
        void onRemoved(Http2Stream stream);

        /** A stream begins to drain. */
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

    /** Forgets the streams that are done, or lets in a little of what their clients still send. */
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

    /**
     * Lets in content that nobody reads, unless it is too much. Returns false if the client was told to stop (RFC 9113,
     * 8.1).
     */
    boolean drain(Http2Stream stream, int count) {
        boolean more = stream.input() == null || stream.input().drains(count);
        if (!more) {
            endDrain(stream);
        }
        return more;
    }

    /**
     * Removes a stream from the table. No other method does so. It notifies the watcher, which may wait for the last
     * stream.
     */
    void remove(Http2Stream stream) {
        if (streams.remove(stream)) {
            stream.releaseCounted();
            watcher.onRemoved(stream);
        }
    }

    /** Tells the client that the rest of its content is not wanted. */
    void endDrain(Http2Stream stream) {
        streams.noteBroken(stream.id());
        remove(stream);
        output.add(ControlFrame.reset(stream.id(), ErrorCode.NO_ERROR));
    }

    /** Drops what nobody will read any more, and lets the client send as much on other streams. */
    void dropContent(Http2Stream stream) {
        if (stream.input() != null) {
            int count = stream.input().drop();
            if (count > 0) {
                credit.use(count);
                giveBack(stream, count);
            }
        }
    }

    /** Lets the client send more on one stream, unless too much has come after the end of its exchange. */
    void giveBack(Http2Stream stream, int count) {
        boolean sends = stream.state() == StreamState.OPEN || stream.state() == StreamState.DRAINING;
        boolean wanted = sends && stream.input() != null && stream.input().isWanted();
        int increment = wanted ? stream.input().window().use(count) : 0;
        if (increment > 0) {
            output.add(ControlFrame.windowUpdate(stream.id(), increment));
        }
    }

    /** Does the same for what the reader has taken, and gives back room on the connection too. */
    void giveBackRead(Http2Stream stream, int count) {
        giveBack(stream, count);
        credit.use(0);
        output.send();
    }

    /** Resets a stream because its memory is needed. */
    void shed(Http2Stream stream) {
        if (stream.state() == StreamState.DRAINING) { // nothing else is left to end
            endDrain(stream);
            return;
        }
        if (stream.tunnel() != null && stream.tunnel().letGo()) {
            return; // its protocol tells the client why
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
