package dev.ringer.testkit;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.FileThreads;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.time.TimerWheel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Fakes a connection and its loop, without a socket or a thread. The test plays the client: it decides which bytes
 * arrive and how many bytes the client accepts. The test also plays the loop: it runs tasks and lets the deadline
 * expire. Any thread may write and add tasks; one thread must call everything else. A subclass overrides what its
 * client or its loop does differently.
 */
public class FakeConnection implements dev.ringer.internal.protocol.Transport, Loop {
    /** Thrown where a thread would wait for the client. */
    public static final IOException WAITED = new IOException("on purpose");

    private static final int ALL = Integer.MAX_VALUE;

    private final ClientMemory memory;
    private final FileThreads files = new FileThreads((task, nanos) -> {});
    private final Queue<ByteBuffer> input = new ConcurrentLinkedQueue<>();
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> shortlyTasks = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> applicationTasks = new ConcurrentLinkedQueue<>();
    private ConnectionEvents events; // null before serveBy
    private final TimerWheel timers = new TimerWheel(System.nanoTime());
    private Deadline deadline; // null before schedule
    private long deadlineNanos;
    private boolean watchesInput = true;
    private boolean watchesRoom;
    private volatile Runnable onEvent = () -> {};
    private volatile int room = ALL; // bytes that the client still accepts
    private volatile Error failure; // null for none
    private volatile int writes;
    private volatile int reads;
    private volatile boolean closed;

    /** Creates a connection for a test that does not check memory. */
    public FakeConnection() {
        this(new BufferedMemory(0));
    }

    /** Creates a connection with this memory account. */
    public FakeConnection(BufferedMemory account) {
        memory = new ClientMemory(account);
    }

    // ---- the client

    /** Sends bytes. No read returns bytes of two calls. */
    public FakeConnection sends(byte[] bytes) {
        input.add(ByteBuffer.wrap(bytes));
        return this;
    }

    /** Whether some of the bytes that the client has sent have not been read. */
    public boolean hasInput() {
        return !input.isEmpty();
    }

    /** Sets whether the client accepts all further bytes, or none. */
    public FakeConnection takes(boolean all) {
        room = all ? ALL : 0;
        return this;
    }

    /** Accepts this many more bytes, unless the client accepts all. */
    public void takesMore(int bytes) {
        room = room == ALL ? ALL : room + bytes;
    }

    /** Makes every further write throw this error. */
    public void failsWith(Error error) {
        failure = error;
    }

    /** Returns the bytes that the client has taken. */
    public byte[] taken() {
        synchronized (written) {
            return written.toByteArray();
        }
    }

    /** Returns the bytes that the client has taken, as text. */
    public String takenText() {
        return new String(taken(), StandardCharsets.ISO_8859_1);
    }

    /** Forgets the bytes that the client has taken. */
    public void forgetTaken() {
        synchronized (written) {
            written.reset();
        }
    }

    /** Returns the number of calls of {@link #write}. */
    public int writes() {
        return writes;
    }

    /** Returns the number of calls of {@code read}. */
    public int reads() {
        return reads;
    }

    // ---- the loop

    /** Returns the tasks that are to run soon. */
    public Queue<Runnable> tasks() {
        return tasks;
    }

    /** Returns the tasks that are to run in a millisecond. */
    public Queue<Runnable> shortlyTasks() {
        return shortlyTasks;
    }

    /** Returns the code of the application that is to run. */
    public Queue<Runnable> applicationTasks() {
        return applicationTasks;
    }

    /** Runs all tasks of a queue, including the tasks that these tasks add. */
    public static void runAll(Queue<Runnable> queue) {
        for (Runnable task; (task = queue.poll()) != null; ) {
            task.run();
        }
    }

    /** Notifies the protocol that bytes have come. */
    public void onReadable() {
        events.onReadable();
    }

    /** Lets the deadline that was set last expire. */
    public void meetDeadline() {
        timers.remove(deadline);
        deadline.expire();
    }

    /** Returns the delay of the deadline that was set last. */
    public long deadlineNanos() {
        return deadlineNanos;
    }

    /** Whether the protocol watches for input. */
    public boolean watchesInput() {
        return watchesInput;
    }

    /** Whether the protocol watches for room to write. */
    public boolean watchesRoom() {
        return watchesRoom;
    }

    /** Returns a fake protocol, for a test without a real one. Each event runs the action of {@link #onEvent}. */
    public ConnectionEvents events() {
        return (ConnectionEvents) Proxy.newProxyInstance(
                ConnectionEvents.class.getClassLoader(),
                new Class<?>[] {ConnectionEvents.class},
                (proxy, method, arguments) -> {
                    onEvent.run();
                    return null;
                });
    }

    /** Sets the action that {@link #events} runs on each event. */
    public void onEvent(Runnable action) {
        onEvent = action;
    }

    @Override
    public boolean isCurrent() {
        return false;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public FileThreads files() {
        return files;
    }

    @Override
    public void executeShortly(Runnable task) {
        shortlyTasks.add(task);
    }

    @Override
    public void runApplication(Runnable code) {
        applicationTasks.add(code);
    }

    @Override
    public void schedule(Deadline next, long nanos) {
        deadline = next;
        deadlineNanos = nanos;
        long now = System.nanoTime();
        timers.schedule(next, nanos == TimerWheel.NONE ? nanos : now + nanos, now);
    }

    @Override
    public void aboutToBlock() {
        // no other connection waits for this loop
    }

    // ---- the transport

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        return read(ByteBuffer.wrap(to, offset, length));
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        reads++;
        ByteBuffer first = input.peek();
        if (first == null) {
            return 0;
        }
        int count = Math.min(to.remaining(), first.remaining());
        to.put(first.slice().limit(count));
        first.position(first.position() + count);
        if (!first.hasRemaining()) {
            input.remove();
        }
        return count;
    }

    @Override
    public void write(ByteBuffer from) {
        writes++;
        if (failure != null) {
            throw failure;
        }
        byte[] bytes = new byte[Math.min(room, from.remaining())];
        from.get(bytes);
        synchronized (written) {
            written.writeBytes(bytes);
        }
        room -= room == ALL ? 0 : bytes.length;
    }

    @Override
    public boolean awaitReadable(long timeoutNanos) throws IOException {
        throw WAITED;
    }

    @Override
    public boolean awaitWritable(long timeoutNanos) throws IOException {
        throw WAITED;
    }

    @Override
    public void watchInput(boolean wanted) {
        watchesInput = wanted;
    }

    @Override
    public void watchRoom(boolean wanted) {
        watchesRoom = wanted;
    }

    @Override
    public void serveBy(ConnectionEvents protocol) {
        events = protocol;
    }

    @Override
    public void shutdownOutput() {
        // the client can see only that no more bytes come
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void fail(Throwable fault) {
        throw new AssertionError("a fault of the server", fault);
    }

    @Override
    public boolean closed() {
        return closed;
    }

    @Override
    public ClientMemory memory() {
        return memory;
    }

    @Override
    public Loop loop() {
        return this;
    }

    @Override
    public InetSocketAddress localAddress() {
        return new InetSocketAddress("127.0.0.1", 80);
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return new InetSocketAddress("127.0.0.1", 4711);
    }
}
