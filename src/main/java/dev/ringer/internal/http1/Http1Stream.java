package dev.ringer.internal.http1;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http1.codec.FramingRules;
import dev.ringer.internal.http1.codec.Http1RequestHead;
import dev.ringer.internal.http1.codec.ResponseHeadWriter;
import dev.ringer.internal.http1.codec.ResponseHeadWriter.Framing;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.FileRegion;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.threads.AtomicField;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * One request and its response on an HTTP/1 connection.
 *
 * <p>A stream ends only once: {@link #tryEnd} returns true to one thread, which makes the connection ready for the next
 * exchange. So a handler that calls {@code close()} again later cannot disturb the next exchange.
 */
final class Http1Stream implements HttpStream, Runnable {
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /**
     * The largest request head, in bytes, that the memory account leaves out, like the other objects of an exchange.
     */
    private static final int MAX_UNCOUNTED_HEAD = 2048;

    // Values of the field `time`: whether the limits on the time of a whole request and a whole response apply.
    private static final byte LIMITED = 0;
    private static final byte UNLIMITED = 1; // no limit, because another protocol is about to begin
    private static final byte OVER = 2; // a limit has passed: the client or the handler was too slow
    private static final byte LEFT = 3; // no limit, because another protocol has begun

    private static final VarHandle ENDED = AtomicField.of(MethodHandles.lookup(), "ended", boolean.class);
    private static final VarHandle TIME = AtomicField.of(MethodHandles.lookup(), "time", byte.class);

    private final Http1Connection connection;
    private final Http1RequestHead head;
    private final long requestLength;
    private final boolean upgradeRequested;

    // these fields are guarded by the lock of the connection's output
    private Framing framing; // the framing of the final response; null until that response has begun
    private long missing; // bytes of the response body still to be written; unused unless the framing is LENGTH

    // Several threads use these fields. The constructor writes only values that differ from the default, because each
    // volatile write costs a memory fence.
    private volatile boolean continueDue; // whether the client waits for a response with status 100 (Continue)
    private volatile RequestBody body; // null if the request has no body
    private volatile ResponseFields trailers; // trailer fields of the response; null if there are none
    private volatile boolean closes; // whether the connection must close after this exchange
    private volatile boolean ended;
    private volatile boolean endFailed; // whether an Error has interrupted the end, so that the connection is stuck
    private volatile byte time; // whether time limits apply: LIMITED, UNLIMITED, OVER or LEFT

    Http1Stream(Http1Connection connection, Http1RequestHead head, FramingRules rules) {
        this.connection = connection;
        this.head = head;
        this.requestLength = rules.bodyLength();
        this.upgradeRequested = rules.upgrade() && head.minorVersion() > 0;
        if (requestLength != 0) {
            body = newBody();
        }
        if (!rules.persistent()) {
            closes = true;
        }
        if (rules.expectsContinue()) {
            continueDue = true;
        }
    }

    private RequestBody newBody() {
        Transport transport = connection.transport();
        ConnectionInput input = connection.input();
        return requestLength == FramingRules.CHUNKED
                ? RequestBody.chunked(transport, input, this, connection.shared().chunkLimits)
                : RequestBody.ofLength(transport, input, this, requestLength);
    }

    @Override
    public boolean ended() {
        return ended;
    }

    /**
     * Marks the exchange as having exceeded its time limit. Returns false if another protocol begins, because the limit
     * does not apply then.
     */
    boolean tryTimeOut() {
        return TIME.compareAndSet(this, LIMITED, OVER);
    }

    @Override
    public Http1RequestHead request() {
        return head;
    }

    @Override
    public long requestLength() {
        return raw() ? -1 : requestLength;
    }

    @Override
    public boolean requestArrived() {
        return body == null || body.buffered();
    }

    /** Whether the method of the request is HEAD, so that no response has content. */
    boolean headOnly() {
        return head.method().equals("HEAD");
    }

    /** Reserves memory for a large request head. Returns false if the memory account is exhausted. */
    boolean tryTakeMemory() {
        int counted = countedHead();
        return counted == 0 || connection.transport().memory().tryTake(counted);
    }

    /** Returns the bytes of the request line, for the log. */
    ByteBuffer requestLine() {
        String line = head.method() + " " + head.target() + " " + head.protocol() + "\r\n";
        return ByteBuffer.wrap(line.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Whether the stream retains memory, so that the connection must refer to the stream during the exchange. */
    boolean retainsMemory() {
        return body != null || upgradeRequested || countedHead() > 0;
    }

    private int countedHead() {
        int size = head.size();
        return size > MAX_UNCOUNTED_HEAD ? size : 0;
    }

    RequestBody body() {
        return body;
    }

    /**
     * Gathers what has arrived of the request body, and returns whether the rest must arrive before the handler is
     * called. True for a body that is short or of unknown length, and that the client sends without waiting for status
     * 100 or for a part of the response.
     */
    boolean awaitsBody() {
        RequestBody whole = body;
        if (whole == null
                || continueDue
                || upgradeRequested
                || !connection.shared().limits.precedesHandler(requestLength)) {
            return false;
        }
        whole.gather();
        return !whole.buffered()
                && (requestLength != FramingRules.CHUNKED
                        || !connection.shared().handler.streamsBothWays(this));
    }

    /**
     * Ends reading of the request body. Returns false if a thread is reading it at this moment, see {@link
     * RequestBody#end}.
     */
    boolean endBody() {
        RequestBody last = body;
        boolean free = last == null || last.end();
        if (free && last != null) {
            last.releaseMemory();
        }
        return free;
    }

    /**
     * Whether the application may read from the socket: a part of the request body has not arrived yet, or the request
     * may switch to another protocol.
     */
    boolean readsInput() {
        return !requestArrived() || upgradeRequested;
    }

    /** Whether another protocol has begun on the connection. */
    boolean raw() {
        return time == LEFT;
    }

    @Override
    public void run() {
        connection.shared().handler.onRequest(this);
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        RequestBody source = body;
        if (source != null) {
            return source.read(to, offset, length);
        }
        if (ended()) {
            throw new IOException("Stream is closed");
        }
        return -1;
    }

    @Override
    public int readNow(byte[] to, int offset, int length) throws IOException {
        RequestBody source = body;
        return source == null ? read(to, offset, length) : source.readNow(to, offset, length);
    }

    @Override
    public void awaitContent(Runnable ready) throws IOException {
        beforeWaiting();
        connection.awaitContent(this, ready);
    }

    @Override
    public int available() {
        return body == null ? 0 : body.available();
    }

    @Override
    public void stopReading() {
        if (body != null && !body.end()) {
            closes = true; // another thread still reads the body from the socket, so no further request can be read
        }
    }

    @Override
    public void limitBodyTime(boolean limited) {
        if (body != null) {
            body.limitTime(limited);
        }
    }

    /** Whether the whole request body has arrived. True if there is no body. Any thread may call this. */
    boolean bodyRead() {
        RequestBody last = body;
        return last == null || last.completeSince() != 0;
    }

    /** Called when the whole request body has been read. From then on, nobody reads from the transport. */
    void onBodyRead() {
        connection.onBodyRead();
    }

    @Override
    public FieldLines requestTrailers() {
        RequestBody read = body;
        return read == null ? FieldLines.NONE : read.trailers();
    }

    /**
     * Sends the output for which the client may be waiting. Called before a reader of the request body waits.
     *
     * @throws IOException if the output cannot be sent
     */
    void beforeWaiting() throws IOException {
        if (continueDue) {
            askForBody();
        }
        connection.output().flushSoon(this); // the client may wait for a part of the response before it sends more
    }

    /** Returns a new judge of the client that sends the request body. */
    ClientPace<Violation> newPace() {
        Http1Shared shared = connection.shared();
        return ClientPace.ofBody(shared.clock, shared.limits);
    }

    /** Called once, when the request body first breaks a rule. */
    void onBodyFault(Violation violation) {
        connection.shared().counts.count(violation, transport().remoteAddress());
    }

    /**
     * Sends status 100 (Continue), unless the response or the request body has begun. Waits only briefly for the
     * output's lock: before a response begins, no thread holds the lock for long.
     */
    private void askForBody() throws IOException {
        ConnectionOutput output = connection.output();
        output.lock();
        try {
            if (continueDue && framing == null && !body.begun()) {
                output.put(CONTINUE, 0, CONTINUE.length);
            }
            continueDue = false;
        } finally {
            output.unlock();
        }
    }

    @Override
    public boolean allowsBody(int status) {
        return framingOf(status, 0).ordinal() >= Framing.LENGTH.ordinal();
    }

    /** Returns the framing of a response that does not switch to another protocol (RFC 9112, 6.3). */
    private Framing framingOf(int status, long length) {
        if (status == 204 || status >= 100 && status < 200) {
            return Framing.NONE;
        }
        if (status == 304 || headOnly()) {
            return Framing.NONE_BUT_DESCRIBED;
        }
        if (length != STREAMED) {
            return Framing.LENGTH;
        }
        return head.minorVersion() > 0 ? Framing.CHUNKED : Framing.UNTIL_CLOSE;
    }

    @Override
    public void respond(int status, long length, ResponseFields fields) throws IOException {
        ConnectionOutput output = connection.output();
        output.lock();
        try {
            checkUnanswered();
            if (status >= 100 && status < 200) {
                interim(output, status, fields);
                return;
            }
            Framing chosen = framingOf(status, length);
            boolean bodyAwaited = continueDue && !body.begun();
            boolean refusesBody = bodyAwaited && status >= 300;
            output.begin(length);
            boolean keep = persistent() && !refusesBody && chosen != Framing.UNTIL_CLOSE;
            ResponseHeadWriter writer = output.head();
            writer.compose(status, chosen, length, fields, !keep);
            if (chosen == Framing.UNTIL_CLOSE) { // not before compose(), which may throw an exception
                connection.transport().endsWithConnection();
            }
            if (continueDue) { // the check avoids a volatile write for each response
                continueDue = false;
            }
            // Call closeGiven() before putHead(): the writer belongs to the buffer, which putHead() may send and
            // release.
            boolean last = !keep || writer.closeGiven();
            output.putHead(bodyAwaited && !refusesBody ? CONTINUE : ConnectionOutput.NOTHING, writer);
            framing = chosen;
            missing = length;
            if (last) {
                closes = true;
            }
            if (refusesBody) {
                body.refuse();
            }
        } finally {
            output.unlock();
        }
    }

    @Override
    public int switchTo(Protocol next, ResponseFields fields, Runnable accepted) throws IOException {
        upgrade(fields, accepted);
        if (tryEnd()) {
            leaveTo(transport -> next);
        }
        return 101;
    }

    /** Gives the connection to another protocol. The caller has ended this stream already. */
    private void leaveTo(Function<Transport, Protocol> next) throws IOException {
        // If endBody() returns false, another thread is reading the request body, and might read bytes of the other
        // protocol.
        if (!endBody()) {
            connection.shared().traffic.onAbort();
            connection.abort(this);
            throw new IOException("Another thread is already reading the request body");
        }
        connection.leaveTo(next.apply(connection.transport()));
    }

    @Override
    public void handOver(Function<Transport, Protocol> next, ResponseFields fields, Runnable accepted)
            throws IOException {
        ConnectionOutput output = connection.output();
        output.lock();
        try {
            checkUnanswered();
            putLastHead(output, 200, framingOf(200, STREAMED), fields, accepted);
            output.flush();
        } finally {
            output.unlock();
        }
        if (!tryEnd()) {
            throw new IOException("The exchange has ended; its streams can no longer be used");
        }
        leaveTo(next);
    }

    /** Adds the response head after which another protocol gets the connection. The caller holds the lock. */
    private void putLastHead(
            ConnectionOutput output, int status, Framing content, ResponseFields fields, Runnable accepted)
            throws IOException {
        output.begin(Long.MAX_VALUE);
        ResponseHeadWriter writer = output.head();
        writer.compose(status, content, 0, fields, content != Framing.RAW);
        if (!TIME.compareAndSet(this, LIMITED, UNLIMITED)) {
            throw new IOException("The exchange exceeded its time limit and was aborted");
        }
        if (content == Framing.UNTIL_CLOSE) { // not before compose(), which may throw an exception
            connection.transport().endsWithConnection();
        }
        accepted.run();
        output.putHead(writer);
        framing = Framing.RAW;
        closes = true;
        continueDue = false;
    }

    @Override
    public void upgrade(ResponseFields fields) throws IOException {
        upgrade(fields, () -> {});
    }

    private void upgrade(ResponseFields fields, Runnable accepted) throws IOException {
        if (!upgradeRequested || body != null && !body.complete()) {
            throw new IllegalStateException(
                    "Cannot switch protocols: the client did not ask for it, or the request body has not been read");
        }
        ConnectionOutput output = connection.output();
        output.lock();
        try {
            checkUnanswered();
            putLastHead(output, 101, Framing.RAW, fields, accepted);
            time = LEFT;
            body = RequestBody.raw(connection.transport(), connection.input(), this);
            if (ended()) { // a thread that ended the stream meanwhile may have ended only the old body
                body.end();
            }
            // Stop watching only after the body was replaced. Before, the application could begin a new watch, and the
            // loop would read bytes that belong to the other protocol.
            connection.stopWatching();
            output.flush();
        } finally {
            output.unlock();
        }
    }

    private void interim(ConnectionOutput output, int status, ResponseFields fields) throws IOException {
        ResponseHeadWriter writer = output.head();
        writer.compose(status, Framing.NONE, 0, fields, false);
        if (head.minorVersion() > 0) { // HTTP/1.0 has no interim responses
            output.putHead(writer);
            continueDue &= status != 100;
            output.flush();
        }
    }

    @Override
    public boolean allowsTrailers(int status, long length) {
        return framingOf(status, length) == Framing.CHUNKED;
    }

    @Override
    public void trailers(ResponseFields fields) {
        trailers = fields;
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        ConnectionOutput output = connection.output();
        output.lock();
        try {
            checkAccepts(length);
            output.put(from, offset, length, framing == Framing.CHUNKED);
            missing -= length;
            if (raw()) {
                output.flush();
            }
        } finally {
            output.unlock();
        }
    }

    @Override
    public long transferFrom(FileChannel source, long position, long count) throws IOException {
        ConnectionOutput output = connection.output();
        output.lock();
        try {
            checkAccepts(count);
            long sent = output.putFile(source, position, count, framing == Framing.CHUNKED);
            missing -= sent;
            return sent;
        } finally {
            output.unlock();
        }
    }

    @Override
    public void leaveFile(FileRegion rest) throws IOException {
        ConnectionOutput output = connection.output();
        output.lock();
        try {
            boolean accepted = false;
            try {
                checkAccepts(rest.left());
                accepted = true;
            } finally {
                if (!accepted) {
                    rest.close();
                }
            }
            long length = rest.left();
            output.leaveFile(rest);
            missing -= length;
        } finally {
            output.unlock();
        }
    }

    @Override
    public void flush() throws IOException {
        ConnectionOutput output = connection.output();
        output.lock();
        try {
            checkOpen();
            output.flush();
        } finally {
            output.unlock();
        }
    }

    private void checkOpen() throws IOException {
        if (ended()) {
            throw new IOException("The exchange has ended; its streams can no longer be used");
        }
    }

    /**
     * Checks that no thread has begun the final response. The exchange checks this too, but without a lock, so two
     * threads may pass that check. The caller holds the lock of the output.
     */
    private void checkUnanswered() throws IOException {
        checkOpen();
        if (answered()) {
            throw new IOException("headers already sent");
        }
    }

    /** Whether the final response has begun. The caller holds the lock of the output. */
    boolean answered() {
        return framing != null;
    }

    /**
     * Checks that the response may have so many more bytes. The client would take bytes beyond the announced length for
     * the next response. The caller holds the lock of the output.
     */
    private void checkAccepts(long length) throws IOException {
        checkOpen();
        if (framing == Framing.LENGTH && length > missing) {
            throw new IOException("too many bytes to write to stream");
        }
    }

    /**
     * Adds the bytes that mark the end of the response. The caller holds the lock of the output.
     *
     * @throws IOException if bytes of the body are missing, so that the connection must close
     */
    void putEnd(ConnectionOutput output) throws IOException {
        if (framing == Framing.LENGTH && missing > 0) {
            throw new IOException("insufficient bytes written");
        }
        if (framing != Framing.CHUNKED) {
            return;
        }
        ResponseFields last = trailers;
        if (last == null) {
            output.putLastChunk();
        } else {
            output.putTrailers(last);
        }
    }

    /** Ends the stream, and releases the memory of its request head. Returns true only to the first caller. */
    private boolean tryEnd() {
        boolean first = ENDED.compareAndSet(this, false, true);
        if (first) {
            connection.shared().traffic.onEnd();
            if (countedHead() > 0) {
                connection.transport().memory().release(countedHead());
            }
        }
        return first;
    }

    /**
     * Ends a stream that was never given to a handler.
     *
     * @param status the status of the error page that the server sends; 0 if it sends none
     * @param length the length of the error page in bytes; 0 for a response to HEAD
     * @param reason the name of the violated rule or the exceeded limit, for logs; null if there is none
     */
    void drop(int status, int length, String reason) {
        connection.shared().handler.onRefused(this, status, length, reason);
        endBody();
        if (tryEnd() && status == 0) {
            connection.shared().traffic.onAbort();
        }
    }

    @Override
    public void finish() throws IOException {
        try {
            if (tryEnd()) {
                connection.finish(this);
            }
        } catch (Error interrupted) {
            endFailed = true;
            throw interrupted;
        }
    }

    @Override
    public void abort() {
        try {
            if (tryEnd()) {
                connection.shared().traffic.onAbort();
                connection.abort(this);
            }
        } catch (Error interrupted) {
            endFailed = true;
            throw interrupted;
        }
    }

    @Override
    public void refuse(int status, String text) {
        try {
            if (tryEnd()) {
                closes = true;
                connection.refuse(this, status, text);
            }
        } catch (Error interrupted) {
            endFailed = true;
            throw interrupted;
        }
    }

    @Override
    public void giveUp() {
        try {
            if (tryEnd() || endFailed) {
                endFailed = false;
                connection.shared().traffic.onAbort();
                connection.giveUp(this);
            }
        } catch (Error interrupted) {
            endFailed = true; // a later call, with more stack, tries again
            throw interrupted;
        }
    }

    @Override
    public void onHandlerReturned() {
        if (!ended()) {
            connection.output().flushSoon(this);
        }
    }

    @Override
    public boolean disconnected() {
        return connection.transport().closed();
    }

    @Override
    public void onDisconnect(Runnable action) {
        connection.watchClient(this, action);
        // The server may have stopped already. Then the loop runs no more tasks, so run the action here.
        if (disconnected()) {
            action.run();
        }
    }

    @Override
    public boolean persistent() {
        return !closes && !connection.shared().handler.stopping();
    }

    @Override
    public boolean upgradeRequested() {
        return upgradeRequested;
    }

    @Override
    public Transport transport() {
        return connection.transport();
    }
}
