package dev.ringer.internal.http2.request;

import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http2.frame.FrameReader;
import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.frame.Http2Refused;
import dev.ringer.internal.http2.hpack.FieldLine;
import dev.ringer.internal.http2.hpack.FieldName;
import dev.ringer.internal.http2.hpack.FieldSink;
import dev.ringer.internal.http2.hpack.HpackDecoder;
import dev.ringer.internal.time.LimitClock;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Decodes the field blocks that a connection receives: requests, trailers, and blocks that the server ignores. Even an
 * ignored block must be decoded, because every block changes the HPACK table.
 *
 * <p>The receiver limits the octets, the frames and the duration of each block. These limits stop endless blocks
 * (CVE-2024-27316), endless empty frames (CVE-2026-33871), and blocks that arrive too slowly. Beyond a limit, methods
 * throw {@link Http2Refused}, which ends the connection.
 *
 * <p>Owned by the loop thread.
 */
public final class BlockReceiver {
    /** The largest number of small CONTINUATION frames in a field block. An empty frame counts twice. */
    static final int MAX_SMALL_FRAMES = 16;

    /** A CONTINUATION frame is small if it has fewer octets than this. */
    static final int SMALL_FRAME = 8 * 1024;

    private static final int MAX_SPARE_READERS = 16;

    private static final FieldSink NOBODY = new FieldSink() {
        @Override
        public void onLine(FieldLine line) {}

        @Override
        public void onLiteral(FieldName name, byte[] bytes, int from, int to, boolean neverIndexed) {}

        @Override
        public void onTooLarge() {}
    };

    private final ArrayDeque<RequestHeadReader> spareReaders; // those of the loop
    private final RequestLimits limits;
    private final HpackDecoder decoder;
    private final boolean extendedConnect;

    // state of the current field block
    private boolean open;
    private boolean endsStream;
    private long beganAt; // time at which the HEADERS frame arrived, as a value of LimitClock
    private long octets; // octets of the block's frames, padding included
    private int smallFrames;
    private boolean dropped; // whether the lines of the field block were dropped, because the server lacks memory
    private RequestHeadReader request; // reader of a request head; null unless the field block begins a request
    private FieldSectionReader trailers; // reader of trailers; null unless the field block is a trailer section

    /**
     * Makes a receiver for one connection.
     *
     * @param spareReaders unused readers of request heads, which all connections of the loop share
     * @param extendedConnect whether the server has announced ENABLE_CONNECT_PROTOCOL
     */
    public BlockReceiver(ArrayDeque<RequestHeadReader> spareReaders, RequestLimits limits, boolean extendedConnect) {
        this.spareReaders = spareReaders;
        this.limits = limits;
        this.extendedConnect = extendedConnect;
        this.decoder = new HpackDecoder(limits.maxHead);
    }

    /** Begins a field block when its HEADERS frame arrives. Times are values of {@link LimitClock}. */
    public void onHeaders(int length, boolean endStream, long now) {
        beganAt = now;
        octets = 0;
        smallFrames = 0;
        count(length);
        open = true;
        endsStream = endStream;
        dropped = false;
    }

    /** Continues the field block when a CONTINUATION frame arrives. */
    public void onContinuation(int length, long now) {
        if (length < SMALL_FRAME) {
            smallFrames += length == 0 ? 2 : 1;
        }
        if (smallFrames > MAX_SMALL_FRAMES) {
            throw new Http2Refused(Http2Fault.TOO_MANY_CONTINUATIONS);
        }
        if (now - beganAt >= limits.headNanos) {
            throw new Http2Refused(Http2Fault.BLOCK_TOO_SLOW);
        }
        count(length);
    }

    /**
     * Counts the octets of a frame. A request head that is only a little too large gets an error response, but a block
     * that is too large ends the connection. So a block may be slightly larger than the limit on heads.
     */
    private void count(int length) {
        octets += length;
        if (octets > (long) limits.maxHead + FrameReader.SMALLEST_MAX_FRAME_SIZE) {
            throw new Http2Refused(Http2Fault.BLOCK_TOO_LARGE);
        }
    }

    public void beginRequest() {
        RequestHeadReader spare = spareReaders.poll();
        request = spare != null
                ? spare.extendedConnect(extendedConnect)
                : new RequestHeadReader(limits.maxFields, limits.hostValidation, extendedConnect);
        request.begin();
        decoder.begin(request);
    }

    public void beginTrailers() {
        trailers = new FieldSectionReader(limits.maxFields);
        trailers.begin();
        decoder.begin(trailers);
    }

    /** Begins to decode a field block whose lines are ignored. */
    public void beginUnwanted() {
        decoder.begin(NOBODY);
    }

    public void decode(ByteBuffer piece) {
        decoder.decode(piece);
    }

    public void end() {
        decoder.end();
        open = false;
    }

    /** Whether a field block has begun and is incomplete. */
    public boolean open() {
        return open;
    }

    public boolean endsStream() {
        return endsStream;
    }

    /** Returns the time at which the current field block began, as a value of {@link LimitClock}. */
    public long beganAt() {
        return beganAt;
    }

    /** Returns the reader of the request head in the field block; null if the block contains no request head. */
    public RequestHeadReader request() {
        return request;
    }

    /** Returns the reader of the trailer section; null if the field block is no trailer section. */
    public FieldSectionReader trailers() {
        return trailers;
    }

    /** Returns the memory, in bytes, of the lines of the field block that began last. The block may have ended. */
    public int retainedBytes() {
        return decoder.retainedBytes();
    }

    /**
     * Returns the memory that the decoder retains, in bytes: the HPACK table and the lines of an incomplete field
     * block.
     */
    public int heldBytes() {
        return decoder.keptBytes() + blockBytes();
    }

    /** Returns the memory of the lines that an incomplete field block has delivered so far, in bytes. */
    public int blockBytes() {
        return open && !dropped ? decoder.retainedBytes() : 0;
    }

    /**
     * Drops the lines of the current field block because the server lacks memory for them. The rest of the block still
     * updates the HPACK table. The request or the trailer section gets the fault {@link Http2Fault#HEAD_MEMORY_SPENT}.
     */
    public void drop() {
        dropped = true;
        decoder.passOver();
        if (request != null) {
            request.drop(Http2Fault.HEAD_MEMORY_SPENT);
        }
        if (trailers != null) {
            trailers.drop(Http2Fault.HEAD_MEMORY_SPENT);
        }
    }

    /** Forgets the readers of the current field block. The reader of a request head can then read another head. */
    public void release() {
        if (request != null) {
            request.clear();
            if (spareReaders.size() < MAX_SPARE_READERS) {
                spareReaders.push(request);
            }
            request = null;
        }
        trailers = null;
    }

    /** Frees memory that only makes decoding faster. Does nothing while a field block is incomplete. */
    public void trim() {
        if (!open) {
            decoder.trim();
        }
    }
}
