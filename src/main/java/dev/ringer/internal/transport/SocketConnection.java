package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A clear-text socket on its loop.
 *
 * <p>What several threads must agree on is one word of flags: {@code CLOSED}, set once by any thread, and for a thread that
 * has the loop watch the connection while it is parked, {@code READER_PARKED} and {@code WRITER_PARKED}, cleared by the loop,
 * or by the thread when it gives up. The selector looks for what the protocol and the parked threads want, taken together.
 */
final class SocketConnection implements Transport, Loop, EventLoop.Selected {
    private static final int READER_PARKED = 1;
    private static final int WRITER_PARKED = 1 << 1;
    private static final int CLOSED = 1 << 2;

    /** No array above this size goes to a channel in one call: the JDK would keep a direct buffer of its size. */
    private static final int MAX_TRANSFER = 64 * 1024;

    private static final VarHandle FLAGS;

    static {
        try {
            FLAGS = MethodHandles.lookup().findVarHandle(SocketConnection.class, "flags", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // fixed
    private final EventLoop loop;
    private final SocketChannel channel;
    private final InetSocketAddress localAddress;
    private final InetSocketAddress remoteAddress;
    private final OpenConnections openConnections;
    private SelectionKey key;

    // the loop's
    private ConnectionEvents events;
    private int wanted = SelectionKey.OP_READ; // by the protocol
    private int interest = SelectionKey.OP_READ;

    // shared
    private volatile int flags;
    private volatile Waiter reader;
    private volatile Waiter writer;

    SocketConnection(EventLoop loop, SocketChannel channel, OpenConnections openConnections) throws IOException {
        this.loop = loop;
        this.channel = channel;
        this.openConnections = openConnections;
        this.localAddress = (InetSocketAddress) channel.getLocalAddress();
        this.remoteAddress = (InetSocketAddress) channel.getRemoteAddress();
    }

    /**
     * Begins to watch the connection, and looks at once for what may be here already: the selector tells the kernel of a new
     * channel at its next selection only, and of one that is closed by then never. Loop only.
     */
    void open(Protocol protocol) throws IOException {
        assert loop.isCurrent();
        key = loop.register(channel, interest, this);
        protocol.open(this, Protocol.NOTHING_RECEIVED);
        if (!closed()) {
            events.onReadable();
        }
    }

    @Override
    public Loop loop() {
        return this;
    }

    @Override
    public void serveBy(ConnectionEvents newEvents) {
        assert loop.isCurrent();
        events = newEvents;
    }

    // ---- bytes

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        ByteBuffer view = loop.isCurrent() ? loop.view(to) : ByteBuffer.wrap(to);
        return read(view.limit(offset + Math.min(length, MAX_TRANSFER)).position(offset));
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        try {
            return channel.read(to);
        } catch (IOException broken) {
            close();
            throw broken;
        }
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        try {
            channel.write(from);
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
            return source.transferTo(position, count, channel);
        } catch (IOException broken) {
            close();
            throw broken;
        }
    }

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    // ---- events of the selector

    @Override
    public void onSelected(int readyOps) {
        try {
            if ((readyOps & SelectionKey.OP_READ) != 0 && !closed()) {
                selectedReadable();
            }
            if ((readyOps & SelectionKey.OP_WRITE) != 0 && !closed()) {
                selectedWritable();
            }
        } catch (Throwable fault) { // of this connection alone
            fail(fault);
        }
    }

    private void selectedReadable() {
        if (unpark(READER_PARKED)) {
            wake(reader);
            return;
        }
        if ((wanted & SelectionKey.OP_READ) == 0) {
            updateInterest(); // seen before it was no longer watched
        } else {
            events.onReadable();
        }
    }

    private void selectedWritable() {
        if (unpark(WRITER_PARKED)) {
            wake(writer);
            return;
        }
        if ((wanted & SelectionKey.OP_WRITE) == 0) {
            updateInterest();
        } else {
            events.onWritable();
        }
    }

    private boolean unpark(int flag) {
        if (((int) FLAGS.getAndBitwiseAnd(this, ~flag) & flag) == 0) {
            return false;
        }
        updateInterest();
        return true;
    }

    @Override
    public void watchInput(boolean on) {
        want(on ? wanted | SelectionKey.OP_READ : wanted & ~SelectionKey.OP_READ);
    }

    @Override
    public void watchRoom(boolean on) {
        want(on ? wanted | SelectionKey.OP_WRITE : wanted & ~SelectionKey.OP_WRITE);
    }

    private void want(int operations) {
        assert loop.isCurrent();
        if (operations != wanted) {
            wanted = operations;
            updateInterest();
        }
    }

    private void updateInterest() {
        int seen = flags;
        int operations = wanted
                | ((seen & READER_PARKED) != 0 ? SelectionKey.OP_READ : 0)
                | ((seen & WRITER_PARKED) != 0 ? SelectionKey.OP_WRITE : 0);
        if (operations == interest || (seen & CLOSED) != 0) {
            return;
        }
        interest = operations;
        try {
            key.interestOps(operations);
        } catch (CancelledKeyException ignored) { // another thread has just closed the connection
        }
    }

    // ---- the loop

    @Override
    public boolean isCurrent() {
        return loop.isCurrent();
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(guarded(task));
    }

    @Override
    public void executeShortly(Runnable task) {
        assert loop.isCurrent();
        loop.executeShortly(guarded(task));
    }

    private Runnable guarded(Runnable task) {
        return task instanceof ConnectionTask ? task : new ConnectionTask(this, task);
    }

    @Override
    public void runApplication(Runnable code) {
        assert loop.isCurrent();
        loop.runApplication(code);
    }

    @Override
    public void schedule(Deadline deadline, long nanos) {
        assert loop.isCurrent();
        if (nanos == Long.MAX_VALUE || closed()) {
            loop.timers().remove(deadline);
        } else {
            loop.timers().schedule(deadline, System.nanoTime() + nanos, loop.now());
        }
    }

    @Override
    public void aboutToBlock() {
        EventLoop.aboutToBlock();
    }

    // ---- waiting

    @Override
    public boolean awaitReadable(long timeoutNanos) throws IOException {
        Waiter waiter = newWaiter(SelectionKey.OP_READ, READER_PARKED);
        reader = waiter;
        try {
            return await(waiter, READER_PARKED, timeoutNanos);
        } finally {
            reader = null;
        }
    }

    @Override
    public boolean awaitWritable(long timeoutNanos) throws IOException {
        Waiter waiter = newWaiter(SelectionKey.OP_WRITE, WRITER_PARKED);
        writer = waiter;
        try {
            return await(waiter, WRITER_PARKED, timeoutNanos);
        } finally {
            writer = null;
        }
    }

    private Waiter newWaiter(int operation, int flag) throws IOException {
        return VirtualThreads.isVirtual(Thread.currentThread())
                ? new ParkedWaiter(() -> (flags & (flag | CLOSED)) != flag)
                : new SelectingWaiter(channel, operation, this::closed, loop.selectors());
    }

    private boolean await(Waiter waiter, int flag, long timeoutNanos) throws IOException {
        assert !loop.isCurrent();
        boolean parks = waiter instanceof ParkedWaiter;
        if (parks) {
            FLAGS.getAndBitwiseOr(this, flag);
            loop.execute(this::updateInterest);
        }
        try {
            boolean came = waiter.await(timeoutNanos);
            check();
            return came;
        } finally {
            if (parks) {
                FLAGS.getAndBitwiseAnd(this, ~flag);
            }
        }
    }

    private static void wake(Waiter waiter) {
        if (waiter != null) {
            waiter.wake();
        }
    }

    private void check() throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            close();
            throw new InterruptedIOException("interrupted while waiting for the client");
        }
        if (closed()) {
            throw new ClosedChannelException();
        }
    }

    // ---- end

    boolean closeIfIdle() {
        try {
            return closed() || events == null || events.closeIfIdle();
        } catch (Throwable fault) { // of this connection alone
            fail(fault);
            return true;
        }
    }

    @Override
    public void fail(Throwable fault) {
        try {
            ServerLog.unexpected("A connection has failed, and is closed", fault);
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        if (((int) FLAGS.getAndBitwiseOr(this, CLOSED) & CLOSED) != 0) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            ServerLog.trace("A socket did not close in order", e);
        }
        wake(reader);
        wake(writer);
        loop.execute(this::closedOnLoop); // also wakes the selector, which alone gives up the descriptor
    }

    private void closedOnLoop() {
        openConnections.remove(remoteAddress.getAddress());
        if (events != null) {
            events.onClosed();
        }
    }

    @Override
    public boolean closed() {
        return (flags & CLOSED) != 0;
    }

    @Override
    public InetSocketAddress localAddress() {
        return localAddress;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remoteAddress;
    }
}
