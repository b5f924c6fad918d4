package dev.ringer.internal.transport.tls;

import dev.ringer.testkit.FakeConnection;
import java.nio.ByteBuffer;

/** A client whose bytes come in pieces, and who reads as much as it is told to. Its loop is always or never the caller's. */
final class PieceTransport extends FakeConnection {
    private final byte[] bytes;
    private final int[] ends;
    private final boolean onLoop;
    private int at;
    private int piece;

    /**
     * A client.
     *
     * @param bytes all that it sends; the end of the connection comes then
     * @param ends of the pieces, but for the last
     * @param onLoop whether the caller is the loop
     * @param takesOutput whether it takes what it is sent
     */
    PieceTransport(byte[] bytes, int[] ends, boolean onLoop, boolean takesOutput) {
        this.bytes = bytes;
        this.ends = ends;
        this.onLoop = onLoop;
        takes(takesOutput);
    }

    /** What of the present piece is there; an empty piece is one read that finds nothing. */
    @Override
    public int read(byte[] to, int offset, int length) {
        if (at == bytes.length && piece >= ends.length) {
            return -1;
        }
        int end = piece < ends.length ? ends[piece] : bytes.length;
        int count = Math.min(length, end - at);
        System.arraycopy(bytes, at, to, offset, count);
        at += count;
        if (at == end) {
            piece++;
        }
        return count;
    }

    @Override
    public int read(ByteBuffer to) {
        int count = read(to.array(), to.arrayOffset() + to.position(), to.remaining());
        to.position(to.position() + Math.max(0, count));
        return count;
    }

    @Override
    public boolean isCurrent() {
        return onLoop;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("a reader of records only reads");
    }
}
