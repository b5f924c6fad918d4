package dev.ringer.internal.transport.tls;

import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** A client whose bytes come in pieces, and who reads as much as it is told to. Its loop is always or never the caller's. */
final class PieceTransport implements Transport, Loop {
    private final byte[] bytes;
    private final int[] ends;
    private final boolean onLoop;
    private final boolean takesOutput;
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
        this.takesOutput = takesOutput;
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
    public void write(ByteBuffer from) {
        if (takesOutput) {
            from.position(from.limit());
        }
    }

    @Override
    public Loop loop() {
        return this;
    }

    @Override
    public boolean isCurrent() {
        return onLoop;
    }

    @Override
    public boolean closed() {
        return false;
    }

    // what a reader of records has no use for

    @Override
    public boolean awaitReadable(long timeoutNanos) throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean awaitWritable(long timeoutNanos) throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public void watchInput(boolean wanted) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void watchRoom(boolean wanted) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void serveBy(ConnectionEvents events) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void shutdownOutput() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void fail(Throwable fault) {
        throw new UnsupportedOperationException();
    }

    @Override
    public InetSocketAddress localAddress() {
        throw new UnsupportedOperationException();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void execute(Runnable task) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void executeShortly(Runnable task) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void runApplication(Runnable code) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void schedule(Deadline deadline, long nanos) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void aboutToBlock() {
        throw new UnsupportedOperationException();
    }
}
