package dev.ringer.internal.http1;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http1.codec.FramingRules;
import dev.ringer.internal.http1.codec.Http1RequestHead;
import dev.ringer.internal.http1.codec.ResponseHeadWriter;
import dev.ringer.internal.http1.codec.ResponseHeadWriter.Framing;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.TimeLimit;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/**
 * One request and its response on an HTTP/1 connection. A stream ends once: the thread for which {@link #tryEnd}
 * returns true hands the connection on. No other thread ever does, so that a late second {@code close()} cannot give
 * away the connection during the next exchange.
 */
final class Http1Stream implements HttpStream, OutputLock.Owner, RequestBody.Pace, Runnable {
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /**
     * In bytes. The usual cost of an exchange includes a head up to this size, so that the memory account does not
     * count usual heads.
     */
    private static final int MAX_UNCOUNTED_HEAD = 2048;

    // state of the time limits for the request and the response as a whole
    private static final int LIMITED = 0;
    private static final int UNLIMITED = 1; // the connection is leaving HTTP
    private static final int OVER = 2;
    private static final int LEFT = 3; // the connection has left HTTP

    private static final VarHandle ENDED;
    private static final VarHandle TIME;

    static {
        try {
            ENDED = MethodHandles.lookup().findVarHandle(Http1Stream.class, "ended", boolean.class);
            TIME = MethodHandles.lookup().findVarHandle(Http1Stream.class, "time", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * What a stream needs of its connection. Only the thread that ended the stream calls the methods that end an
     * exchange, and it calls one of them.
     */
    interface Connection {
        Transport transport();

        Http1Shared shared();

        ConnectionInput input();

        ConnectionOutput output();

        /** Ends an exchange whose response is complete. */
        void finish(Http1Stream stream) throws IOException;

        /** Ends an exchange by force: closes the connection. */
        void abort(Http1Stream stream);

        /** Ends an exchange with an answer of the server's own. */
        void refuse(Http1Stream stream, int status, String text, boolean headOnly);

        /** Ends an exchange, and gives the connection to another protocol. */
        void leaveTo(Protocol next);
    }

    // fixed
    private final Connection connection;
    private final Http1RequestHead head;
    private final long requestLength;
    private final boolean upgradeRequested;

    // guarded by the lock of the connection's output
    private Framing framing; // null until the final response has begun

    // shared between threads; each field that the constructor writes costs a fence
    private volatile boolean continueDue;
    private volatile RequestBody body; // null if the request has none
    private volatile ResponseFields trailers; // of the response; null if it has none
    private volatile boolean closes;
    private volatile boolean ended;
    private volatile int time; // LIMITED at first

    Http1Stream(Connection connection, Http1RequestHead head, FramingRules rules) {
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
                ? RequestBody.chunked(transport, input, this, connection.shared().chunkLimits, transport.memory())
                : RequestBody.ofLength(transport, input, this, requestLength);
    }

    // ---- lifetime

    /** Ends the stream. Returns true only for the first thread. */
    private boolean tryEnd() {
        return ENDED.compareAndSet(this, false, true);
    }

    @Override
    public boolean ended() {
        return ended;
    }

    /**
     * Notes that the time of the exchange is over. Returns false if the connection leaves HTTP, so that no limit
     * applies any more.
     */
    boolean tryTimeOut() {
        return TIME.compareAndSet(this, LIMITED, OVER);
    }

    // ---- request

    @Override
    public Http1RequestHead request() {
        return head;
    }

    @Override
    public long requestLength() {
        return raw() ? -1 : requestLength;
    }

    /** Takes memory for the request head. Returns false if there is none. */
    boolean tryTakeMemory() {
        int counted = countedHead();
        return counted == 0 || connection.transport().memory().tryTake(counted);
    }

    /** Returns the line with which the head began, for the log. */
    ByteBuffer requestLine() {
        String line = head.method() + " " + head.target() + " " + head.protocol() + "\r\n";
        return ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII));
    }

    /** Whether the connection must keep this stream during the exchange. In a usual exchange it need not. */
    boolean holdsMore() {
        return body != null || upgradeRequested || countedHead() > 0;
    }

    private int countedHead() {
        int size = head.size();
        return size > MAX_UNCOUNTED_HEAD ? size : 0;
    }

    RequestBody body() {
        return body;
    }

    /** Ends reading for good. Returns false if a thread is in the middle of reading, see {@link RequestBody#end}. */
    boolean endBody() {
        RequestBody last = body;
        boolean free = last == null || last.end();
        if (free && last != null) {
            last.releaseMemory();
        }
        return free;
    }

    /** Whether the application may read from the connection. */
    boolean readsInput() {
        return body != null && !body.buffered() || upgradeRequested;
    }

    /** Whether the connection has left HTTP. */
    boolean raw() {
        return time == LEFT;
    }

    /** Gives the request to the object that runs handlers. */
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
    public int available() {
        return body == null ? 0 : body.available();
    }

    @Override
    public void stopReading() {
        if (body != null && !body.end()) {
            closes = true; // another thread is in the middle of reading
        }
    }

    @Override
    public FieldLines requestTrailers() {
        RequestBody read = body;
        return read == null ? FieldLines.NONE : read.trailers();
    }

    @Override
    public long beforeWaiting() throws IOException {
        if (continueDue) {
            askForBody();
        }
        connection.output().flushSoon(this); // the client may wait for this output before it sends more
        return raw() ? TimeLimit.OFF : connection.shared().limits.bodyStallNanos;
    }

    @Override
    public long minRate() {
        return raw() ? 0 : connection.shared().limits.minBodyRate;
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public void onFault(Violation violation) {
        connection.shared().counts.count(violation, remoteAddress());
    }

    /** Sends 100, unless that has become pointless. No response has begun, so no thread holds the lock for long. */
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

    // ---- response

    @Override
    public boolean allowsBody(int status) {
        return framingOf(status, 0).ordinal() >= Framing.LENGTH.ordinal();
    }

    private Framing framingOf(int status, long length) {
        return Framing.of(status, length, head.method().equals("HEAD"), head.minorVersion() > 0);
    }

    @Override
    public void respond(int status, long length, ResponseFields fields) throws IOException {
        ConnectionOutput output = connection.output();
        output.lock();
        try {
            checkOpen();
            if (status >= 100 && status < 200) {
                interim(output, status, fields);
                return;
            }
            Framing chosen = framingOf(status, length);
            boolean refusesBody = continueDue && !body.begun() && status >= 300;
            output.begin(length);
            boolean keep = persistent() && !refusesBody && chosen != Framing.UNTIL_CLOSE;
            ResponseHeadWriter writer = output.head();
            writer.compose(status, chosen, length, fields, !keep);
            if (chosen == Framing.UNTIL_CLOSE) { // here the head is known to be valid
                connection.transport().endsWithConnection();
            }
            if (continueDue && !refusesBody && !body.begun()) {
                output.put(CONTINUE, 0, CONTINUE.length);
            }
            if (continueDue) {
                continueDue = false;
            }
            boolean last = !keep || writer.closeGiven(); // before putHead: the writer may leave with the buffer
            output.putHead(writer);
            framing = chosen;
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
    public int switchTo(Protocol next, ResponseFields fields) throws IOException {
        upgrade(fields);
        boolean first = end();
        if (first && body.end()) {
            connection.leaveTo(next);
        } else if (first) { // another thread has begun to read bytes of the other protocol
            connection.shared().counts.traffic().onAbort();
            connection.abort(this);
            throw new IOException("Another thread reads the request's body");
        }
        return 101;
    }

    @Override
    public void upgrade(ResponseFields fields) throws IOException {
        if (!upgradeRequested || body != null && !body.complete()) {
            throw new IllegalStateException("the client asked for no other protocol, or its body has not been read");
        }
        ConnectionOutput output = connection.output();
        output.lock();
        try {
            checkOpen();
            if (!TIME.compareAndSet(this, LIMITED, UNLIMITED)) {
                throw new IOException("The time of the exchange is over");
            }
            output.begin(Long.MAX_VALUE);
            ResponseHeadWriter writer = output.head();
            writer.compose(101, Framing.RAW, 0, fields, false);
            output.putHead(writer);
            framing = Framing.RAW;
            time = LEFT;
            closes = true;
            continueDue = false;
            body = RequestBody.raw(connection.transport(), connection.input(), this);
            if (ended()) { // the thread that ended it may have seen only the old body
                body.end();
            }
            output.flush();
        } finally {
            output.unlock();
        }
    }

    private void interim(ConnectionOutput output, int status, ResponseFields fields) throws IOException {
        ResponseHeadWriter writer = output.head();
        writer.compose(status, Framing.NONE, 0, fields, false);
        if (head.minorVersion() > 0) { // HTTP/1.0 knows no interim responses
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
            checkOpen();
            if (framing == Framing.CHUNKED) {
                output.putChunked(from, offset, length);
            } else {
                output.put(from, offset, length);
                if (raw()) {
                    output.flush();
                }
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
            checkOpen();
            return output.putFile(source, position, count, framing == Framing.CHUNKED);
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
            throw new IOException("The exchange has ended");
        }
    }

    /** Adds the bytes that mark the end of the response. The caller holds the lock. */
    void putEnd(ConnectionOutput output) throws IOException {
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

    // ---- end

    /** Ends the stream. Returns true only for the first caller. */
    private boolean end() {
        boolean first = tryEnd();
        if (first) {
            connection.shared().counts.traffic().onEnd();
            if (countedHead() > 0) {
                connection.transport().memory().release(countedHead());
            }
        }
        return first;
    }

    @Override
    public void finish() throws IOException {
        if (end()) {
            connection.finish(this);
        }
    }

    @Override
    public void abort() {
        if (end()) {
            connection.shared().counts.traffic().onAbort();
            connection.abort(this);
        }
    }

    @Override
    public void refuse(int status, String text) {
        if (end()) {
            closes = true;
            connection.refuse(this, status, text, head.method().equals("HEAD"));
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
