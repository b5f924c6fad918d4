package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http2.frame.FrameReader;
import dev.ringer.internal.observe.ServerCounts;
import java.util.function.LongSupplier;

/** The parts that all {@link RequestContent} objects of one server share. Thread-safe. */
final class ReceiverShared {
    /** The size of a small piece in bytes. Even one byte of unread content retains a whole piece. */
    private static final int SMALL_PIECE = 4 * 1024;

    /** The size of a large piece in bytes: the content of the largest DATA frame. */
    private static final int LARGE_PIECE = FrameReader.SMALLEST_MAX_FRAME_SIZE;

    private static final int SMALL_PIECES = 256;
    private static final int LARGE_PIECES = 128;

    final RequestLimits limits;
    final LongSupplier clock; // clock for the time limits of clients, in nanoseconds
    final ServerCounts counts;
    final int streamWindow;
    private final BufferPool<Piece> smallPieces;
    private final BufferPool<Piece> largePieces;

    /** A pooled array for a piece of request content. Content goes into the next piece only when this one is full. */
    static final class Piece {
        final byte[] bytes;
        Piece next;

        Piece(int size) {
            bytes = new byte[size];
        }
    }

    ReceiverShared(
            RequestLimits limits, LongSupplier clock, ServerCounts counts, int streamWindow, BufferedMemory memory) {
        this.limits = limits;
        this.clock = clock;
        this.counts = counts;
        this.streamWindow = streamWindow;
        this.smallPieces = new BufferPool<>(SMALL_PIECES, () -> new Piece(SMALL_PIECE), memory, SMALL_PIECE);
        this.largePieces = new BufferPool<>(LARGE_PIECES, () -> new Piece(LARGE_PIECE), memory, LARGE_PIECE);
    }

    /**
     * Rents a piece for the next content. The piece is large only if the current DATA frame will fill half of it. So
     * the pieces of complete frames take about twice the memory of their content at most, plus one small piece for each
     * stream.
     *
     * @param expected the octets of the current DATA frame that are not in a piece yet, including those that have not
     *     arrived
     */
    Piece rent(ClientMemory memory, int expected) {
        return memory.rent(expected >= LARGE_PIECE / 2 ? largePieces : smallPieces);
    }

    /** Gives a piece from {@link #rent} back to its pool. */
    void giveBack(ClientMemory memory, Piece piece) {
        memory.giveBack(piece.bytes.length == LARGE_PIECE ? largePieces : smallPieces, piece);
    }
}
