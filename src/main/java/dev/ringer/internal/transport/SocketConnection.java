package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.TimerWheel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/**
 * A clear-text socket and the hand-over of its ownership.
 *
 * <p>All that two threads must agree on is one word, the state. Its lowest bit says who owns the connection; the others
 * are flags, each set by one side and cleared by the other:
 *
 * <ul>
 *   <li>{@code READABLE}: input arrived, or is left over, while the application owns the connection; set by the loop,
 *       which stops watching for input at that moment ({@code DISARMED}), cleared by a reader that is about to read
 *   <li>{@code DISARMED}: the loop does not watch for input; cleared by the loop alone
 *   <li>{@code READER_WAITS}, {@code WRITER_WAITS}: a thread waits for the loop's word; cleared by the loop, or by the
 *       thread when it gives up
 *   <li>{@code CLOSED}: set once, by anybody
 * </ul>
 *
 * <p>Giving back is one compare-and-set from APP without flags to LOOP. If any flag is set the connection is queued to its
 * loop, which then takes ownership and does what is left to do. In the usual request neither side makes a system call or
 * wakes the other.
 */
final class SocketConnection extends TimerWheel.Entry implements Transport, EventLoop.Selected {
    private static final int APP = 1;
    private static final int READABLE = 1 << 1;
    private static final int DISARMED = 1 << 2;
    private static final int READER_WAITS = 1 << 3;
    private static final int WRITER_WAITS = 1 << 4;
    private static final int CLOSED = 1 << 5;

    /** No array above this size goes to a channel in one call: the JDK would keep a direct buffer of its size. */
    private static final int LARGEST_TRANSFER = 64 * 1024;

    private static final int LOCK_SPINS = 200;

