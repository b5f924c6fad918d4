package dev.ringer.internal.body;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Collects content in memory, which the server counts until the application has the bytes. The content is kept in
 * pieces, because an event loop must not copy a long body each time that an array is full.
 */
public final class ReceivedBytes implements ContentPump.Receiver<byte[]> {
    /** Thrown if the memory account of the server has no room for more content. */
    public static final class NoMemory extends IOException {
        private static final long serialVersionUID = 1L;

        NoMemory() {
            super("The request body does not fit in the memory of the server; "
                    + "increase ringer.maxBufferedMemory, or receive the body into a file");
        }
    }

    /** The length of the longest array that all JVMs can make. */
    public static final long MOST = Integer.MAX_VALUE - 8;

    private static final int MIN_PIECE = 1024;

    private final ContentSource source;
    private final long max;
    private final Supplier<IOException> tooLong;
    private List<byte[]> pieces = new ArrayList<>();
    private int filled; // bytes of the last piece that contain content
    private long size; // bytes of content in all pieces
    private long counted; // bytes of all pieces

    /**
     * Makes a receiver for at most {@code max} bytes, and never more than {@link #MOST}. {@code tooLong} makes the
     * exception for longer content.
     */
    public ReceivedBytes(ContentSource source, long max, Supplier<IOException> tooLong) {
        this.source = source;
        this.max = max;
        this.tooLong = tooLong;
    }

    @Override
    public int take(byte[] from, int offset, int length, boolean mayUseDisk) throws IOException {
        if (length > max - size) {
            throw tooLong.get();
        }
        for (int done = 0; done < length; ) {
            byte[] last = lastPiece(length - done);
            int count = Math.min(length - done, last.length - filled);
            System.arraycopy(from, offset + done, last, filled, count);
            filled += count;
            done += count;
        }
        size += length;
        return length;
    }

    /** Returns a piece with room for more content, of which so many bytes are here. */
    private byte[] lastPiece(int more) throws IOException {
        byte[] last = pieces.isEmpty() ? null : pieces.get(pieces.size() - 1);
        if (last != null && filled < last.length) {
            return last;
        }
        int length = (int) Math.min(ReadBuffers.SIZE, Math.max(size, Math.max(more, MIN_PIECE)));
        if (!source.tryRetain(length)) {
            throw new NoMemory();
        }
        counted += length;
        byte[] piece = new byte[length];
        pieces.add(piece);
        filled = 0;
        return piece;
    }

    @Override
    public byte[] complete() {
        byte[] all = new byte[Math.toIntExact(size)];
        int done = 0;
        for (byte[] piece : pieces) {
            int count = Math.min(piece.length, all.length - done);
            System.arraycopy(piece, 0, all, done, count);
            done += count;
        }
        drop();
        return all;
    }

    @Override
    public void drop() {
        pieces = List.of();
        source.release(counted);
        counted = 0;
    }
}
