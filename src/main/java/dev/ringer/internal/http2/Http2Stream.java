package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http.ErrorText;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.http2.request.Http2RequestHead;
import dev.ringer.internal.http2.request.RequestHeadReader;
import dev.ringer.internal.http2.response.FrameOutput;
import dev.ringer.internal.http2.response.ResponseHead;
import dev.ringer.internal.http2.response.ResponseSender;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.FileRegion;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.threads.AtomicField;
import dev.ringer.internal.time.LimitClock;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.Function;

/**
 * One request and its response on an HTTP/2 connection. Any thread can end the stream. Later attempts have no effect.
 * Content that the application wrote before the end is still sent, as fast as the client takes it.
 *
 * <p>The stream counts against the connection's limit of streams until it has ended, has sent everything, and waits for
 * nothing. Even a stream that the client has reset counts, because its handler may still be running.
 */
final class Http2Stream implements HttpStream, Runnable {
    private static final int OK = 200;
    private static final int FORGOTTEN = -1;

    private static final VarHandle HEAD = AtomicField.of(MethodHandles.lookup(), "countedHead", int.class);
    private static final VarHandle TRAILERS = AtomicField.of(MethodHandles.lookup(), "countedTrailers", int.class);

    /**
     * An estimate of the memory, in bytes, of the objects of a stream that has not ended or has a response to send. It
     * includes a response of a few hundred bytes, but not the request head.
     */
    static final int BYTES = 1024;

    Http2Stream nextDone; // next stream in the stream table's list of streams that are done

    private final Http2Connection host;
    private final ResponseSender sender;
    private final RequestContent input; // content of the request; null if there is none

    // Head of the request. When the exchange has ended, an empty one: see freeHead(). A thread that reads an outdated
    // value gets the complete head.
    private Http2RequestHead request;

    // owned by the loop thread
    private StreamState state = StreamState.OPEN;
    private long since; // time at which the current state began, as a value of LimitClock
    private int smallHead; // bytes of a small head, which the connection counts; 0 for a larger head

    // used by several threads
    private volatile int countedHead; // bytes of a large head in the memory account; FORGOTTEN: see freeHead()
    private volatile int countedTrailers; // bytes of trailers in the memory account; FORGOTTEN: see releaseCounted()
    private volatile boolean continueDue; // whether the client waits for 100 (Continue)
    private volatile boolean endFailed; // whether an Error has interrupted the end, so that the connection is stuck
    private volatile StreamTransport tunnel; // transport of another protocol on this stream; null for none

    /** Sends the response of this stream. */
    private final class Sender extends ResponseSender {
        Sender(FrameOutput output, int id, int priority) {
            super(output, id, priority);
        }

        @Override
        protected void onInterrupted() {
            abort();
        }

        @Override
        protected void onTaken() {
            if (tunnel != null) {
                tunnel.onTaken();
            }
        }

        @Override
        protected void onDone() {
            host.onDone(Http2Stream.this);
        }
    }

    /**
     * Makes a stream for a complete request head.
     *
     * @param length bytes of the request content; 0 for none, −1 if unknown
     * @param countedHead bytes of the head that were taken from the memory account, and that the stream must release
     */
    Http2Stream(Http2Connection host, int id, int priority, Http2RequestHead request, long length, int countedHead) {
        this.host = host;
        this.sender = new Sender(host.output(), id, priority);
        this.request = request;
        this.countedHead = countedHead;
        this.smallHead = request.isSmall() ? request.size() : 0;
        this.since = host.now();
        this.input = length == 0 ? null : new RequestContent(this, host.shared(), length);
    }

    int id() {
        return sender.id();
    }

    ResponseSender sender() {
        return sender;
    }

    private ClientMemory memory() {
        return transport().memory();
    }

    // ---- methods for the loop thread, unless they say otherwise

    StreamState state() {
        return state;
    }

    void state(StreamState next) {
        state = next;
        since = host.now();
    }

    /** Whether the client may still send content. */
    boolean receives() {
        return state == StreamState.OPEN || state == StreamState.DRAINING;
    }

    /** Returns the time at which the current state began, as a value of {@link LimitClock}. */
    long since() {
        return since;
    }

    RequestContent input() {
        return input;
    }

    /** Records that the client waits for 100 (Continue). Called before the handler gets the request. */
    void expectsContinue() {
        continueDue = true;
    }

    /** Whether the request still waits for its content, before a handler gets the request. Thread-safe. */
    boolean awaitsContent() {
        return input != null && input.precedesHandler();
    }

    /**
     * Records that the server can no longer reach the client on this stream: the client has reset the stream, or the
     * connection has ended.
     */
    void onClientGone() {
        sender.markClientGone();
        wake();
        if (awaitsContent()) {
            host.onWaitEnded(this, null);
        }
        notifyApplication();
    }

