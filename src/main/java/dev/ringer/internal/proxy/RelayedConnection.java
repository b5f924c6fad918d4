package dev.ringer.internal.proxy;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.observe.ConnectionRecord;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Relay;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import javax.net.ssl.SSLSession;

/**
 * A connection from a proxy, whose addresses are those in the PROXY protocol header. For everything else it calls the
 * transport of the socket.
 */
final class RelayedConnection implements Transport {
    private final Transport socket;
    private final InetSocketAddress localAddress;
    private final InetSocketAddress remoteAddress;
    private final Relay relay;

    RelayedConnection(Transport socket, ProxyHeader header) {
        this.socket = socket;
        boolean clientKnown = header.source() != null;
        this.localAddress = clientKnown ? header.destination() : socket.localAddress();
        this.remoteAddress = clientKnown ? header.source() : socket.remoteAddress();
        boolean secure = Boolean.parseBoolean(header.notes().get(ProxyNotes.TLS));
        this.relay = new Relay(socket.remoteAddress(), clientKnown, secure, header.notes());
    }

    @Override
    public InetSocketAddress localAddress() {
        return localAddress;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remoteAddress;
    }

    @Override
    public ConnectionRecord record() {
        return socket.record();
    }

    @Override
    public Relay relay() {
        return relay;
    }

    // ---- methods that only call the transport of the socket

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        return socket.read(to, offset, length);
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        return socket.read(to);
    }

    @Override
    public int drop(byte[] scratch) throws IOException {
        return socket.drop(scratch);
    }

    @Override
    public boolean holdsInput() {
        return socket.holdsInput();
    }

    @Override
    public int receivedInPart() {
        return socket.receivedInPart();
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        socket.write(from);
    }

    @Override
    public int sentInPart() {
        return socket.sentInPart();
    }

    @Override
    public boolean sendsFiles() {
        return socket.sendsFiles();
    }

    @Override
    public long transferFrom(FileChannel source, long position, long count) throws IOException {
        return socket.transferFrom(source, position, count);
    }

    @Override
    public boolean awaitReadable(long timeoutNanos) throws IOException {
        return socket.awaitReadable(timeoutNanos);
    }

    @Override
    public boolean awaitWritable(long timeoutNanos) throws IOException {
        return socket.awaitWritable(timeoutNanos);
    }

    @Override
    public void watchInput(boolean wanted) {
        socket.watchInput(wanted);
    }

    @Override
    public void watchRoom(boolean wanted) {
        socket.watchRoom(wanted);
    }

    @Override
    public void serveBy(ConnectionEvents events) {
        socket.serveBy(events);
    }

    @Override
    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void endsWithConnection() throws IOException {
        socket.endsWithConnection();
    }

    @Override
    public void closeIfReset() {
        socket.closeIfReset();
    }

    @Override
    public void close() {
        socket.close();
    }

    @Override
    public void closeInOrder() {
        socket.closeInOrder();
    }

    @Override
    public void fail(Throwable fault) {
        socket.fail(fault);
    }

    @Override
    public void release() {
        socket.release();
    }

    @Override
    public boolean closed() {
        return socket.closed();
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
    public SSLSession tlsSession() {
        return socket.tlsSession();
    }
}
