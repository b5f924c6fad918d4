package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.FrameReader;
import dev.ringer.internal.http2.hpack.FieldLine;
import dev.ringer.internal.http2.hpack.FieldName;
import dev.ringer.internal.http2.hpack.FieldSink;
import dev.ringer.internal.http2.hpack.HpackDecoder;
import java.nio.ByteBuffer;

/**
 * Decodes the field blocks of a connection: of requests, of trailers, and those of which nothing is wanted but that the
 * tables stay in step. An incomplete block is bounded in size, in frames and in time. Owned by the loop.
 */
final class BlockReceiver {
    private static final FieldSink NOBODY = new FieldSink() {
        @Override
        public void onLine(FieldLine line) {}

        @Override
        public void onLiteral(FieldName name, byte[] bytes, int from, int to, boolean neverIndexed) {}

        @Override
        public void onTooLarge() {}
    };

    // fixed
    private final Http2Protocol protocol;
    private final HpackDecoder decoder;
    private final BlockGuard guard;
    private final boolean extendedConnect;

    // the present block
    private boolean open;
    private boolean endsStream;
    private boolean dropped; // for want of memory
    private RequestHeadReader request; // null unless it begins a request
    private FieldSectionReader trailers; // null unless it is a trailer section

    /** For a connection of which ENABLE_CONNECT_PROTOCOL was announced, or not. */
    BlockReceiver(Http2Protocol protocol, boolean extendedConnect) {
        Http2Shared shared = protocol.shared();
        this.protocol = protocol;
        this.extendedConnect = extendedConnect;
        this.decoder = new HpackDecoder(shared.maxListSize);
        // a head that is a little too large is answered, and costs no other stream
        long octets = (long) shared.maxListSize + FrameReader.SMALLEST_MAX_FRAME_SIZE;
        this.guard = new BlockGuard((int) Math.min(octets, Integer.MAX_VALUE), shared.headNanos);
    }

    /** HEADERS came: its size is looked at before anything else. */
    void onHeaders(int length, boolean endStream, long now) {
        Http2Refused.check(guard.onHeaders(length, now));
        open = true;
        endsStream = endStream;
        dropped = false;
    }

    void onContinuation(int length, long now) {
        Http2Refused.check(guard.onContinuation(length, now));
    }

    /** The block is that of a new request. */
    void beginRequest() {
        request = protocol.takeHeadReader(extendedConnect);
        request.begin();
        decoder.begin(request);
    }

    /** The block is a trailer section. */
    void beginTrailers() {
        trailers = new FieldSectionReader(protocol.shared().maxFields);
        trailers.begin();
        decoder.begin(trailers);
    }

    /** Nothing is wanted of the block. */
    void beginUnwanted() {
        decoder.begin(NOBODY);
    }

    void decode(ByteBuffer piece) {
        decoder.decode(piece);
    }

    /** The block is complete. */
    void end() {
        decoder.end();
        open = false;
    }

    /** Whether a block is incomplete. */
    boolean open() {
        return open;
    }

    /** Whether the block's stream ends with it. */
    boolean endsStream() {
        return endsStream;
    }

    /** When the present block began, in {@link System#nanoTime()}'s terms. */
    long beganAt() {
        return guard.beganAt();
    }

    /** What was a request, complete; null if it was something else. */
    RequestHeadReader request() {
        return request;
    }

    /** What was a trailer section; null if it was something else. */
    FieldSectionReader trailers() {
        return trailers;
    }

    /** How much memory the lines of the present section take, or those of the last one. */
    int retainedBytes() {
        return decoder.retainedBytes();
    }

    /** How much it holds: the tables, and what has come of an incomplete block. */
    int heldBytes() {
        return decoder.keptBytes() + blockBytes();
    }

    /** How much has come of an incomplete block, as far as it is kept. */
    int blockBytes() {
        return open && !dropped ? decoder.retainedBytes() : 0;
    }

    /** Keeps nothing of the present block, for want of memory, but what the tables need: a request is answered so. */
    void drop() {
        dropped = true;
        decoder.passOver();
        if (request != null) {
            request.drop(Http2Fault.HEAD_MEMORY_SPENT);
        }
        if (trailers != null) {
            trailers.drop(Http2Fault.HEAD_MEMORY_SPENT);
        }
    }

    /** Gives back what the block needed. */
    void release() {
        if (request != null) {
            request.clear();
            protocol.release(request);
            request = null;
        }
        trailers = null;
    }

    /** Gives up, between two blocks, what only makes the next one quicker. */
    void trim() {
        if (!open) {
            decoder.trim();
        }
    }
}