    /** Resets the stream. {@code why} is the rule that the request content has broken; null if there is none. */
    void breakOff(ErrorCode code, Violation why) {
        // First set the error code, then wake the reader. The reader aborts the stream with another code, and only the
        // first code counts.
        sender.breakOff(code);
        if (input != null && why != null) {
            input.breakOff(why);
        }
        wake();
        if (awaitsContent()) {
            host.onWaitEnded(this, why);
        }
        notifyApplication();
    }

    private void notifyApplication() {
        Runnable action = sender.onGone();
        if (action != null) {
            action.run();
        }
    }

    private void wake() {
        if (input != null) {
            input.wakeReader();
        }
        sender.wakeWriter();
        if (tunnel != null) {
            tunnel.close();
        }
    }

    /** Returns the transport of the other protocol that uses the stream; null if there is none. */
    StreamTransport tunnel() {
        return tunnel;
    }

    /** Whether the reader of the content, which may be another protocol, must be notified when content arrives. */
    boolean readerWaits() {
        return tunnel != null || input != null && input.isAwaited();
    }

    /** Notifies a reader that waits. */
    void notifyReader() {
        if (tunnel != null) {
            tunnel.onInput();
        } else {
            input.wakeReader();
        }
    }

    /**
     * Ends the reading of the request content. The reader gets no more content, and the loop drops what still arrives.
     */
    void stopInput() {
        if (input != null) {
            input.end();
        }
    }

    /** Counts memory that was taken for the trailers. */
    void countTrailers(int bytes) {
        count(TRAILERS, bytes);
    }

    /**
     * Adds bytes that were taken from the memory account to a counter. If the counter is FORGOTTEN, releases these
     * bytes: from then on only the application retains the objects, and the memory account does not count them.
     */
    private void count(VarHandle counter, int bytes) {
        int before;
        do {
            before = (int) counter.getVolatile(this);
            if (before == FORGOTTEN) {
                memory().release(bytes);
                return;
            }
        } while (!counter.compareAndSet(this, before, before + bytes));
    }

    private void forget(VarHandle counter) {
        int before = (int) counter.getAndSet(this, FORGOTTEN);
        if (before > 0) {
            memory().release(before);
        }
    }

    /** Returns how many bytes the connection counts for a small head; 0 for a larger head, which the stream counts. */
    int smallHead() {
        return smallHead;
    }

    /**
     * Returns how many bytes the connection counts for a small head that was freed meanwhile, and that the connection
     * need not count any more.
     */
    int takeFreedHead() {
        int freed = ended() && tunnel == null ? smallHead : 0;
        smallHead -= freed;
        return freed;
    }

    /** Whether this stream counts memory for trailers. Thread-safe. */
    boolean isCounted() {
        return countedTrailers > 0;
    }

    /**
     * Frees the request head, because the exchange has ended. The response may wait for a long time until the client
     * takes it, and needs no request head. If the application retains the exchange, it also retains the head.
     */
    private void freeHead() {
        request = request.emptied();
        if (countedHead > 0) { // else the head is small, and its cookie too
            forget(HEAD);
        }
    }

    /**
     * Releases the memory of the trailers. Called when the exchange has ended and the stream was removed from the table
     * or the connection was closed. Thread-safe.
     */
    void releaseCounted() {
        if (input != null) {
            forget(TRAILERS);
        }
    }

    /**
     * Returns how many bytes a reset of the stream would free. A reset does not free the head while a handler runs.
     * Thread-safe. The value may be slightly out of date.
     */
    long evictableBytes() {
        return (ended() || awaitsContent() ? BYTES + Math.max(0, countedTrailers) : 0)
                + (awaitsContent() ? smallHead + Math.max(0, countedHead) : 0)
                + (tunnel == null ? 0 : tunnel.evictableBytes())
                + sender.contentBytes()
                + (input == null ? 0 : input.heldBytes());
    }

    // ---- methods that read the request

    @Override
    public void run() {
        onHandlerBegins();
        host.shared().handler.onRequest(this);
    }

    @Override
    public void onHandlerBegins() {
        host.onHandlerBegins();
    }

    @Override
    public RequestHead request() {
        return request;
    }

    @Override
    public long requestLength() {
        return input == null ? 0 : input.length();
    }

    @Override
    public boolean requestArrived() {
        return input == null || input.isComplete();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (input != null) {
            return input.read(to, offset, length);
        }
        if (ended()) {
            throw new IOException("Stream is closed");
        }
        return -1;
    }

    @Override
    public int readNow(byte[] to, int offset, int length) throws IOException {
        return input == null ? read(to, offset, length) : input.readArrived(to, offset, length);
    }

    @Override
    public void awaitContent(Runnable ready) throws IOException {
        checkReadable();
        input.awaitContent(ready);
    }

