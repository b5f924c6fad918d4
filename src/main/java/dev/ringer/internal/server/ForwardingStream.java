package dev.ringer.internal.server;

import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import javax.net.ssl.SSLSession;

/**
 * A stream that passes all calls to another one. Subclasses observe some calls, or answer them otherwise. As
 * thread-safe as the other one.
 */
abstract class ForwardingStream implements HttpStream {
    private final HttpStream stream;

    ForwardingStream(HttpStream stream) {
        this.stream = stream;
    }

    @Override
    public void finish() throws IOException {
        stream.finish();
    }

    @Override
    public void abort() {
        stream.abort();
    }

    @Override
    public void refuse(int status, String text) {
        stream.refuse(status, text);
    }

    @Override
    public int switchTo(Protocol next, ResponseFields fields) throws IOException {
        return stream.switchTo(next, fields);
    }

    @Override
    public void onHandlerBegins() {
        stream.onHandlerBegins();
    }

    @Override
    public void onHandlerReturned() {
        stream.onHandlerReturned();
    }

    @Override
    public void onEntered(String context) {
        stream.onEntered(context);
    }

    @Override
    public void authenticatedAs(String user) {
        stream.authenticatedAs(user);
    }

    @Override
    public long logNumber() {
        return stream.logNumber();
    }

    @Override
    public FieldLines requestTrailers() {
        return stream.requestTrailers();
    }

    @Override
    public boolean allowsTrailers(int status, long length) {
        return stream.allowsTrailers(status, length);
    }

    @Override
    public void trailers(ResponseFields fields) {
        stream.trailers(fields);
    }

    @Override
    public RequestHead request() {
        return stream.request();
    }

    @Override
    public long requestLength() {
        return stream.requestLength();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        return stream.read(to, offset, length);
    }

    @Override
    public int available() {
        return stream.available();
    }

    @Override
    public void stopReading() {
        stream.stopReading();
    }

    @Override
    public boolean switchable() {
        return stream.switchable();
    }

    @Override
    public boolean allowsStatus(int status) {
        return stream.allowsStatus(status);
    }

    @Override
    public boolean allowsBody(int status) {
        return stream.allowsBody(status);
    }

    @Override
    public void respond(int status, long length, ResponseFields fields) throws IOException {
        stream.respond(status, length, fields);
    }

    @Override
    public void upgrade(ResponseFields fields) throws IOException {
        stream.upgrade(fields);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        stream.write(from, offset, length);
    }

    @Override
    public long transferFrom(FileChannel source, long position, long count) throws IOException {
        return stream.transferFrom(source, position, count);
    }

    @Override
    public void flush() throws IOException {
        stream.flush();
    }

    @Override
    public boolean ended() {
        return stream.ended();
    }

    @Override
    public boolean disconnected() {
        return stream.disconnected();
    }

    @Override
    public boolean persistent() {
        return stream.persistent();
    }

    @Override
    public boolean upgradeRequested() {
        return stream.upgradeRequested();
    }

    @Override
    public Transport transport() {
        return stream.transport();
    }

    @Override
    public InetSocketAddress localAddress() {
        return stream.localAddress();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return stream.remoteAddress();
    }

    @Override
    public InetSocketAddress proxyAddress() {
        return stream.proxyAddress();
    }

    @Override
    public boolean secure() {
        return stream.secure();
    }

    @Override
    public SSLSession tlsSession() {
        return stream.tlsSession();
    }
}
