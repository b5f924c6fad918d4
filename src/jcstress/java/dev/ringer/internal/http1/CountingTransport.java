package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.FileThreads;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/** A client that takes what it is sent, or nothing at all, and counts it; the count is the holder's of the output's lock. */
final class CountingTransport implements Transport, Loop {
    /** How long a writer waits for an end of the connection: longer than a busy machine keeps the other thread from it. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    /** Whether a writer has waited in vain. Then there is a fault to report, and no more time to be spent. */
    private static volatile boolean hopeless;

    private final ClientMemory memory = new ClientMemory(new BufferedMemory(0));
    private final FileThreads files = new FileThreads((task, nanos) -> {});
    private final boolean takes;
    private int sent;
    private volatile boolean closed;

    CountingTransport(boolean takes) {
        this.takes = takes;
    }

    /** How many bytes have left. For the arbiter. */
    int sent() {
        return sent;
    }

    @Override
    public void write(ByteBuffer from) {
        if (takes) {
            sent += from.remaining();
            from.position(from.limit());
        }
    }

    /** There is never room: only the end of the connection ends a wait. */
    @Override
    public boolean awaitWritable(long timeoutNanos) throws IOException {
        long begin = System.nanoTime();
        while (!closed) {
            if (hopeless || System.nanoTime() - begin > PATIENCE_NANOS) {
                hopeless = true;
                throw new SocketTimeoutException("Not told of the end");
            }
            Thread.onSpinWait();
        }
        throw new ClosedChannelException();
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public boolean closed() {
        return closed;
    }

    @Override
    public void aboutToBlock() {
        // no loop is held up
    }

    @Override
    public ClientMemory memory() {
        return memory;
    }

    @Override
    public Loop loop() {
        return this;
    }

    // ---- what an output does not ask for

    @Override
    public int read(byte[] to, int offset, int length) {
        throw unexpected();
    }

    @Override
    public int read(ByteBuffer to) {
        throw unexpected();
    }

    @Override
    public boolean awaitReadable(long timeoutNanos) {
        throw unexpected();
    }

    @Override
    public void watchInput(boolean wanted) {
        throw unexpected();
    }

    @Override
    public void watchRoom(boolean wanted) {
        throw unexpected();
    }

    @Override
    public void serveBy(ConnectionEvents events) {
        throw unexpected();
    }

    @Override
    public void shutdownOutput() {
        throw unexpected();
    }

    @Override
    public void fail(Throwable fault) {
        throw unexpected();
    }

    @Override
    public InetSocketAddress localAddress() {
        throw unexpected();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        throw unexpected();
    }

    @Override
    public boolean isCurrent() {
        throw unexpected();
    }

    @Override
    public void execute(Runnable task) {
        throw unexpected();
    }

    @Override
    public FileThreads files() {
        return files;
    }

    @Override
    public void executeShortly(Runnable task) {
        throw unexpected();
    }

    @Override
    public void runApplication(Runnable code) {
        throw unexpected();
    }

    @Override
    public void schedule(Deadline deadline, long nanos) {
        throw unexpected();
    }

    private static AssertionError unexpected() {
        return new AssertionError("an output has no business here");
    }
}
