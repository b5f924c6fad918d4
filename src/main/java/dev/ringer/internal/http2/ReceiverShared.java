package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.observe.ServerCounts;
import java.util.function.LongSupplier;

/** The parts that all {@link RequestContent} objects of one server share. Thread-safe. */
final class ReceiverShared {
    /**
     * The size of a pooled piece of content, in bytes. A stream with one byte of unread content retains a whole piece.
     */
    static final int PIECE = 4 * 1024;

    final RequestLimits limits;
    final LongSupplier clock; // clock for the time limits of clients, in nanoseconds
    final ServerCounts counts;
    final int streamWindow;
    final BufferPool<Piece> pieces;

    /** A pooled array for a piece of request content. The next piece begins only when this one is full. */
    static final class Piece {
        final byte[] bytes = new byte[PIECE];
        Piece next;
    }

    ReceiverShared(
            RequestLimits limits, LongSupplier clock, ServerCounts counts, int streamWindow, BufferedMemory memory) {
        this.limits = limits;
        this.clock = clock;
        this.counts = counts;
        this.streamWindow = streamWindow;
        this.pieces = new BufferPool<>(256, Piece::new, memory, PIECE);
    }
}
