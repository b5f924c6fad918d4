package dev.ringer.internal.transport.tls;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.Lock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;

/**
 * A connection after its handshake: to the protocol above a transport like the clear one beneath, whose rules of ownership
 * it keeps. While the application owns it only the application decrypts, and the loop merely notes that something came.
 *
 * <p>What no selector reports, a complete record or decrypted bytes that nobody has taken, counts as left over when the
 * connection is given back, and is looked for after every event.
 */
final class TlsConnection implements Transport, Transport.Events {
    // fixed
    private final Transport socket;
    private final RecordReader reader;
    private final RecordWriter writer;
    private final SSLSession session;
    private Transport.Events above;

    // the loop's
    private boolean watchesInput = true;
    private boolean inEvent; // whether a call of the protocol above is further up the stack
    private boolean lookScheduled;

    TlsConnection(Transport socket, SSLEngine engine, CiphertextInput input, RecordWriter writer, TlsBuffers buffers) {
        this.socket = socket;
        this.writer = writer;
        this.reader = new RecordReader(engine, input, writer, buffers);
        this.session = engine.getSession();
    }

    /** Begins to serve. Loop only. */
    void open(EventsFactory protocol) {
        above = protocol.open(this);
        watch(true, false);
    }

    // ---- bytes

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        return reader.read(ByteBuffer.wrap(to, offset, length));
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        return reader.read(to);
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        writer.write(from);
    }

    @Override
    public boolean awaitReadable(long timeoutNanos) throws IOException {
        return reader.ready() || socket.awaitReadable(timeoutNanos);
    }

    @Override
    public boolean awaitWritable(long timeoutNanos) throws IOException {
        return socket.awaitWritable(timeoutNanos);
    }

    // ---- events of the socket

    @Override
    public void onReadable() {
        inEvent = true;
        try {
            above.onReadable();
        } finally {
            inEvent = false;
        }
        lookForInput();
    }

    @Override
    public void onWritable() {
        above.onWritable();
        lookForInput();
    }

    @Override
    public void onReturned() {
        watchesInput = true;
        inEvent = true;
        try {
            above.onReturned();
        } finally {
            inEvent = false;
        }
        lookForInput();
    }

    @Override
    public void onDeadline(boolean lent) {
        above.onDeadline(lent);
    }

    @Override
    public boolean closeIfIdle() {
        return above.closeIfIdle();
    }

    @Override
    public void onClosed(boolean lent) {
        above.onClosed(lent);
        if (!lent) { // else whoever uses the buffers leaves them to the garbage collector
            reader.release();
            writer.release();
        }
    }

    @Override
    public void watch(boolean readable, boolean writable) {
        watchesInput = readable;
        socket.watch(readable, writable);
        lookForInput();
    }

    /** Sees to it that input which is here already is reported like any other. */
    private void lookForInput() {
        if (!inEvent && !lookScheduled && inputWaits()) {
            lookScheduled = true;
            socket.execute(this::reportInput);
        }
    }

    private void reportInput() {
        lookScheduled = false;
        if (inputWaits()) {
            onReadable();
        }
    }

    private boolean inputWaits() {
        return watchesInput && socket.ownedByLoop() && reader.ready();
    }

    // ---- ownership

    @Override
    public void lend(boolean inputExpected) {
        socket.lend(inputExpected);
    }

    @Override
    public void giveBack(boolean leftover) {
        boolean looksLater = socket.onLoop() && inEvent; // as soon as the event is over
        socket.giveBack(leftover || !looksLater && reader.ready());
    }

    @Override
    public boolean ownedByLoop() {
        return socket.ownedByLoop();
    }

    @Override
    public void acquire(Lock lock) {
        socket.acquire(lock);
    }

    @Override
    public boolean onLoop() {
        return socket.onLoop();
    }

    @Override
    public void execute(Runnable task) {
        socket.execute(task);
    }

    @Override
    public boolean free() {
        return socket.free();
    }

    @Override
    public void whenFree(Runnable task) {
        socket.whenFree(task);
    }

    @Override
    public void deadlineIn(long nanos) {
        socket.deadlineIn(nanos);
    }

    // ---- end

    @Override
    public void shutdownOutput() throws IOException {
        writer.sendCloseNotify();
        socket.shutdownOutput();
    }

    @Override
    public void closeInOrder() {
        if (!socket.closed()) {
            try {
                writer.sendCloseNotify();
            } catch (IOException e) {
                ServerLog.trace("A TLS connection did not end in order", e);
            }
        }
        socket.close();
    }

    @Override
    public void close() {
        socket.close(); // without close_notify: what was cut off must not look complete
    }

    @Override
    public boolean closed() {
        return socket.closed();
    }

    @Override
    public SSLSession tlsSession() {
        return session;
    }

    @Override
    public InetSocketAddress localAddress() {
        return socket.localAddress();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return socket.remoteAddress();
    }
}