    @Override
    public FieldLines requestTrailers() {
        return input == null ? FieldLines.NONE : input.trailers();
    }

    @Override
    public int available() {
        return input == null ? 0 : input.available();
    }

    @Override
    public void stopReading() {
        if (input != null && !ended() && input.end() && !input.exhausted()) {
            dropContentSoon();
        }
    }

    @Override
    public void limitBodyTime(boolean limited) {
        if (input != null) {
            input.limitTime(limited);
        }
    }

    /** Makes the loop drop the content that nobody will read. */
    void dropContentSoon() {
        transport().loop().execute(() -> host.onContentUnwanted(this));
    }

    /** Reads what has arrived on the connection. Called by the loop. */
    void readArrived() {
        host.readArrived();
    }

    /** Makes the loop widen the stream's flow-control window by the octets that the handler has read. */
    void giveBackSoon(int count) {
        transport().loop().execute(() -> host.giveBackRead(this, count));
    }

    /**
     * Sends output that the client may need before it sends more content. Called when a thread is about to wait for
     * content.
     */
    void beforeWaiting() {
        if (continueDue) {
            askForContent();
        }
        sender.sendWritten();
    }

    /** Returns how many bytes of an incomplete TLS record have come for the stream. Thread-safe. */
    int receivedInPart() {
        return host.receivedInPart();
    }

    private void askForContent() {
        if (input.received() == 0) {
            sender.interim(ResponseHead.CONTINUE);
        }
        continueDue = false;
    }

    /** Throws an exception if no more content can be read. */
    void checkReadable() throws IOException {
        if (ended()) {
            throw new IOException("Stream is closed");
        }
        if (sender.gone() || host.transport().closed()) {
            throw new IOException("The client has reset the stream or closed the connection");
        }
    }

    // ---- methods that send the response

    @Override
    public boolean allowsBody(int status) {
        return status >= 200
                && status != 204
                && status != 304
                && !request.method().equals("HEAD");
    }

    @Override
    public boolean allowsStatus(int status) {
        return !request.asksForTunnel() || status < 200 || status >= 300;
    }

    @Override
    public void respond(int status, long length, ResponseFields fields) throws IOException {
        if (status < 200) {
            ResponseHead head = new ResponseHead(status, ResponseHead.NO_LENGTH, false, fields);
            sender.checkOpen();
            continueDue &= status != 100;
            if (!sender.interim(head)) {
                throw new IOException("headers already sent");
            }
            sender.sendWritten();
            return;
        }
        boolean body = allowsBody(status);
        if (!body) {
            sender.trailers(null);
        }
        long contentLength = !body || length == STREAMED ? ResponseHead.NO_LENGTH : length;
        ResponseHead head = new ResponseHead(status, contentLength, !body && status != 204, fields);
        sender.checkOpen();
        if (continueDue && status < 300) {
            askForContent();
        }
        continueDue = false;
        sender.head(head, length);
    }

    @Override
    public void upgrade(ResponseFields fields) {
        throw new IllegalStateException(
                "HTTP/2 does not support protocol upgrades (status 101); for WebSocket, use WebSocketHandler");
    }

    @Override
    public boolean switchable() {
        return request.asksForTunnel() && requestLength() == RequestHeadReader.UNKNOWN_LENGTH;
    }

    @Override
    public int switchTo(Protocol next, ResponseFields fields, Runnable accepted) throws IOException {
        if (!switchable()) {
            throw new IllegalStateException("Cannot switch protocols: the client did not ask for it");
        }
        giveAway(transport -> next, fields, accepted);
        return OK;
    }

    @Override
    public void handOver(Function<Transport, Protocol> next, ResponseFields fields, Runnable accepted)
            throws IOException {
        continueDue = false;
        giveAway(next, fields, accepted);
    }

    /** Answers 200, ends the exchange, and gives the stream to another protocol, such as WebSocket. */
    private void giveAway(Function<Transport, Protocol> next, ResponseFields fields, Runnable accepted)
            throws IOException {
        ResponseHead head = new ResponseHead(OK, ResponseHead.NO_LENGTH, false, fields);
        sender.checkOpen();
        sender.head(head, STREAMED); // first of all: of several threads that answer, one gets beyond this
        accepted.run();
        sender.keepOpenAfterExchange(true);
        if (!end()) {
            sender.keepOpenAfterExchange(false);
            throw new IOException("The exchange has ended");
        }
        boolean handsInput = input != null && input.tryHandOver();
        if (input != null && !handsInput && !input.ended()) {
            // Another thread is reading the content. It would take content from the new protocol, so the stream ends
            // with an error.
            host.shared().traffic.onAbort();
            sender.breakOff(ErrorCode.INTERNAL_ERROR);
            sender.keepOpenAfterExchange(false);
            afterEnd();
            throw new IOException("Another thread is reading the request body");
        }
        // From here on the stream is a tunnel. Until here, it could end with an error like any other stream.
        sender.endMinRate();
        sender.trailers(null);
        int ofLargeHead = countedHead;
        freeHead(); // from now on the StreamTransport counts the memory of a large head
        StreamTransport made = new StreamTransport(this, sender, handsInput ? input : null, ofLargeHead);
        Protocol taker = next.apply(made);
        tunnel = made;
        made.execute(() -> made.open(taker));
        sender.sendWritten();
    }

