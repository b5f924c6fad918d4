package dev.ringer.internal.transport;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.observe.ConnectionRecord;
import dev.ringer.internal.observe.EventRecorder;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ApplicationTask;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.FileThreads;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Relay;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.protocol.UnixPeer;
import dev.ringer.internal.threads.AtomicField;
import dev.ringer.internal.threads.StackRoom;
import dev.ringer.internal.time.LimitClock;
import dev.ringer.internal.time.TimeLimit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * The connection of a socket, without TLS, on its event loop. Only {@link #awaitReadable} and {@link #awaitWritable}
 * block. After an exception, the connection is closed.
 *
 * <p>One word of flags holds the state that several threads change. Any thread may set {@code CLOSED}, and no thread
 * clears it. {@code TRANSFERS} is set while a thread sends a file. A thread that waits for the client parks. Before it
 * parks, it sets the flag of its operation: reading or writing. The loop clears this flag before it unparks the thread.
 * A thread that stops waiting clears the flag itself. The selector watches the operations that the protocol wants, and
 * those for which a thread is parked.
 */
final class SocketConnection implements Transport, Loop, EventLoop.Selected, BufferedMemory.Connection {
    // bits of `flags`; the lowest bits are the operations of the selector
    private static final int CLOSED = 1 << 31;
    private static final int CLOSE_NOTIFIED = 1 << 30;
    private static final int ENDS_WITH_CONNECTION = 1 << 29;
    private static final int TRANSFERS = 1 << 28;
    /**
     * Whether files are sent without a copy in memory. On Windows, the JDK maps a part of the file for each call instead,
     * because the socket does not block, and Windows lets nobody overwrite a mapped file.
     */
    private static final boolean SENDS_FILES =
            !System.getProperty("os.name", "").startsWith("Windows");

    private static final int OPERATIONS = SelectionKey.OP_READ | SelectionKey.OP_WRITE;

    /**
     * The most bytes that one call reads into an array. For such reads, the JDK keeps a direct buffer for each thread,
     * as large as the largest read of the thread.
     */
    private static final int MAX_TRANSFER = 64 * 1024;

    /** The longest wait of a draining server for a first request: about a second, in the units of {@link #silence}. */
    private static final int MAX_SILENCE_OF_NEW = 1000;

    private static final VarHandle FLAGS = AtomicField.of(MethodHandles.lookup(), "flags", int.class);

    // these fields never change after construction
    final EventLoop loop;
    final SocketChannel channel;
    private final ConnectionRecord record; // null if the connection is not recorded
    // the addresses of the socket, even if a proxy names the client
    private final InetSocketAddress localAddress;
    private final InetSocketAddress remoteAddress;
    private final ClientMemory memory;
    private SelectionKey key;

    // only the event loop uses these fields
    private ConnectionEvents events;
    private Relay relay; // null without a PROXY protocol header; set before other threads use the connection
    // operations that the selector must watch for the protocol
    private int wanted = SelectionKey.OP_READ;

    // several threads use these fields
    private volatile int flags;
    // time of the last bytes read or written, as returned by millis(); written by the thread that reads or writes
    private int progressAt;
    private volatile Thread reader; // the thread that is parked until input comes; null if there is none
    private volatile Thread writer; // the thread that is parked until there is room; null if there is none

    SocketConnection(EventLoop loop, SocketChannel channel) throws IOException {
        this.loop = loop;
        this.channel = channel;
        this.progressAt = millis(loop.now());
        EventRecorder recorder = EventRecorder.current();
        this.record = recorder == null ? null : recorder.beginConnection();
        this.memory = new ClientMemory(loop.memory());
        this.localAddress = shown(channel.getLocalAddress());
        this.remoteAddress = shown(channel.getRemoteAddress());
    }

    /** Returns an address as the JDK's API shows it. For a unix domain socket, this is {@link UnixPeer#ADDRESS}. */
    static InetSocketAddress shown(SocketAddress address) {
        return address instanceof InetSocketAddress internet ? internet : UnixPeer.ADDRESS;
    }

    /**
     * Begins to watch the connection, and reads what may have arrived. The selector would report these bytes only at
     * its next selection, and never if the channel is closed before that. Called by the loop.
     */
    void open(Protocol protocol) throws IOException {
        assert loop.isCurrent();
        key = loop.register(channel, wanted, this);
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

    @Override
    public void onSelected(int readyOps) {
        try {
            if (isForProtocol(SelectionKey.OP_READ, readyOps)) {
                events.onReadable();
            }
            if (isForProtocol(SelectionKey.OP_WRITE, readyOps)) {
                events.onWritable();
            }
        } catch (Throwable fault) { // the exception concerns only this connection
            fail(fault);
        }
    }

    /**
     * Whether an operation is ready and the protocol must be notified. If a thread is parked for the operation, unparks
     * that thread instead, and returns false.
     */
    private boolean isForProtocol(int operation, int readyOps) {
        if ((readyOps & operation) == 0 || closed()) {
            return false;
        }
        boolean parked = clearParked(operation);
        if (!parked && (wanted & operation) != 0) {
            return true;
        }
        updateInterest(); // no thread is parked for the operation any more, so the selector may stop watching it
        if (parked) {
            LockSupport.unpark(operation == SelectionKey.OP_READ ? reader : writer);
        }
        return false;
    }

    /** Clears the flag that says that a thread is parked for an operation. Returns false if the flag was not set. */
    private boolean clearParked(int operation) {
        return ((int) FLAGS.getAndBitwiseAnd(this, ~operation) & operation) != 0;
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
        if ((seen & CLOSED) != 0) {
            return;
        }
        try {
            key.interestOps(wanted | seen & OPERATIONS);
        } catch (CancelledKeyException ignored) { // another thread has just closed the connection
        }
    }

    @Override
    public boolean isCurrent() {
        return loop.isCurrent();
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(ConnectionTask.of(this, task));
    }

    @Override
    public void executeNext(Runnable task) {
        loop.executeNext(ConnectionTask.of(this, task));
    }

    @Override
    public void executeShortly(Runnable task) {
        assert loop.isCurrent();
        loop.executeShortly(ConnectionTask.of(this, task));
    }

    @Override
    public void runApplication(Runnable code) {
        assert loop.isCurrent();
        loop.runApplication(code);
    }

    @Override
    public void runOn(Executor executor, ApplicationTask task) {
        loop.runOn(executor, task);
    }

    @Override
    public boolean inStint() {
        return loop.inStint();
    }

    @Override
    public boolean stopped() {
        return loop.stopped();
    }

    @Override
    public void schedule(Deadline deadline, long nanos) {
        assert loop.isCurrent();
        if (nanos == Long.MAX_VALUE || closed()) {
            loop.timers().remove(deadline);
        } else {
            loop.timers().schedule(deadline, LimitClock.nanos() + nanos, loop.now());
        }
    }

    @Override
    public FileThreads files() {
        return loop.files();
    }

    @Override
    public void aboutToBlock() {
        EventLoop.aboutToBlock();
    }

    @Override
    public boolean awaitReadable(long timeoutNanos) throws IOException {
        return await(SelectionKey.OP_READ, timeoutNanos);
    }

    @Override
    public boolean awaitWritable(long timeoutNanos) throws IOException {
        return await(SelectionKey.OP_WRITE, timeoutNanos);
    }

    private boolean await(int operation, long timeoutNanos) throws IOException {
        assert !loop.isCurrent();
        long deadline = LimitClock.nanos() + Math.min(timeoutNanos, TimeLimit.MAX_NANOS);
        EventLoop.aboutToBlock();
        boolean came = park(operation, deadline);
        check();
        return came;
    }

    /**
     * Parks the calling thread. The loop unparks the thread when the operation is ready. A selector for each waiting
     * thread would save two switches between threads, but the {@code sink} row of {@code benchmarks/servers} does not
     * gain from it.
     */
    private boolean park(int operation, long deadline) {
        Thread self = Thread.currentThread();
        parked(operation, self);
        try {
            FLAGS.getAndBitwiseOr(this, operation);
            loop.execute(this::updateInterest);
            while ((flags & (operation | CLOSED)) == operation && !self.isInterrupted()) {
                long begin = System.nanoTime();
                long left = deadline - LimitClock.at(begin);
                if (left <= 0) {
                    return false;
                }
                LockSupport.parkNanos(this, left);
                LimitClock.awake(begin, left, System.nanoTime());
            }
            return true;
        } finally {
            clearParked(operation);
            parked(operation, null);
        }
    }

    private void parked(int operation, Thread threadOrNull) {
        if (operation == SelectionKey.OP_READ) {
            reader = threadOrNull;
        } else {
            writer = threadOrNull;
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

    @Override
    public ClientMemory memory() {
        return memory;
    }

    @Override
    public long retainedBytes() {
        return memory.bytes();
    }

    @Override
    public boolean evictable() {
        ConnectionEvents current = events;
        return current != null && !closed() && (current.evictable() || clientIsAwaited());
    }

    /** Whether an application thread waits for this client. If so, closing the connection disturbs no other client. */
    private boolean clientIsAwaited() {
        return reader != null || writer != null;
    }

    @Override
    public boolean evict() {
        assert loop.isCurrent();
        // The connection may have released its memory since it was chosen for eviction. Then an eviction would free
        // nothing, but could lose an answer that the client waits for.
        if (closed() || memory.bytes() == 0) {
            return false;
        }
        boolean gone = events.evict();
        if (!gone && clientIsAwaited()) {
            close();
        }
        if (closed()) {
            closeAtOnce(); // not in a later task, because the server needs the memory
        }
        return gone || closed();
    }

    /** Closes the connection, or returns false because something is in progress on it or about to begin. */
    boolean closeIfIdle() {
        try {
            if (closed() || events == null) {
                return true;
            }
            readArrived();
            return closed() || !isNew() && events.closeIfIdle();
        } catch (Throwable fault) { // the exception concerns only this connection
            fail(fault);
            return true;
        }
    }

    /** Reads a request that came after the last selection. Otherwise {@link #closeIfIdle} would lose the request. */
    private void readArrived() {
        // if a thread is parked until input comes, that thread reads the request itself
        if ((wanted & SelectionKey.OP_READ) != 0 && (flags & SelectionKey.OP_READ) == 0 && !events.lent()) {
            events.onReadable();
        }
    }

    /**
     * Whether the client has connected recently and has not sent its first request. The client may still be busy with
     * something that comes before the request, such as a TLS handshake.
     */
    private boolean isNew() {
        return events.awaitsFirstRequest() && silence() < MAX_SILENCE_OF_NEW;
    }

    @Override
    public void fail(Throwable fault) {
        try {
            ServerLog.connectionFailed(remoteAddress(), fault);
        } finally {
            close();
        }
    }

    /**
     * Closes the connection if the client has reset it, which only a read shows. Called when the socket is readable. If
     * the socket has no bytes, the client has closed its sending side or reset the connection, and a read consumes
     * nothing. If a byte arrives just before the read, the read loses the byte, so this method closes the connection.
     */
    @Override
    public void closeIfReset() {
        assert loop.isCurrent();
        // The channel's socket adaptor does not support unix domain sockets. Such sockets are never reset.
        if (remoteAddress == UnixPeer.ADDRESS) {
            return;
        }
        try {
            if (channel.socket().getInputStream().available() == 0 && read(new byte[1], 0, 1) > 0) {
                close();
            }
        } catch (IOException reset) {
            close();
        }
    }

    /** Closes the connection, even during an exchange. */
    @Override
    public void close() {
        if (closed()) {
            return;
        }
        StackRoom.require(); // half a close could not be repeated
        int before = (int) FLAGS.getAndBitwiseOr(this, CLOSED);
        if ((before & CLOSED) != 0) {
            return;
        }
        if ((before & TRANSFERS) == 0) {
            closeChannel();
        } else {
            key.cancel(); // the thread that sends a file closes the channel
        }
        LockSupport.unpark(reader);
        LockSupport.unpark(writer);
        // execute() also wakes the selector: only its next selection frees the descriptor of the socket
        loop.execute(this::closedOnLoop);
    }

    private void closeChannel() {
        try {
            channel.close();
        } catch (IOException e) {
            ServerLog.trace("Failed to close a socket", e);
        }
    }

    /** Closes the connection, and does at once what the loop does later after {@link #close}. Called by the loop. */
    void closeAtOnce() {
        assert loop.isCurrent();
        close();
        closedOnLoop();
    }

    private void closedOnLoop() {
        if (((int) FLAGS.getAndBitwiseOr(this, CLOSE_NOTIFIED) & CLOSE_NOTIFIED) != 0) {
            return;
        }
        loop.openConnections().remove(remoteAddress.getAddress());
        if (record() != null) {
            record().end(remoteAddress);
        }
        if (events != null) {
            events.onClosed();
        }
        if (memory.bytes() > 0) { // a handler that is still running uses the memory
            loop.connections().addOutlived(this);
        }
    }

    @Override
    public boolean closed() {
        return (flags & CLOSED) != 0;
    }

    @Override
    public InetSocketAddress localAddress() {
        return relay != null && relay.clientKnown() ? relay.destination() : localAddress;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return relay != null && relay.clientKnown() ? relay.client() : remoteAddress;
    }

    @Override
    public void relayBy(Relay newRelay) {
        assert loop.isCurrent();
        relay = newRelay;
    }

    @Override
    public Relay relay() {
        return relay;
    }

    @Override
    public ConnectionRecord record() {
        return record;
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
                progressAt = millis(loop.isCurrent() ? loop.now() : LimitClock.nanos());
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
            onSent(count, from.hasRemaining());
        } catch (IOException broken) {
            close();
            throw broken;
        }
    }

    @Override
    public boolean sendsFiles() {
        return SENDS_FILES;
    }

    @Override
    public long transferFrom(FileChannel source, long position, long count) throws IOException {
        try {
            long sent = transfer(source, position, count);
            onSent(sent, sent < count);
            return sent;
        } catch (IOException broken) {
            close();
            throw broken;
        }
    }

    /**
     * Sends a part of a file. If another thread closes the connection meanwhile, this thread closes the channel. Closing
     * it immediately would wait for the disk since JDK 21. Before, it frees the descriptor, and when the disk answers,
     * the bytes of the file might go to the next connection with this descriptor.
     */
    private long transfer(FileChannel source, long position, long count) throws IOException {
        int before = (int) FLAGS.getAndBitwiseOr(this, TRANSFERS);
        try {
            if ((before & CLOSED) != 0) { // the thread that closes has not seen the flag
                throw new ClosedChannelException();
            }
            return source.transferTo(position, count, channel);
        } finally {
            if (((int) FLAGS.getAndBitwiseAnd(this, ~TRANSFERS) & CLOSED) != 0) {
                closeChannel();
            }
        }
    }

    private void onReceived(long count) {
        loop.traffic().onReceived(count);
        if (record != null) {
            record.onReceived(count);
        }
    }

    private void onSent(long count, boolean moreToSend) {
        if (count > 0 && moreToSend) { // without output that waits, progressAt does not matter
            progressAt = millis(LimitClock.nanos());
        }
        loop.traffic().onSent(count);
        if (record != null) {
            record.onSent(count);
        }
    }

    @Override
    public void endsWithConnection() throws IOException {
        FLAGS.getAndBitwiseOr(this, ENDS_WITH_CONNECTION);
        // from now on every close is a reset, even if the process ends
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
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
        } catch (IOException ignored) { // the socket is closed already, or about to be
        }
        close();
    }

    private void endInOrder() throws IOException {
        if ((flags & ENDS_WITH_CONNECTION) != 0) {
            channel.setOption(StandardSocketOptions.SO_LINGER, -1);
        }
    }

    @Override
    public int silence() {
        return millis(LimitClock.nanos()) - progressAt;
    }

    private static int millis(long nanos) {
        return (int) (nanos >> 20); // the number wraps around after weeks, but the difference of two times stays right
    }
}
