package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * The end of a connection after an answer that the client may not have read: our end of the stream is sent, and what still
 * comes is dropped for a while. To close at once would be answered with a reset, which takes the answer with it (RFC 9112,
 * 9.6). Owned by the loop.
 */
public final class LingeringClose extends Deadline implements ConnectionEvents {
    /** The most bytes dropped before the loop looks after other connections. */
    private static final int MAX_BYTES_PER_TURN = 256 * 1024;

    private final Transport transport;
    private final byte[] scratch;
    private final ServerCounts counts;
    private final LongSupplier heldMemory;
    private final long stopAt;

    private LingeringClose(
            Transport transport, byte[] scratch, ServerCounts counts, LongSupplier heldMemory, long stopNanos) {
        this.transport = transport;
        this.scratch = scratch;
        this.counts = counts;
        this.heldMemory = heldMemory;
        this.stopAt = System.nanoTime() + stopNanos;
    }

    /**
     * Begins to close a connection on which everything has been written.
     *
     * @param transport the connection, of which nothing else is in progress
     * @param nanos how long the client has to close its end
     * @param scratch where to put what is dropped; may be shared by all connections of the loop
     * @param counts the server's
     */
    public static void begin(Transport transport, long nanos, byte[] scratch, ServerCounts counts) {
        begin(transport, nanos, scratch, counts, () -> 0, 0);
    }

    /**
     * Begins to close a connection on which everything has been written, while handlers may still be at work.
     *
     * @param transport the connection
     * @param nanos how long the client has to close its end
     * @param scratch where to put what is dropped; may be shared by all connections of the loop
     * @param counts the server's
     * @param heldMemory how much is still held for the connection, in bytes; asked by any thread
     * @param stopNanos how long a server that stops waits for it
     */
    public static void begin(
            Transport transport,
            long nanos,
            byte[] scratch,
            ServerCounts counts,
            LongSupplier heldMemory,
            long stopNanos) {
        LingeringClose close = new LingeringClose(transport, scratch, counts, heldMemory, stopNanos);
        transport.serveBy(close);
        try {
            transport.shutdownOutput();
        } catch (IOException e) {
            transport.close();
            return;
        }
        transport.watchRoom(false);
        transport.watchInput(true);
        transport.loop().schedule(close, nanos);
        close.onReadable(); // what has come is held no longer
    }

    @Override
    protected Transport transport() {
        return transport;
    }

    @Override
    public void onReadable() {
        try {
            for (int dropped = 0; dropped < MAX_BYTES_PER_TURN; ) {
                int count = transport().drop(scratch);
                if (count < 0) {
                    transport().close();
                }
                if (count <= 0) {
                    return;
                }
                dropped += count;
            }
        } catch (IOException e) {
            transport().close();
        }
    }

    @Override
    public void onWritable() {
        transport().watchRoom(false);
    }

    @Override
    public boolean closeIfIdle() {
        return System.nanoTime() - stopAt >= 0; // the end of the server closes what is still open
    }

    @Override
    public void onClosed() {
        transport().loop().schedule(this, Long.MAX_VALUE);
        transport().release();
    }

    @Override
    public long heldMemory() {
        return heldMemory.getAsLong();
    }

    @Override
    public boolean spareable() {
        return true;
    }

    @Override
    public boolean letGo() {
        transport().close();
        return true;
    }

    @Override
    protected void onDeadline() {
        counts.count(Limit.DRAIN_TIMEOUT, transport().remoteAddress());
        transport().close();
    }
}
