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
 * The transport of another protocol on a stream, once the exchange has given the stream to that protocol (RFC 8441, 5).
 * Its bytes travel in DATA. END_STREAM is the orderly end of a direction, as FIN is on a connection. RST_STREAM is the
 * abrupt one.
 *
 * <pre>
 *   OPEN ──shutdownOutput──► our END_STREAM follows what was written
 *     └──close, reset by either side, end of the connection──► CLOSED: the loop notifies the protocol; without an
 *                                                              END_STREAM of ours the stream is reset
 * </pre>
 *
 * <p>The stream counts among those of its connection until it is closed and the application was notified of that. Until
 * then the head of its request stays on the memory account. The exchange may still be asked for the head, if somebody
 * has kept the exchange.
 *
 * <p>What is written waits in the stream's room for content, like a response. That room and the client's windows limit
 * it. What arrives waits like the content of a request, and the server's windows limit it.
 *
 * <p>This is also the loop of its protocol, so that a fault of the protocol closes the stream and no other. Owned by
 * the loop thread, except for what {@link Transport} and {@link Loop} allow to any thread.
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

    /**
     * The largest head, in bytes, that counts as part of the cost that every connection has, as with other heads that
     * last.
     */
    private static final int MAX_UNCOUNTED_HEAD = 1024;

    /** The stream, whose exchange has ended. */
    interface Owner {
        /** Returns the transport of the connection. */
        Transport transport();

        /** Returns the output of the connection. */
        FrameOutput output();

        /** Returns the window for content that may arrive on all streams together. */
        ContentCredit credit();

        /** Drops what nobody will read. With a code, the stream is reset, unless it is over already. */
        void endTunnel(ErrorCode codeOrNull);
    }

    // fixed
    private final Owner stream;
    private final ResponseSender sender;
    private final RequestContent input;
    private final ClientMemory memory;

    // owned by the loop thread
    private ConnectionEvents events; // null before the protocol has taken the stream up
    private boolean watching; // whether input is watched
    private boolean endRead;
    private boolean outputEnded;
    private boolean ended;
    private boolean served; // whether the application was notified of the end
    private int countedHead; // bytes of the head on the memory account

    // shared
    private volatile boolean roomWanted;
    private volatile boolean closed;
    private volatile ErrorCode code = ErrorCode.CANCEL; // the code of the reset, if there is one (RFC 8441, 5)

    /**
     * Makes the transport of a stream whose content the loop thread reads from now on.
     *
     * @param stream the stream
     * @param sender what sends on it
     * @param input its content
     * @param headSize bytes of the head of its request
     */
    StreamTransport(Owner stream, ResponseSender sender, RequestContent input, int headSize) {
        this.stream = stream;
        this.sender = sender;
        this.input = input;
        this.memory = new ClientMemory(stream.transport().memory());
        this.countedHead = headSize > MAX_UNCOUNTED_HEAD ? headSize : 0;
        memory.take(countedHead);
    }

    /** Gives the stream to its protocol, unless it has been lost. */
    void open(Protocol next) {
        if (sender.disconnected()) {
            close();
            return;
        }
        watchInput(true);
        next.open(this, Protocol.NOTHING_RECEIVED);
    }

    // ---- events

    /** Handles content, or its end, that has arrived or may still be there. */
    void onInput() {
        if (closed || events == null || !isReadable()) {
            return;
        }
        try {
            events.onReadable();
        } catch (Throwable fault) { // it affects this stream alone
            fail(fault);
        }
        if (isReadable()) {
            execute(this::onInput); // after others have had their turn
        }
    }

    private boolean isReadable() {
        return watching && !endRead && input.isReadable();
    }

    /** Notes that content has left. Sending thread only. */
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
     * Ends the stream if it is not in use. Called because the server is draining.
     *
     * @return true if the server waits for nothing of the stream: everything that the server sends has been composed.
     *     What the client may still send, or the application be notified of, does not concern the server any more
     */
    boolean endIfIdle() {
        boolean over = closed || events != null && events.closeIfIdle();
        return over && sender.closed();
    }

    /** Whether the protocol has ended the output in order, so that nothing of it is cut off any more. */
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
        sender.add(from);
        if (from.remaining() < before) {
            sender.sendWritten();
        }
    }

    @Override
    public boolean judgesReader() {
        return true; // by the paces of the stream's window, of the connection's, and of the socket
    }

    @Override
    public void awaitsAnswer() {
        stream.credit().onTunnelTalks();
        stream.output().send();
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
        stream.credit().onTunnelWaits(wanted); // streams that nobody reads must not keep this one waiting
        if (wanted) {
            execute(this::onInput);
        }
    }

    @Override
    public void watchRoom(boolean wanted) {
        roomWanted = wanted;
        if (wanted) {
            execute(this::onRoom); // there may be room by now
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
        sender.complete();
        sender.sendWritten();
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
        input.endHandOver();
        stream.endTunnel(outputEnded ? null : code);
        ended = true;
        leave();
        stream.output().send();
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
            sender.lasts(false);
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

    /** Returns the bytes that {@link #letGo} can free; 0 while a recipient is at work. */
    long spareableMemory() {
        ConnectionEvents told = events;
        return told == null || closed || !told.spareable() ? 0 : memory.bytes();
    }

    /** Evicts the stream by its protocol's own way to say so. Returns false if that has been done or cannot be done. */
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
