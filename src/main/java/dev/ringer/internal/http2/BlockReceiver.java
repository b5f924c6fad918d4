package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.FrameReader;
import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.frame.Http2Refused;
import dev.ringer.internal.http2.hpack.FieldLine;
import dev.ringer.internal.http2.hpack.FieldName;
import dev.ringer.internal.http2.hpack.FieldSink;
import dev.ringer.internal.http2.hpack.HpackDecoder;
import java.nio.ByteBuffer;

/**
 * Decodes the field blocks of a connection: requests, trailers, and unwanted blocks. It decodes even unwanted blocks,
 * because the HPACK tables depend on every block. A {@link BlockGuard} limits each block. Owned by the loop thread.
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

    // never change after construction
    private final LoopShared loop;
    private final HpackDecoder decoder;
    private final BlockGuard guard;
    private final boolean extendedConnect;

    // the present block
    private boolean open;
    private boolean endsStream;
    private boolean dropped; // whether the block was dropped because there is no memory for it
    private RequestHeadReader request; // null unless the block begins a request
    private FieldSectionReader trailers; // null unless the block is a trailer section

    /** Makes a receiver for one connection, on which the server may have announced ENABLE_CONNECT_PROTOCOL. */
    BlockReceiver(LoopShared loop, boolean extendedConnect) {
        Http2Shared shared = loop.shared();
        this.loop = loop;
        this.extendedConnect = extendedConnect;
        this.decoder = new HpackDecoder(shared.limits.maxHead);
        // A head that is only a little too large gets a response. A larger block ends the connection.
        long octets = (long) shared.limits.maxHead + FrameReader.SMALLEST_MAX_FRAME_SIZE;
        this.guard = new BlockGuard((int) Math.min(octets, Integer.MAX_VALUE), shared.limits.headNanos);
    }

    /** Begins a block with the HEADERS frame, unless the block is too large already. */
    void onHeaders(int length, boolean endStream, long now) {
        Http2Refused.check(guard.onHeaders(length, now));
        open = true;
        endsStream = endStream;
        dropped = false;
    }

    void onContinuation(int length, long now) {
        Http2Refused.check(guard.onContinuation(length, now));
    }

    /** Begins to decode the block as a new request. */
    void beginRequest() {
        request = loop.takeHeadReader(extendedConnect);
        request.begin();
        decoder.begin(request);
    }

    /** Begins to decode the block as a trailer section. */
    void beginTrailers() {
        trailers = new FieldSectionReader(loop.shared().limits.maxFields);
        trailers.begin();
        decoder.begin(trailers);
    }

    /** Begins to decode a block whose lines nobody wants. */
    void beginUnwanted() {
        decoder.begin(NOBODY);
    }

    void decode(ByteBuffer piece) {
        decoder.decode(piece);
    }

    /** Ends the block, because all of it has arrived. */
    void end() {
        decoder.end();
        open = false;
    }

    /** Whether a block has begun and not ended. */
    boolean open() {
        return open;
    }

    /** Whether the block also ends its stream. */
    boolean endsStream() {
        return endsStream;
    }

    /** Returns the time at which the present block began, in the terms of {@link System#nanoTime()}. */
    long beganAt() {
        return guard.beganAt();
    }

    /** Returns the request of the block; null if the block is something else. */
    RequestHeadReader request() {
        return request;
    }

    /** Returns the trailer section of the block; null if the block is something else. */
    FieldSectionReader trailers() {
        return trailers;
    }

    /** Returns the memory of the lines of the present block, or else of the last one, in bytes. */
    int retainedBytes() {
        return decoder.retainedBytes();
    }

    /** Returns the retained memory in bytes: the HPACK tables, and the arrived part of an incomplete block. */
    int heldBytes() {
        return decoder.keptBytes() + blockBytes();
    }

    /** Returns the memory of the arrived part of an incomplete block, in bytes. */
    int blockBytes() {
        return open && !dropped ? decoder.retainedBytes() : 0;
    }

    /**
     * Drops the present block because there is no memory for it. Only the HPACK tables still take its lines. The
     * request or the trailer section gets the fault {@link Http2Fault#HEAD_MEMORY_SPENT}.
     */
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

    /** Releases the objects of the block. */
    void release() {
        if (request != null) {
            request.clear();
            loop.release(request);
            request = null;
        }
        trailers = null;
    }

    /** Frees memory that only makes the next block faster, unless a block is incomplete. */
    void trim() {
        if (!open) {
            decoder.trim();
        }
    }
}
