package dev.ringer.internal.exchange;

import dev.ringer.internal.accesslog.AccessLog;
import dev.ringer.internal.accesslog.AccessRecord;
import dev.ringer.internal.http.ErrorText;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.observe.RequestMetrics;
import dev.ringer.internal.observe.RequestRecord;
import dev.ringer.internal.protocol.FileRegion;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.proxy.Forwarded;
import dev.ringer.internal.proxy.ForwardedHead;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.util.function.Function;

/**
 * Wraps the protocol's stream of an exchange that listeners observe, or whose request came through a trusted proxy.
 * Notifies the listeners of the events of the exchange. Returns the client's address instead of the proxy's. All other
 * exchanges use the protocol's stream directly. The rules for threads are those of {@link HttpStream}.
 */
final class ObservedStream implements HttpStream, FileRegion.Observer, Runnable {
    private static final ResponseFields NO_FIELDS = visitor -> {};

    private final HttpStream stream;
    private final RequestHandler handler;
    private final ExchangeListener first; // the first listener; null if there are no listeners
    // what trusted proxies say about the client; null if the request did not come through a trusted proxy
    private final Forwarded forwarded;
    private final RequestHead request;
    private final long logNumber;

    // these fields are guarded by the monitor of this object
    private boolean leavesFile; // whether a file from leaveFile() is still being sent
    private boolean endsWithFile; // whether to notify the listeners of the end only after the file

    /**
     * Creates the stream for an exchange that begins now, and that {@code limit} already counts. The last four
     * parameters may be null: {@code log} without an access log, {@code record} without a recording, {@code metrics}
     * without request metrics, and {@code forwarded} without a trusted proxy.
     */
    ObservedStream(
            HttpStream stream,
            RequestHandler handler,
            ExchangeLimit limit,
            AccessLog log,
            RequestRecord record,
            RequestMetrics metrics,
            Forwarded forwarded) {
        this.stream = stream;
        this.handler = handler;
        this.forwarded = forwarded;
        RequestHead received = stream.request();
        request = forwarded == null || forwarded.host() == null
                ? received
                : new ForwardedHead(received, forwarded.host());
        AccessRecord line = log == null ? null : log.begin(received, stream.transport(), remoteAddress());
        logNumber = line == null ? 0 : line.number();
        ExchangeListener listeners = record == null ? null : new RecordingListener(record, request, logNumber, null);
        if (line != null) {
            listeners = new AccessLogListener(log, line, listeners);
        }
        if (metrics != null) {
            listeners = new MeasuringListener(metrics, request, secure(), listeners);
        }
        first = limit.place(stream, remoteAddress(), listeners);
    }

    @Override
    public void run() {
        onHandlerBegins();
        handler.onRequest(this);
    }

    @Override
    public long logNumber() {
        return logNumber;
    }

