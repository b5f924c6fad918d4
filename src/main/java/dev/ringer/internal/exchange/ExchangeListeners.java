package dev.ringer.internal.exchange;

import dev.ringer.internal.accesslog.AccessLog;
import dev.ringer.internal.accesslog.AccessRecord;
import dev.ringer.internal.http.ErrorText;
import dev.ringer.internal.observe.RequestMetrics;
import dev.ringer.internal.observe.RequestRecord;
import dev.ringer.internal.protocol.FileRegion;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.proxy.Forwarded;
import dev.ringer.internal.proxy.ForwardedHead;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * The listeners of one exchange, and what trusted proxies say about its client. An exchange that nobody observes, and
 * whose request did not come through a trusted proxy, has no such object. {@link Exchange} and its body streams report
 * the events of the exchange. The methods that end the exchange call the stream between two notifications.
 */
final class ExchangeListeners {
    private static final ResponseFields NO_FIELDS = visitor -> {};

    private final HttpStream stream;
    private final ExchangeListener first; // the first listener; null if there are no listeners
    // what trusted proxies say about the client; null if the request did not come through a trusted proxy
    private final Forwarded forwarded;
    private final RequestHead request;
    private final long logNumber;
    private final BodyFile bodyFile; // where the request body arrives before the handler is called; null if it does not

    // these fields are guarded by the monitor of this object
    private boolean leavesFile; // whether a file from leaveFile() is still being sent
    private boolean endsWithFile; // whether to notify the listeners of the end only after the file

    /**
     * Creates the listeners of an exchange that begins now, and that {@code limit} already counts. The last five
     * parameters may be null: {@code log} without an access log, {@code record} without a recording, {@code metrics}
     * without request metrics, {@code forwarded} without a trusted proxy, and {@code bodyFile} if the request body does
     * not arrive in a file.
     */
    ExchangeListeners(
            HttpStream stream,
            ExchangeLimit limit,
            AccessLog log,
            RequestRecord record,
            RequestMetrics metrics,
            Forwarded forwarded,
            BodyFile bodyFile) {
        this.stream = stream;
        this.bodyFile = bodyFile;
        this.forwarded = forwarded;
        RequestHead received = stream.request();
        request = forwarded == null || forwarded.host() == null
                ? received
                : new ForwardedHead(received, forwarded.host());
        AccessRecord line = log == null ? null : log.begin(received, stream.transport(), remoteAddress());
        logNumber = line == null ? 0 : line.number();
        ExchangeListener listeners = bodyFile;
        if (record != null) {
            listeners = new RecordingListener(record, request, logNumber, listeners);
        }
        if (line != null) {
            listeners = new AccessLogListener(log, line, listeners);
        }
        if (metrics != null) {
            listeners = new MeasuringListener(metrics, request, secure(), listeners);
        }
        first = limit.place(stream, remoteAddress(), listeners);
    }

    /** Returns the number of the exchange in logs, from 1 on; 0 if the exchange is not logged. */
    long logNumber() {
        return logNumber;
    }

    /** Returns the file in which the request body arrives before the handler is called; null if there is none. */
    BodyFile bodyFile() {
        return bodyFile;
    }

    /** Returns the request head, with the Host field that the client sent to its proxy. */
    RequestHead request() {
        return request;
    }

    /** Returns the client's address, which a trusted proxy may have sent. */
    InetSocketAddress remoteAddress() {
        return forwarded == null ? stream.transport().remoteAddress() : forwarded.client();
    }

    /** Returns the address of the trusted proxy that has sent the client's address; null if no proxy has sent one. */
    InetSocketAddress proxyAddress() {
        InetSocketAddress proxy = stream.transport().proxyAddress();
        boolean named = forwarded != null
                && !forwarded.client().equals(stream.transport().remoteAddress());
        return named && proxy == null ? stream.transport().remoteAddress() : proxy;
    }

    /** Whether the client uses TLS, to this server or to a trusted proxy. False if this is not known. */
    boolean secure() {
        return forwarded != null && forwarded.secure() != null
                ? forwarded.secure()
                : stream.transport().secure();
    }

    // ---- events of the exchange

    void onEntered(String context) {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onEntered(context);
        }
    }

    /** Called when an authenticator has accepted the client. The user name may be any text that the client has sent. */
    void onAuthenticated(String user) {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onAuthenticated(user);
        }
    }

    void onRead(int count) {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onRead(count);
        }
    }

    void onStatus(int status, ResponseFields fields) {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onStatus(status, fields);
        }
    }

    void onWritten(long count) {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onWritten(count);
        }
    }

    void onFlushed() {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onFlushed();
        }
    }

    /** Called before a file becomes the rest of the response, see {@link HttpStream#leaveFile}. */
    void onFileLeft(FileRegion file) {
        synchronized (this) {
            leavesFile = true;
        }
        long length = file.left();
        file.onClosed(() -> onFileClosed(length - file.left(), file.left() == 0));
    }

    private void onFileClosed(long sent, boolean whole) {
        onWritten(sent);
        boolean ends;
        synchronized (this) {
            leavesFile = false;
            ends = endsWithFile;
        }
        if (ends) {
            onEnding(whole);
            onEnded(whole);
        }
    }

    void onSwitching() {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onSwitching();
        }
    }

    /** Called when the exchange has ended because another protocol has taken over the connection or the stream. */
    void onSwitched() {
        onEnding(true);
        onEnded(true);
    }

    /** Called when a switch has failed. If the exchange goes on, the handler can still answer, so nothing happens. */
    void onSwitchFailed() {
        if (stream.ended()) {
            onEnding(false);
            onEnded(false);
        }
    }

    private void onEnding(boolean inOrder) {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onEnding(inOrder);
        }
    }

    private void onEnded(boolean whole) {
        for (ExchangeListener each = first; each != null; each = each.next) {
            each.onEnded(whole);
        }
    }

    // ---- the end of the exchange

    /**
     * Ends the exchange. If a file is still being sent, the listeners are notified of the end only after its last byte.
     */
    void finish() throws IOException {
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
        onEnding(reached);
        try {
            stream.finish();
            finished = reached;
        } finally {
            onEnded(finished);
        }
    }

    void abort() {
        onEnding(false);
        stream.abort();
        onEnded(false);
    }

    void refuse(int status, String text) {
        if (!stream.ended()) {
            onStatus(status, NO_FIELDS);
            onWritten(request.method().equals("HEAD") ? 0 : ErrorText.page(status, text).length);
            onEnding(true);
        }
        stream.refuse(status, text);
        onEnded(true);
    }

    void giveUp() {
        onEnding(false);
        stream.giveUp();
        onEnded(false);
    }

    /** Called after {@link HttpStream#onHandlerReturned}. */
    void onHandlerReturned() {
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
}
