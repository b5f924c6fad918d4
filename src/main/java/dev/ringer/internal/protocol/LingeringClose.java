package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection so that the client can still read the last answer. The server closes only its sending side, and
 * for a limited time drops all input. An immediate close could reset the connection, so that the client would lose the
 * answer (RFC 9112, 9.6). Only the loop uses this object.
 */
public final class LingeringClose extends UnservedConnection {
    /** The most bytes that the loop reads and drops before it serves other connections. */
    private static final int MAX_BYTES_PER_TURN = 256 * 1024;

    /**
     * The longest time from the end of reading until the close, in nanoseconds. The time is short, because a loop that
     * does not read cannot notice that the client has closed the connection.
     */
    private static final long MAX_NANOS_UNREAD = TimeUnit.SECONDS.toNanos(2);

    private final byte[] scratch;
    private final ServerCounts counts;
    private long mayDrop = Long.MAX_VALUE; // bytes that may still be dropped
    // time of System.nanoTime() until which a stopping server waits for the client
    private long stopAt = System.nanoTime();
    private long nanos; // nanoseconds in which the client must close the connection

    /**
     * Creates the lingering close of a connection to which everything has been written.
     *
     * @param transport the connection. From now on, only this object uses it, and perhaps handlers that still run
     * @param scratch a buffer for the dropped bytes; all connections of the loop may share it
     * @param counts the statistics, which count clients that do not close the connection in time
     */
    public LingeringClose(Transport transport, byte[] scratch, ServerCounts counts) {
        super(transport);
        this.scratch = scratch;
        this.counts = counts;
    }

    /**
     * Sets the most bytes to drop; without this call there is no limit. After that many bytes, the loop stops reading,
     * and closes the connection two seconds later at the latest. So a client that floods the connection cannot keep the
     * loop busy.
     */
    public LingeringClose droppingAtMost(long bytes) {
        mayDrop = bytes;
        return this;
    }

    /**
     * Sets for how many nanoseconds from now a stopping server waits for the client. Without this call, a stopping
     * server does not wait.
     */
    public LingeringClose delayingStop(long nanos) {
        stopAt = System.nanoTime() + nanos;
        return this;
    }

    /**
     * Closes the server's sending side, and begins to wait. {@code limit} is the time in which the client must close
     * the connection, in nanoseconds.
     */
    public void begin(long limit) {
        nanos = limit;
        transport().serveBy(this);
        try {
            transport().shutdownOutput();
        } catch (IOException e) {
            transport().close();
            return;
        }
        transport().watchRoom(false);
        transport().watchInput(true);
        transport().loop().schedule(this, nanos);
        onReadable(); // drop the bytes that have arrived already
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
    public boolean awaitsFirstRequest() {
        return false;
    }

    @Override
    public boolean closeIfIdle() {
        // After stopAt, this connection does not delay the stop any more. A stopped server closes the connections that
        // are still open.
        return System.nanoTime() - stopAt >= 0;
    }

    @Override
    protected void onDeadline() {
        counts.count(Limit.DRAIN_TIMEOUT, transport().remoteAddress());
        transport().close();
    }
}