    @Override
    public void trailers(ResponseFields fields) {
        sender.trailers(fields);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        sender.write(from, offset, length);
    }

    @Override
    public long transferFrom(FileChannel source, long position, long count) throws IOException {
        return sender.transferFrom(source, position, count);
    }

    @Override
    public void leaveFile(FileRegion rest) throws IOException {
        sender.leaveFile(rest);
    }

    @Override
    public void flush() throws IOException {
        sender.flush();
    }

    // ---- end of the stream

    @Override
    public boolean ended() {
        return sender.ended();
    }

    boolean brokenOff() {
        return sender.brokenOff();
    }

    /**
     * Whether the server can send nothing more on the stream: the connection has ended, or one side has reset the
     * stream.
     */
    @Override
    public boolean disconnected() {
        return sender.disconnected();
    }

    @Override
    public void onDisconnect(Runnable action) {
        sender.onGone(action);
        if (disconnected()) {
            action.run();
        }
    }

    @Override
    public void finish() throws IOException {
        try {
            complete();
        } catch (Error interrupted) {
            endFailed = true;
            throw interrupted;
        }
    }

    private void complete() throws IOException {
        if (!end()) {
            return;
        }
        boolean lost = disconnected();
        boolean whole = sender.complete();
        afterEnd();
        if (lost) {
            throw new IOException("The client has reset the stream or closed the connection");
        }
        if (!whole) {
            throw new IOException("The response ended while another thread was writing it");
        }
    }

    /** Ends the stream before its response is complete. */
    @Override
    public void abort() {
        try {
            if (end()) {
                host.shared().traffic.onAbort();
                sender.breakOff(ErrorCode.INTERNAL_ERROR);
                afterEnd();
            }
        } catch (Error interrupted) {
            endFailed = true;
            throw interrupted;
        }
    }

    @Override
    public void refuse(int status, String text) {
        try {
            if (end()) {
                sendErrorPage(status, text);
            }
        } catch (Error interrupted) {
            endFailed = true;
            throw interrupted;
        }
    }

    private void sendErrorPage(int status, String text) {
        byte[] page = ErrorText.page(status, text);
        sender.trailers(null);
        ResponseFields fields = visitor -> visitor.accept("Content-type", "text/html");
        boolean content = !request.method().equals("HEAD");
        try {
            sender.head(new ResponseHead(status, page.length, false, fields), content ? page.length : STREAMED);
            if (content) {
                sender.add(ByteBuffer.wrap(page));
            }
            sender.complete();
        } catch (IOException e) { // another thread has begun a response
            sender.breakOff(ErrorCode.INTERNAL_ERROR);
        }
        afterEnd();
    }

    /**
     * Closes the whole connection: the Error may have interrupted the thread while it sent frames of other streams, or
     * changed the table of HPACK, which the client shares.
     */
    @Override
    public void giveUp() {
        try {
            if (end() || endFailed) {
                endFailed = false;
                host.shared().traffic.onAbort();
                transport().close();
                sender.breakOff(ErrorCode.INTERNAL_ERROR);
                afterEnd();
            }
        } catch (Error interrupted) {
            endFailed = true; // a later call, with more stack, tries again
            throw interrupted;
        }
    }

    /** Ends the stream. Returns true only to the first caller. */
    private boolean end() {
        boolean first = sender.tryEnd();
        if (first) {
            host.shared().traffic.onEnd();
        }
        return first;
    }

    private void afterEnd() {
        freeHead();
        if (input != null) {
            // First end the reading, then let the loop collect the stream. The loop drops content only after the end of
            // the reading.
            input.end();
        }
        wake();
        host.output().add(sender);
        host.sendFinished();
        sender.noteDone();
        if (input != null && !input.exhausted()) {
            dropContentSoon();
        }
    }

    @Override
    public void onHandlerReturned() {
        if (!ended()) {
            sender.sendWritten();
        }
    }

    /** Drops content that nobody will read. If there is a code, also resets the stream, unless it is over. */
    void endTunnel(ErrorCode codeOrNull) {
        host.endTunnel(this, codeOrNull);
    }

    @Override
    public boolean persistent() {
        return !host.shared().handler.stopping();
    }

    @Override
    public boolean upgradeRequested() {
        return false;
    }

    FrameOutput output() {
        return host.output();
    }

    @Override
    public Transport transport() {
        return host.transport();
    }
}