    /** How often a loop's thread tries to take a lock that another thread holds. */
    private static final long LOCK_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(SocketConnection.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // fixed
    private final EventLoop loop;
    private final SocketChannel channel;
    private final InetSocketAddress localAddress;
    private final InetSocketAddress remoteAddress;
    private final Runnable whenClosed;
    private SelectionKey key;
    private Events events;

    // owned by the loop
    private int interest;

    // shared
    private volatile int state;
    private volatile Waiter reader;
    private volatile Waiter writer;

    SocketConnection(EventLoop loop, SocketChannel channel, Runnable whenClosed) throws IOException {
        this.loop = loop;
        this.channel = channel;
        this.whenClosed = whenClosed;
        this.localAddress = (InetSocketAddress) channel.getLocalAddress();
        this.remoteAddress = (InetSocketAddress) channel.getRemoteAddress();
    }

    /**
     * Begins to watch the connection, and looks at once for what may be here already: the selector tells the kernel of a new
     * channel at its next selection only, and of one that is closed by then never. Loop only.
     */
    void open(EventsFactory protocol) throws IOException {
        assert loop.isCurrent();
        interest = SelectionKey.OP_READ;
        key = loop.register(channel, interest, this);
        loop.timers().schedule(this, TimerWheel.NONE, loop.now());
        events = protocol.open(this);
        if (!closed()) {
            events.onReadable();
        }
    }

    // ---- bytes

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        ByteBuffer view = loop.isCurrent() ? loop.view(to) : ByteBuffer.wrap(to);
        return read(view.limit(offset + Math.min(length, LARGEST_TRANSFER)).position(offset));
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
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    // ---- events of the selector

    @Override
    public void onSelected(int readyOps) {
        if ((readyOps & SelectionKey.OP_READ) != 0) {
            selectedReadable();
        }
        if ((readyOps & SelectionKey.OP_WRITE) != 0) {
            selectedWritable();
        }
    }

    private void selectedReadable() {
        while (true) {
            int seen = state;
            if ((seen & CLOSED) != 0) {
                return;
            }
            if ((seen & APP) == 0) {
                events.onReadable();
                return;
            }
            if (STATE.compareAndSet(this, seen, (seen | READABLE | DISARMED) & ~READER_WAITS)) {
                interest(interest & ~SelectionKey.OP_READ);
                if ((seen & READER_WAITS) != 0) {
                    wake(reader);
                }
                return;
            }
        }
    }

    private void selectedWritable() {
        int seen = (int) STATE.getAndBitwiseAnd(this, ~WRITER_WAITS);
        if ((seen & WRITER_WAITS) != 0) {
            interest(interest & ~SelectionKey.OP_WRITE);
            wake(writer);
        } else if ((seen & (APP | CLOSED)) == 0) {
            events.onWritable();
        } else {
            interest(interest & ~SelectionKey.OP_WRITE);
        }
    }

    @Override
    public void watch(boolean readable, boolean writable) {
        assert loop.isCurrent();
        interest((readable ? SelectionKey.OP_READ : 0) | (writable ? SelectionKey.OP_WRITE : 0));
    }

    private void interest(int ops) {
        if (ops == interest) {
            return;
        }
        interest = ops;
        try {
            key.interestOps(ops);
        } catch (CancelledKeyException ignored) { // another thread has just closed the connection
        }
    }

    // ---- ownership

    @Override
    public boolean ownedByLoop() {
        return (state & (APP | CLOSED)) == 0;
    }

    @Override
    public void lend(boolean inputExpected) {
        assert loop.isCurrent() && (state & APP) == 0;
        if (inputExpected) {
            interest(interest & ~SelectionKey.OP_READ);
        }
        STATE.getAndBitwiseOr(this, inputExpected ? APP | DISARMED : APP);
    }

    @Override
    public void giveBack(boolean leftover) {
        if (!leftover && STATE.compareAndSet(this, APP, 0)) {
            return;
        }
        loop.execute(this::takeBack);
    }

    private void takeBack() {
        if ((state & CLOSED) != 0) {
            events.onClosed(false); // the application could not clean up, and no longer needs anything
            return;
        }
        STATE.getAndBitwiseAnd(this, CLOSED); // the application is done with it: no flag of its means anything now
        interest(SelectionKey.OP_READ);
        events.onReturned();
    }

    @Override
    public boolean onLoop() {
        return loop.isCurrent();
    }

    @Override
    public boolean free() {
        return loop.free();
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }

    @Override
    public void whenFree(Runnable task) {
        loop.whenFree(task);
    }

    // ---- waiting

    @Override
    public boolean awaitReadable(long timeoutNanos) throws IOException {
        int before = (int) STATE.getAndBitwiseAnd(this, ~READABLE);
        if ((before & READABLE) != 0) {
            return true; // something came since the last look
        }
        return await(SelectionKey.OP_READ, timeoutNanos);
    }

    @Override
    public boolean awaitWritable(long timeoutNanos) throws IOException {
        return await(SelectionKey.OP_WRITE, timeoutNanos);
    }

    private boolean await(int operation, long timeoutNanos) throws IOException {
        Waiter waiter = Waiter.ofCurrentThread(loop.selectors());
        boolean reading = operation == SelectionKey.OP_READ;
        if (reading) {
            reader = waiter;
        } else {
            writer = waiter;
        }
        try {
            boolean came = waiter.selects()
                    ? waiter.select(channel, operation, this::closed, timeoutNanos)
                    : awaitLoop(reading ? READER_WAITS : WRITER_WAITS, waiter, timeoutNanos);
            check();
            return came;
        } finally {
            if (reading) {
                reader = null;
            } else {
                writer = null;
            }
        }
    }

    /** Waits for the loop to clear a flag. */
    private boolean awaitLoop(int flag, Waiter waiter, long timeoutNanos) throws IOException {
        int seen;
        do {
            seen = state;
            if ((seen & CLOSED) != 0 || flag == READER_WAITS && (seen & READABLE) != 0) {
                return true;
            }
        } while (!STATE.compareAndSet(this, seen, seen | flag));
        if (loop.isCurrent()) {
            arm();
        } else if (flag == WRITER_WAITS || (seen & DISARMED) != 0) {
            loop.execute(this::arm);
        }
        boolean came = waiter.await(() -> (state & (flag | CLOSED)) != flag, timeoutNanos);
        STATE.getAndBitwiseAnd(this, ~flag);
        return came;
    }

    @Override
    public void acquire(Lock lock) {
        EventLoop current = EventLoop.ofCurrentThread();
        if (current == null) {
            lock.lock();
            return;
        }
        for (int i = 0; i < LOCK_SPINS; i++) { // held for one write, as a rule
            if (lock.tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        boolean interrupted = false;
        while (!current.turnUntil(lock::tryLock, System.nanoTime() + LOCK_POLL_NANOS)) {
            interrupted |= Thread.interrupted(); // or the turns would not wait
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Watches for whatever a thread waits for. */
    private void arm() {
        int seen = state;
        if ((seen & CLOSED) != 0) {
            return;
        }
        int wanted = interest;
        if ((seen & READER_WAITS) != 0) {
            wanted |= SelectionKey.OP_READ;
            STATE.getAndBitwiseAnd(this, ~DISARMED);
        }
        if ((seen & WRITER_WAITS) != 0) {
            wanted |= SelectionKey.OP_WRITE;
        }
        interest(wanted);
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
        if ((state & CLOSED) != 0) {
            throw new ClosedChannelException();
        }
    }

    // ---- deadline

    @Override
    public void deadlineIn(long nanos) {
        if (closed()) {
            return; // or the wheel would hold it for ever
        }
        boolean none = nanos == Long.MAX_VALUE;
        long now = none ? loop.now() : System.nanoTime(); // not the turn's time: a handler may have run since
        long deadline = none ? TimerWheel.NONE : now + nanos;
        if (loop.isCurrent()) {
            loop.timers().schedule(this, deadline, now);
        } else {
            deadlineLazily(deadline);
        }
    }

    @Override
    public void expire() {
        if ((state & CLOSED) == 0) {
            events.onDeadline((state & APP) != 0);
        }
    }

    // ---- end

    boolean closeIfIdle() {
        int seen = state;
        return (seen & CLOSED) != 0 || (seen & APP) == 0 && events.closeIfIdle();
    }

    @Override
    public void close() {
        int before = (int) STATE.getAndBitwiseOr(this, CLOSED);
        if ((before & CLOSED) != 0) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            ServerLog.trace("A socket did not close in order", e);
        }
        wake(reader);
        wake(writer);
        if (loop.isCurrent()) {
            closedOnLoop();
        } else {
            loop.execute(this::closedOnLoop); // also wakes the selector, which alone gives up the descriptor
        }
    }

    private void closedOnLoop() {
        loop.timers().remove(this);
        whenClosed.run();
        if (events != null) {
            events.onClosed((state & APP) != 0);
        }
    }

    @Override
    public boolean closed() {
        return (state & CLOSED) != 0;
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
