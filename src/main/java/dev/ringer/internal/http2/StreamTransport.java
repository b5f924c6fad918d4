package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.http2.response.ResponseSender;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ApplicationTask;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.FileThreads;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.threads.AtomicField;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLSession;

/**
 * Carries the bytes of another protocol, such as WebSocket, on one HTTP/2 stream (RFC 8441, 5). The exchange of the
 * stream has ended. DATA frames carry the bytes. END_STREAM ends one direction in order, as FIN does on a TCP
 * connection. RST_STREAM ends both directions abruptly.
 *
 * <pre>
 *   OPEN ──shutdownOutput──► END_STREAM follows what was written
 *     └──close, reset by either side, end of the connection──► CLOSED: the loop notifies the protocol, and resets the
 *                                                              stream unless the server has sent END_STREAM
 * </pre>
 *
 * <p>The stream counts against the connection's limit of streams until it is closed and the application was notified.
 * Until then, the memory account also counts the request head, because the application may retain the exchange.
 *
 * <p>Output waits like the content of a response, and input like the content of a request. The flow-control windows
 * limit both.
 *
 * <p>This object also acts as the loop of the other protocol, so that an exception in that protocol closes only its own
 * stream. Owned by the loop thread, except for methods that {@link Transport} and {@link Loop} allow to any thread.
 */
final class StreamTransport implements Transport, Loop {
    private static final VarHandle CLOSED = AtomicField.of(MethodHandles.lookup(), "closed", boolean.class);

    private final Http2Stream stream;
    private final ResponseSender sender;
    private final RequestContent input; // content of the request; null if there is none, or nobody reads it
    private final ClientMemory memory;

    // owned by the loop thread
    private ConnectionEvents events; // receives the events of this transport; null before the protocol has begun
    private boolean watching; // whether the protocol on this stream wants to be notified of input
    private boolean endRead; // whether the protocol on this stream has read the end of the input
    private boolean outputEnded;
    private boolean ended;
    private boolean served; // whether the application was notified that the stream has ended
    private int countedHead; // bytes of a large request head that the memory account counts

    // used by several threads
    private volatile boolean roomWanted; // whether events.onWritable() must be called when there is room
    private volatile boolean closed;
    private volatile ErrorCode code = ErrorCode.CANCEL; // error code if the server resets the stream (RFC 8441, 5)

    /**
     * Makes the transport of a stream. From now on the loop thread reads the content of the stream.
     *
     * @param input the content of the request; null if there is none, and then every read returns -1
     * @param countedHead the size of a large request head in bytes; 0 for a small one, which the connection counts
     */
    StreamTransport(Http2Stream stream, ResponseSender sender, RequestContent input, int countedHead) {
        this.stream = stream;
        this.sender = sender;
        this.input = input;
        this.memory = new ClientMemory(stream.transport().memory());
        this.countedHead = countedHead;
        memory.take(countedHead);
    }

    /** Starts the protocol on this stream, unless the stream can no longer reach its client. */
    void open(Protocol next) {
        if (sender.disconnected()) {
            close();
            return;
        }
        watchInput(true);
        next.open(this, Protocol.NOTHING_RECEIVED);
    }

    /** Notifies the protocol on this stream if content, or the end of the content, has arrived. */
    void onInput() {
        if (closed || events == null || !isReadable()) {
            return;
        }
        try {
            events.onReadable();
        } catch (Throwable fault) { // an exception of the protocol on this stream must not affect others
            fail(fault);
        }
        if (isReadable()) {
            execute(this::onInput); // the protocol has not read all: notify it again after the loop's other tasks
        }
    }

    private boolean isReadable() {
        return watching && !endRead && input.isReadable();
    }

    /** Called when content was sent. Sending thread only. */
    void onTaken() {
        if (roomWanted) {
            execute(this::onRoom);
        }
    }

    private void onRoom() {
        if (roomWanted && !closed && events != null && sender.hasRoom()) {
            events.onWritable();
        }
    }

    /**
     * Called while the server drains: ends the stream if the protocol on it is idle. Returns true if the stream has
     * ended and all of its frames were composed. Does not wait for the client or the application.
     */
    boolean endIfIdle() {
        boolean over = closed || events != null && events.closeIfIdle();
        return over && sender.closed();
    }

