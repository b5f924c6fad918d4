package dev.ringer.internal.transport.tls;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.observe.ConnectionRecord;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Relay;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.NanoClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;

/**
 * A TLS connection after its handshake. A protocol such as HTTP/1 uses this object like a transport in clear text. The
 * selector does not report input that was already read from the socket: complete records and decrypted bytes. So while
 * the protocol watches input, this object checks for such input after every event. During that time, only the loop
 * reads.
 */
final class TlsConnection implements Transport, ConnectionEvents {
    private final Transport socket;
    private final RecordReader reader;
    private final RecordWriter writer;
    private final SSLSession session;

    // only the event loop uses these fields
    private ConnectionEvents above;
    private boolean watchesInput = true;
    private boolean checkScheduled;

    TlsConnection(Transport socket, SSLEngine engine, CiphertextInput input, RecordWriter writer, TlsBuffers buffers) {
        this.socket = socket;
        this.writer = writer;
        this.reader = new RecordReader(engine, input, writer, buffers, socket.memory(), NanoClock.INSTANCE);
        this.session = engine.getSession();
    }

    void open(Protocol protocol) {
        protocol.open(this, Protocol.NOTHING_RECEIVED);
        checkForInput();
    }

    @Override
    public void serveBy(ConnectionEvents events) {
        above = events;
    }

    @Override
    public ClientMemory memory() {
        return socket.memory();
    }

    @Override
    public Loop loop() {
        return socket.loop();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        return reader.read(ByteBuffer.wrap(to, offset, length));
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        return reader.read(to);
    }

    /** Drops input without decrypting it, because decrypting would need buffers. */
    @Override
    public int drop(byte[] scratch) throws IOException {
        return reader.stop() ? -1 : socket.drop(scratch);
    }

    @Override
    public boolean holdsInput() {
        return reader.ready();
    }

    @Override
    public int receivedInPart() {
        return reader.receivedInPart();
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        writer.write(from);
    }

    @Override
    public int sentInPart() {
        return writer.sentInPart();
    }

    @Override
    public boolean awaitReadable(long timeoutNanos) throws IOException {
        return reader.ready() || socket.awaitReadable(timeoutNanos);
    }

    @Override
    public boolean awaitWritable(long timeoutNanos) throws IOException {
        return socket.awaitWritable(timeoutNanos);
    }

    @Override
    public void onReadable() {
        above.onReadable();
        checkForInput();
    }

    @Override
    public void onWritable() {
        above.onWritable();
    }

    @Override
    public boolean closeIfIdle() {
        return above.closeIfIdle();
    }

    @Override
    public boolean awaitsFirstRequest() {
        return above.awaitsFirstRequest();
    }

    @Override
    public boolean lent() {
        return above.lent();
    }

    @Override
    public void onClosed() {
        above.onClosed();
    }

    @Override
    public boolean evictable() {
        ConnectionEvents current = above;
        return current != null && current.evictable();
    }

    @Override
    public boolean evict() {
        return above.evict();
    }

    @Override
    public void watchInput(boolean wanted) {
        watchesInput = wanted;
        socket.watchInput(wanted);
        checkForInput();
    }

    @Override
    public void watchRoom(boolean wanted) {
        socket.watchRoom(wanted);
    }

    @Override
    public void checkForInput() {
        if (!checkScheduled && inputWaits()) {
            checkScheduled = true;
            socket.loop().execute(this::reportInput);
        }
    }

    private void reportInput() {
        checkScheduled = false;
        if (inputWaits()) {
            onReadable();
        }
    }

    private boolean inputWaits() {
        return watchesInput && !socket.closed() && reader.ready();
    }

    @Override
    public void shutdownOutput() throws IOException {
        writer.sendCloseNotify();
        socket.shutdownOutput();
    }

    @Override
    public void closeIfReset() {
        if (!reader.ready()) { // if the reader has data, this event is about that data, not about the socket
            socket.closeIfReset();
        }
    }

    @Override
    public void closeInOrder() {
        if (!socket.closed()) {
            try {
                writer.sendCloseNotify();
            } catch (IOException e) {
                ServerLog.trace("Failed to close a TLS connection cleanly", e);
            }
        }
        socket.closeInOrder();
    }

    @Override
    public void endsWithConnection() throws IOException {
        // A close before the end of the response must reset the socket, over TLS too: some clients accept an end
        // without close_notify as the end of the response.
        socket.endsWithConnection();
    }

    @Override
    public void close() {
        socket.close(); // without close_notify, because a response that was cut off must not look complete
    }

    @Override
    public void fail(Throwable fault) {
        socket.fail(fault);
    }

    @Override
    public void release() {
        reader.release();
        writer.release();
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
    public ConnectionRecord record() {
        return socket.record();
    }

    @Override
    public Relay relay() {
        return socket.relay();
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
