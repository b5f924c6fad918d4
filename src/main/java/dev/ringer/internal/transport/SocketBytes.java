package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ConnectionRecord;
import dev.ringer.internal.observe.EventRecorder;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;

/**
 * The bytes of a socket: reads, writes and the end of both, none of which waits. A failure closes the connection. Threads: as
 * {@link Transport} says.
 */
abstract class SocketBytes implements Transport {
    /** No array above this size goes to a channel in one call: the JDK would keep a direct buffer of its size. */
    private static final int MAX_TRANSFER = 64 * 1024;

    // fixed
    final EventLoop loop;
    final SocketChannel channel;
    private final ConnectionRecord record; // null: none

    // shared
    private int progressAt; // about milliseconds; written by the thread that reads or writes

    SocketBytes(EventLoop loop, SocketChannel channel) {
        this.loop = loop;
        this.channel = channel;
        this.progressAt = millis(loop.now());
        EventRecorder recorder = EventRecorder.current();
        this.record = recorder == null ? null : recorder.beginConnection();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        ByteBuffer view = loop.isCurrent() ? loop.view(to) : ByteBuffer.wrap(to);
        return read(view.limit(offset + Math.min(length, MAX_TRANSFER)).position(offset));
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        try {
            int count = channel.read(to);
            onReceived(count);
            if (count > 0) {
                progressAt = millis(loop.isCurrent() ? loop.now() : System.nanoTime());
            }
            return count;
        } catch (IOException broken) {
            close();
            throw broken;
        }
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        try {
            int count = channel.write(from);
            onSent(count);
            if (count > 0 && from.hasRemaining()) { // else nothing is held that this could excuse
                progressAt = millis(System.nanoTime());
            }
        } catch (IOException broken) {
            close();
            throw broken;
        }
    }

    @Override
    public boolean sendsFiles() {
        return true;
    }

    @Override
    public long transferFrom(FileChannel source, long position, long count) throws IOException {
        try {
            long sent = source.transferTo(position, count, channel);
            onSent(sent);
            return sent;
        } catch (IOException broken) {
            close();
            throw broken;
        }
    }

    private void onReceived(long count) {
        loop.openConnections().traffic().onReceived(count);
        if (record != null) {
            record.onReceived(count);
        }
    }

    private void onSent(long count) {
        loop.openConnections().traffic().onSent(count);
        if (record != null) {
            record.onSent(count);
        }
    }

    @Override
    public ConnectionRecord record() {
        return record;
    }

    // ---- the end of what is sent

    @Override
    public void endsWithConnection() throws IOException {
        noteEndsWithConnection();
        channel.setOption(StandardSocketOptions.SO_LINGER, 0); // any close resets it now, also the end of the process
    }

    @Override
    public void shutdownOutput() throws IOException {
        endInOrder();
        channel.shutdownOutput();
    }

    @Override
    public void closeInOrder() {
        try {
            endInOrder();
        } catch (IOException ignored) { // it is closed already, or about to be
        }
        close();
    }

    private void endInOrder() throws IOException {
        if (notedEndsWithConnection()) {
            channel.setOption(StandardSocketOptions.SO_LINGER, -1);
        }
    }

    abstract void noteEndsWithConnection();

    abstract boolean notedEndsWithConnection();

    /** For how long nothing has come from the client or gone to it: about milliseconds. */
    public final int silence() {
        return millis(System.nanoTime()) - progressAt;
    }

    private static int millis(long nanos) {
        return (int) (nanos >> 20); // wraps around after weeks, which a difference survives
    }
}
