package dev.ringer.internal.transport.tls;

import dev.ringer.testkit.FakeConnection;
import java.nio.ByteBuffer;

/**
 * A client that sends its bytes in pieces, and reads either everything or nothing. The caller either always or never
 * runs on the client's loop.
 */
final class PieceTransport extends FakeConnection {
    private final byte[] bytes;
    private final int[] ends;
    private final boolean onLoop;
    private int at;
    private int piece;

    /**
     * Creates a client.
     *
     * @param bytes all bytes that the client sends, before the connection ends
     * @param ends the ends of all pieces except the last
     * @param onLoop whether the caller runs on the loop
     * @param takesOutput whether the client reads what the server sends
     */
    PieceTransport(byte[] bytes, int[] ends, boolean onLoop, boolean takesOutput) {
        this.bytes = bytes;
        this.ends = ends;
        this.onLoop = onLoop;
        takes(takesOutput);
    }

    /** Reads at most the rest of the current piece. An empty piece makes one read return 0. */
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
