package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLSession;

/**
 * What a stream is once its exchange has given it to another protocol (RFC 8441, 5): a transport of its own, whose bytes travel
 * in DATA. END_STREAM is the orderly end of a direction, as FIN is on a connection, and RST_STREAM the other one.
 *
 * <pre>
 *   OPEN ──shutdownOutput──► our END_STREAM follows what was written
 *     └──close, reset by either side, end of the connection──► CLOSED: the protocol is told on the loop; without an END_STREAM of ours the
 *                                                              stream is reset
 * </pre>
 *
 * <p>The stream counts among those of its connection until then, and until the application has heard of it; so does its request's head on the
 * account of memory, of which its exchange, if somebody has kept that, may still be asked. What is written waits in the stream's room for content, as that
 * of a response, and is bounded by it and by the client's windows; what comes waits as a request's content, and is bounded by ours.
 * It is also the loop of its protocol, so that a fault of that closes the stream and no other. Owned by the loop, but for what
 * {@link Transport} and {@link Loop} give to any thread.
 */
final class StreamTransport implements Transport, Loop {
    private static final VarHandle CLOSED;

    static {
        try {
            CLOSED = MethodHandles.lookup().findVarHandle(StreamTransport.class, "closed", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What is less counts as part of what every connection costs, as with other heads that last. */
    private static final int MAX_UNCOUNTED_HEAD = 1024;

    // fixed
    private final Http2Stream stream;
    private final RequestContent input;
    private final ClientMemory memory;

    // the loop's
    private ConnectionEvents events; // null before the protocol has taken the stream up
    private boolean watching; // what comes
    private boolean endRead;
    private boolean outputEnded;
    private boolean ended;
    private boolean served; // the application has heard of the end
    private int countedHead; // on the account

    // shared
    private volatile boolean roomWanted;
    private volatile boolean closed;
    private volatile ErrorCode code = ErrorCode.CANCEL; // of the reset, if it comes to that (RFC 8441, 5)

    /** For a stream whose content the loop reads from now on, and whose request has a head of this size. */
    StreamTransport(Http2Stream stream, RequestContent input, int headSize) {
        this.stream = stream;
        this.input = input;
        this.memory = new ClientMemory(stream.memory());
        this.countedHead = headSize > MAX_UNCOUNTED_HEAD ? headSize : 0;
        memory.take(countedHead);
    }

    /** Gives the stream to its protocol, unless it has been lost. */
    void open(Protocol next) {
        if (stream.disconnected()) {
            close();
            return;
        }
        watchInput(true);
        next.open(this, Protocol.NOTHING_RECEIVED);
    }

    // ---- events

    /** Content has come, or its end; or there may still be some. */
    void onInput() {
        if (closed || events == null || !isReadable()) {
            return;
        }
        try {
            events.onReadable();
        } catch (Throwable fault) { // of this stream alone
            fail(fault);
        }
        if (isReadable()) {
            execute(this::onInput); // when others have had their turn
        }
    }

    private boolean isReadable() {
        return watching && !endRead && input.isReadable();
    }

    /** Content has left. On the thread that sends. */
    void onTaken() {
        if (roomWanted) {
            execute(this::onRoom);
        }
    }

    private void onRoom() {
        if (roomWanted && !closed && events != null && stream.hasRoom()) {
            events.onWritable();
        }
    }

    /**
     * The server is draining: ends what is in no use.
     *
     * @return true if nothing of the stream is waited for: all of ours has been composed, and what the client may still send, or the
     *     application hear of, is not the server's affair any more
     */
    boolean endIfIdle() {
        boolean over = closed || events != null && events.closeIfIdle();
        return over && stream.closed();
    }

    /** Whether its protocol has ended it in order, so that nothing of it is broken off any more. */
    boolean outputEnded() {
        return outputEnded;
    }

    // ---- bytes

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        checkOpen();
        int count = endRead ? -1 : input.readNow(to, offset, length);
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
        stream.add(from);
        if (from.remaining() < before) {
            stream.sendWritten();
        }
    }

    @Override
    public boolean judgesReader() {
        return true; // by the paces of the stream's window, of the connection's, and of the socket
    }

    @Override
    public void awaitsAnswer() {
        stream.connection().credit().onTunnelTalks();
        stream.connection().output().send();
    }

    private void checkOpen() throws IOException {
        if (closed()) {
            throw new IOException("The stream is closed");
        }
    }

    @Override
    public void watchInput(boolean wanted) {
        if (watching == wanted || closed && wanted) {
            return;
        }
        watching = wanted;
        stream.connection()
                .credit()
                .onTunnelWaits(wanted); // others that are not read must not keep it from what it waits for
        if (wanted) {
            execute(this::onInput);
        }
    }

    @Override
    public void watchRoom(boolean wanted) {
        roomWanted = wanted;
        if (wanted) {
            execute(this::onRoom); // there may be some by now
        }
    }

    @Override
    public void serveBy(ConnectionEvents newEvents) {
        events = newEvents;
    }

    // ---- the end

    @Override
    public void shutdownOutput() throws IOException {
        checkOpen();
        outputEnded = true;
        stream.complete();
        stream.sendWritten();
    }

    @Override
    public void closeInOrder() {
        execute(() -> {
            if (!closed() && !outputEnded) {
                shutdownOutput(this);
            }
            close();
        });
    }

    private static void shutdownOutput(StreamTransport transport) {
        try {
            transport.shutdownOutput();
        } catch (IOException e) {
            ServerLog.trace("A stream did not end in order", e);
        }
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
        if (!outputEnded) {
            stream.connection().ends().breakOff(stream, code);
        }
        input.endHandOver();
        stream.connection().ends().dropContent(stream);
        ended = true;
        leave();
        stream.connection().output().send();
    }

    @Override
    public void onServed() {
        execute(() -> {
            served = true;
            leave();
        });
    }

    private void leave() {
        if (ended && (served || events == null)) {
            memory.release(countedHead);
            countedHead = 0;
            stream.lasts(false);
        }
    }

    @Override
    public void fail(Throwable fault) {
        try {
            ServerLog.unexpected("A stream has failed, and is closed", fault);
        } finally {
            code = ErrorCode.INTERNAL_ERROR;
            close();
        }
    }

    @Override
    public boolean closed() {
        return closed || connection().closed();
    }

    // ---- memory

    @Override
    public ClientMemory memory() {
        return memory;
    }

    /** How much of it {@link #letGo} can have: nothing of what is left to a recipient at work. */
    long spareableMemory() {
        ConnectionEvents told = events;
        return told == null || closed || !told.spareable() ? 0 : memory.bytes();
    }

    /** Lets go, by its protocol's own way to say so; false if that has been done or cannot be. */
    boolean letGo() {
        return events != null && !closed && events.letGo();
    }

    // ---- the loop

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
    public void aboutToBlock() {
        connection().loop().aboutToBlock();
    }

    // ---- the connection that it is on

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