    @Override
    public void onEntered(String context) {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onEntered(context);
        }
    }

    @Override
    public void onAuthenticated(String user) {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onAuthenticated(user);
        }
    }

    @Override
    public RequestHead request() {
        return request;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return forwarded == null ? stream.remoteAddress() : forwarded.client();
    }

    @Override
    public InetSocketAddress proxyAddress() {
        InetSocketAddress proxy = stream.proxyAddress();
        boolean named = forwarded != null && !forwarded.client().equals(stream.remoteAddress());
        return named && proxy == null ? stream.remoteAddress() : proxy;
    }

    @Override
    public boolean secure() {
        return forwarded != null && forwarded.secure() != null ? forwarded.secure() : stream.secure();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (stream.available() == 0) { // then the protocol's stream flushes its output before it waits for content
            flushed();
        }
        int count = stream.read(to, offset, length);
        if (count > 0) {
            for (ExchangeListener each = first; each != null; each = each.next) {
                each.onRead(count);
            }
        }
        return count;
    }

    @Override
    public void respond(int status, long length, ResponseFields fields) throws IOException {
        stream.respond(status, length, fields);
        if (status >= 200) {
            begun(status, fields);
        }
    }

    @Override
    public void upgrade(ResponseFields fields) throws IOException {
        stream.upgrade(fields);
        begun(101, fields);
        flushed();
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        stream.write(from, offset, length);
        written(length);
    }

    @Override
    public long transferFrom(FileChannel source, long position, long count) throws IOException {
        long written = stream.transferFrom(source, position, count);
        written(written);
        return written;
    }

    @Override
    public void leaveFile(FileRegion rest) throws IOException {
        synchronized (this) {
            leavesFile = true;
        }
        rest.observeBy(this);
        stream.leaveFile(rest);
    }

    @Override
    public void onFileClosed(long sent, boolean whole) {
        written(sent);
        boolean ends;
        synchronized (this) {
            leavesFile = false;
            ends = endsWithFile;
        }
        if (ends) {
            ending(whole);
            ended(whole);
        }
    }

    @Override
    public void flush() throws IOException {
        stream.flush();
        flushed();
    }

    private void begun(int status, ResponseFields fields) {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onStatus(status, fields);
        }
    }

    private void written(long count) {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onWritten(count);
        }
    }

    private void flushed() {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onFlushed();
        }
    }

    /**
     * Ends the exchange. If a file is still being sent, the listeners are notified of the end only after its last byte.
     */
    @Override
    public void finish() throws IOException {
        boolean later;
        synchronized (this) {
            later = leavesFile;
            endsWithFile = later;
        }
        if (later) {
            stream.finish();
            return;
        }
        boolean reached = !stream.disconnected();
        boolean finished = false;
        ending(reached);
        try {
            stream.finish();
            finished = reached;
        } finally {
            ended(finished);
        }
    }

    @Override
    public void abort() {
        ending(false);
        stream.abort();
        ended(false);
    }

    @Override
    public void refuse(int status, String text) {
        if (!stream.ended()) {
            begun(status, NO_FIELDS);
            written(request.method().equals("HEAD") ? 0 : ErrorText.page(status, text).length);
            ending(true);
        }
        stream.refuse(status, text);
        ended(true);
    }

    @Override
    public int switchTo(Protocol next, ResponseFields fields, Runnable accepted) throws IOException {
        try {
            int status = stream.switchTo(next, fields, () -> switching(accepted));
            begun(status, fields);
            ending(true);
            ended(true);
            return status;
        } catch (IOException e) {
            failedToSwitch();
            throw e;
        }
    }

    @Override
    public void handOver(Function<Transport, Protocol> next, ResponseFields fields, Runnable accepted)
            throws IOException {
        try {
            stream.handOver(next, fields, () -> switching(accepted));
            begun(200, fields);
            ending(true);
            ended(true);
        } catch (IOException e) {
            failedToSwitch();
            throw e;
        }
    }

    private void switching(Runnable accepted) {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onSwitching();
        }
        accepted.run();
    }

    /** Notifies the listeners of the end, unless the exchange goes on and the handler can still answer. */
    private void failedToSwitch() {
        if (stream.ended()) {
            ending(false);
            ended(false);
        }
    }

    @Override
    public void giveUp() {
        ending(false);
        stream.giveUp();
        ended(false);
    }

    @Override
    public void onHandlerReturned() {
        stream.onHandlerReturned();
        boolean ended = stream.ended() && !endsWithItsFile();
        boolean disconnected = stream.disconnected();
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onHandlerReturned(ended, disconnected);
        }
    }

    /**
     * Whether the server still sends a file of this ended exchange. If so, the listeners are notified of the end after
     * the file.
     */
    private synchronized boolean endsWithItsFile() {
        // finish() has set endsWithFile, unless another thread ended the stream without finish()
        endsWithFile |= leavesFile;
        return leavesFile;
    }

    private void ending(boolean inOrder) {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onEnding(inOrder);
        }
    }

    private void ended(boolean whole) {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onEnded(whole);
        }
    }

    // ---- methods that only call the protocol's stream

    @Override
    public void onHandlerBegins() {
        stream.onHandlerBegins();
    }

    @Override
    public void limitBodyTime(boolean limited) {
        stream.limitBodyTime(limited);
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
    public long requestLength() {
        return stream.requestLength();
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
    public boolean ended() {
        return stream.ended();
    }

    @Override
    public boolean disconnected() {
        return stream.disconnected();
    }

    @Override
    public void onDisconnect(Runnable action) {
        stream.onDisconnect(action);
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
}
