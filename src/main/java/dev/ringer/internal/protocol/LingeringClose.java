package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * The end of a connection after an answer that the client may not have read. The server ends its side of the stream,
 * and for a while drops what still arrives. An immediate close would lead to a reset, and the answer would be lost with
 * it (RFC 9112, 9.6). Owned by the loop.
 */
public final class LingeringClose extends Deadline implements ConnectionEvents {
    /** The most bytes dropped before the loop serves other connections. */
    private static final int MAX_BYTES_PER_TURN = 256 * 1024;

    /**
     * The longest wait for a client whose bytes the loop no longer drops, in nanoseconds. The loop does not see any
     * more when such a client leaves.
     */
    private static final long MAX_NANOS_UNREAD = TimeUnit.SECONDS.toNanos(2);

    private final Transport transport;
    private final byte[] scratch;
    private final ServerCounts counts;
    private long mayDrop = Long.MAX_VALUE;
    private long stopAt = System.nanoTime();
    private long nanos;

    /**
     * Creates the end of a connection on which everything has been written.
     *
     * @param transport the connection; nothing else is in progress on it, except perhaps handlers
     * @param scratch a buffer for the dropped bytes; all connections of the loop may share it
     * @param counts the server's
     */
    public LingeringClose(Transport transport, byte[] scratch, ServerCounts counts) {
        this.transport = transport;
        this.scratch = scratch;
        this.counts = counts;
    }

    /**
     * Sets how many bytes are dropped. The default is any number. After that many, the client's own buffers fill up,
     * and it waits for the end, two seconds at most. Without a limit, a client that floods would keep the loop busy
     * with reading.
     */
    public LingeringClose droppingAtMost(long bytes) {
        mayDrop = bytes;
        return this;
    }

    /** Sets for how long from now a server that stops waits for the client. By default it does not wait. */
    public LingeringClose delayingStop(long nanos) {
        stopAt = System.nanoTime() + nanos;
        return this;
    }

    /**
     * Begins to close the connection.
     *
     * @param limit how long the client has to close its end, in nanoseconds
     */
    public void begin(long limit) {
        nanos = limit;
        transport.serveBy(this);
        try {
            transport.shutdownOutput();
        } catch (IOException e) {
            transport.close();
            return;
        }
        transport.watchRoom(false);
        transport.watchInput(true);
        transport.loop().schedule(this, nanos);
        onReadable(); // drops what has arrived already
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
                mayDrop -= count;
                if (mayDrop < 0) {
                    transport().watchInput(false);
                    transport().loop().schedule(this, Math.min(nanos, MAX_NANOS_UNREAD));
                    return;
                }
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
