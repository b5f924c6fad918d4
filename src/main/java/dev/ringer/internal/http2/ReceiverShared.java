package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.observe.ServerCounts;
import java.util.function.LongSupplier;

/** The parts that the contents of all requests of a server share. Thread-safe. */
final class ReceiverShared {
    /** The size of a piece in bytes. A stream with one byte of content retains a whole piece. */
    static final int PIECE = 4 * 1024;

    final RequestLimits limits;
    final LongSupplier clock; // for time limits on clients, in nanoseconds
    final ServerCounts counts;
    final int streamWindow;
    final BufferPool<Piece> pieces;

    /** A part of the content of a request. A piece is full before the next piece begins. */
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