    /** Whether the protocol on this stream has ended its output with END_STREAM. */
    boolean outputEnded() {
        return outputEnded;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        checkOpen();
        int count = endRead || input == null ? -1 : input.readNow(to, offset, length);
        endRead |= count < 0;
        return count;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        byte[] bytes = new byte[to.remaining()];
        int count = read(bytes, 0, bytes.length);
        if (count > 0) {
            to.put(bytes, 0, count);
        }
        return count;
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        checkOpen();
        int before = from.remaining();
        sender.add(from);
        if (from.remaining() < before) {
            sender.sendWritten();
        }
    }

    @Override
    public boolean judgesReader() {
        return true;
    }

    @Override
    public boolean outlivesInput() {
        return true;
    }

    private void checkOpen() throws IOException {
        if (closed()) {
            throw new IOException("The HTTP/2 stream is closed");
        }
    }

    @Override
    public void watchInput(boolean wanted) {
        if (watching == wanted || input == null || closed && wanted) {
            return;
        }
        watching = wanted;
        if (wanted) {
            execute(this::onInput);
        }
    }

    @Override
    public void watchRoom(boolean wanted) {
        roomWanted = wanted;
        if (wanted) {
            execute(this::onRoom); // if the buffer has room already, no later event calls onRoom()
        }
    }

    @Override
    public void serveBy(ConnectionEvents newEvents) {
        events = newEvents;
    }

    @Override
    public void shutdownOutput() throws IOException {
        checkOpen();
        endOutput();
    }

    private void endOutput() {
        outputEnded = true;
        sender.complete();
        sender.sendWritten();
    }

    @Override
    public void closeInOrder() {
        execute(() -> {
            if (!closed() && !outputEnded) {
                endOutput();
            }
            close();
        });
    }

    @Override
    public void close() {
        if (CLOSED.compareAndSet(this, false, true)) {
            execute(this::closedOnLoop);
        }
    }

    private void closedOnLoop() {
        watchInput(false);
        try {
            if (events != null) {
                events.onClosed();
            }
        } finally {
            end();
        }
    }

    private void end() {
        if (input != null) {
            input.endHandOver();
        }
        stream.endTunnel(outputEnded ? null : code);
        ended = true;
        releaseIfOver();
        stream.output().send();
    }

    @Override
    public void onServed() {
        execute(() -> {
            served = true;
            releaseIfOver();
        });
    }

    private void releaseIfOver() {
        if (ended && (served || events == null)) {
            memory.release(countedHead);
            countedHead = 0;
            sender.keepOpenAfterExchange(false);
        }
    }

    @Override
    public void fail(Throwable fault) {
        try {
            ServerLog.streamFailed(stream.id(), remoteAddress(), fault);
        } finally {
            code = ErrorCode.INTERNAL_ERROR;
            close();
        }
    }

    @Override
    public boolean closed() {
        return closed || connection().closed();
    }

    @Override
    public ClientMemory memory() {
        return memory;
    }

    /** Returns how many bytes {@link #evict} can free; 0 if the protocol on this stream cannot be evicted now. */
    long evictableBytes() {
        ConnectionEvents current = events;
        return current == null || closed || !current.evictable() ? 0 : memory.bytes();
    }

    /** Lets the protocol on this stream end it in its own way, to free memory. Returns false if nothing was freed. */
    boolean evict() {
        return events != null && !closed && events.evict();
    }

    @Override
    public Loop loop() {
        return this;
    }

    @Override
    public boolean isCurrent() {
        return connection().loop().isCurrent();
    }

    @Override
    public void execute(Runnable task) {
        connection().loop().execute(ConnectionTask.of(this, task));
    }

    @Override
    public void executeShortly(Runnable task) {
        connection().loop().executeShortly(ConnectionTask.of(this, task));
    }

    @Override
    public void runApplication(Runnable code) {
        connection().loop().runApplication(code);
    }

    @Override
    public void schedule(Deadline deadline, long nanos) {
        connection().loop().schedule(deadline, closed ? Long.MAX_VALUE : nanos);
    }

    @Override
    public FileThreads files() {
        return connection().loop().files();
    }

    @Override
    public void runOn(Executor executor, ApplicationTask task) {
        connection().loop().runOn(executor, task);
    }

    @Override
    public boolean inStint() {
        return connection().loop().inStint();
    }

    @Override
    public void aboutToBlock() {
        connection().loop().aboutToBlock();
    }

    private Transport connection() {
        return stream.transport();
    }

    @Override
    public InetSocketAddress localAddress() {
        return connection().localAddress();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return connection().remoteAddress();
    }

    @Override
    public SSLSession tlsSession() {
        return connection().tlsSession();
    }
}
