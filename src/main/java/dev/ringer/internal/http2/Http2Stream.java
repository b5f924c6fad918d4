package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.ErrorText;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.FileRegion;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * One request and its response on an HTTP/2 connection. Any thread may end the stream; only the first call counts.
 * Content that the application wrote before the end is still sent, as fast as the client takes it.
 *
 * <p>The stream counts against the connection's limit of streams as long as it has not ended, or still has something to
 * send or to wait for. A reset by the client does not change this, because the handler may still be running.
 */
final class Http2Stream
        implements HttpStream, ResponseSender.Owner, StreamTransport.Owner, RequestContent.Owner, Runnable {
    private static final int OK = 200;
    private static final int FORGOTTEN = -1;

    private static final VarHandle COUNTED;

    static {
        try {
            COUNTED = MethodHandles.lookup().findVarHandle(Http2Stream.class, "counted", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The connection of a stream. Methods with a stream as parameter are for the loop thread. */
    interface Host {
        Transport transport();

        Http2Shared shared();

        FrameOutput output();

        /** Returns the window for content that may arrive on all streams together. */
        ContentCredit credit();

        /** Returns the time of the present event, in the terms of {@link System#nanoTime()}. Loop thread only. */
        long now();

        /** Notes that a handler begins to run. Called on the thread of the handler. */
        void onHandlerBegins();

        /** Sends the response of a stream that has ended, now or together with the next responses. Any thread. */
        void sendFinished();

        /** Announces the end of the connection, because the application wants it closed. Any thread. */
        void closeSoon();

        /** Notes that a stream has ended and sends nothing more. Any thread. */
        void onDone(Http2Stream stream);

        /**
         * Ends a stream that waited for its content, because it was reset or the connection has ended.
         *
         * @param why the fault of the content; null if it has none
         */
        void onWaitEnded(Http2Stream stream, Violation why);

        /** Drops the request content of a stream, because nobody will read that content. */
        void onContentUnwanted(Http2Stream stream);

        /** Widens the client's windows by octets of a stream that were read. */
        void giveBackRead(Http2Stream stream, int count);

        /**
         * Ends a stream that another protocol had. If a code is given and the stream has not ended yet, resets the
         * stream with this code.
         */
        void endTunnel(Http2Stream stream, ErrorCode codeOrNull);
    }

    Http2Stream nextDone; // the next one in the list of streams that are done

    // never change after construction
    private final Host host;
    private final ResponseSender sender;
    private final Http2RequestHead request;
    private final RequestContent input; // null if the request has no content

    // owned by the loop thread
    private StreamState state = StreamState.OPEN;
    private long since; // time at which the state began, in nanoTime's terms

    // used by several threads
    // Bytes taken from the account for the head and the trailers. FORGOTTEN after the table has removed the stream.
    private volatile int counted;
    private volatile boolean continueDue; // whether the client waits for 100 (Continue)
    private volatile boolean closesConnection; // whether the application asked for the end of the connection
    private volatile StreamTransport tunnel; // null unless another protocol has the stream

    /**
     * Makes a stream whose request head is complete.
     *
     * @param length bytes of the content; 0 for none, −1 if unknown
     * @param countedHead bytes that were taken from the account for the head, and that the stream must release
     */
    Http2Stream(Host host, int id, int priority, Http2RequestHead request, long length, int countedHead) {
        this.host = host;
        this.sender = new ResponseSender(this, id, priority);
        this.request = request;
        this.counted = countedHead;
        this.since = host.now();
        this.input = length == 0 ? null : new RequestContent(this, host.shared().receiving, length);
    }

    /** Returns the number of the stream. */
    int id() {
        return sender.id();
    }

    /** Returns the part that sends the response. */
    ResponseSender sender() {
        return sender;
    }

    Host host() {
        return host;
    }

    private Loop loop() {
        return transport().loop();
    }

    private ClientMemory memory() {
        return transport().memory();
    }

    // ---- on the loop thread, unless a method says otherwise

    StreamState state() {
        return state;
    }

    void state(StreamState next) {
        state = next;
        since = host.now();
    }

    /** Returns the time at which the state began, in the terms of {@link System#nanoTime()}. */
    long since() {
        return since;
    }

    RequestContent input() {
        return input;
    }

    /** Notes that the client waits for 100 (Continue). Called before the handler gets the request. */
    void expectsContinue() {
        continueDue = true;
    }

    /** Whether the request waits for its content, and no handler has it. Any thread. */
    boolean awaitsContent() {
        return input != null && input.precedesHandler();
    }

    /**
     * Notes that the client can no longer be reached on this stream: it has reset the stream, or the connection has
     * ended.
     */
    void onClientGone() {
        sender.leave();
        wake();
        if (awaitsContent()) {
            host.onWaitEnded(this, null);
        }
        notifyApplication();
    }

    /** Resets the stream. {@code why} is the fault of the request's content; null if the content has none. */
    void breakOff(ErrorCode code, Violation why) {
        // Before the reader is notified: a reader that gets the exception aborts with another code, and the first code
        // counts.
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

    /** Returns the transport of the other protocol that has the stream; null if none has it. */
    StreamTransport tunnel() {
        return tunnel;
    }

    @Override
    public void onTaken() {
        if (tunnel != null) {
            tunnel.onTaken();
        }
    }

    /** Ends reading. The reader gets no more content, and the loop can drop the content that waits. */
    void stopInput() {
        if (input != null) {
            input.end();
        }
    }

    /**
     * Counts memory that was taken for the head or the trailers. If the table has removed the stream, releases the
     * memory at once, because the account does not count objects that the application keeps for longer. Any thread.
     */
    void count(int bytes) {
        for (int before = counted; before != FORGOTTEN; before = counted) {
            if (COUNTED.compareAndSet(this, before, before + bytes)) {
                return;
            }
        }
        memory().release(bytes);
    }

    /**
     * Takes memory for a cookie that is about to be joined. After the end of the exchange, takes no memory, because
     * then the cookie belongs to the application. Any thread.
     *
     * @throws UncheckedIOException if there is no memory; a method that returns a header has no checked exception
     */
    void takeForCookie(int bytes) {
        if (counted == FORGOTTEN) {
            return;
        }
        if (!memory().tryTake(bytes)) {
            host.shared().counts.count(Violation.HEAD_MEMORY_SPENT, remoteAddress());
            throw new UncheckedIOException(new BodyBroken(Violation.HEAD_MEMORY_SPENT));
        }
        count(bytes);
    }

    /**
     * Returns the size of the head in bytes if the connection counts it with other small heads; otherwise 0. Any
     * thread.
     */
    int smallHead() {
        return request.isSmall() ? request.size() : 0;
    }

    /** Whether the stream has taken memory of its own for its head or trailers. Any thread. */
    boolean isCounted() {
        return counted > 0;
    }

    /**
     * Releases the memory of the head and the trailers. Called when the table has removed the stream, or when the
     * connection is closed. Any thread.
     */
    void releaseCounted() {
        releaseCounted(FORGOTTEN);
    }

    private void releaseCounted(int next) {
        int before = (int) COUNTED.getAndSet(this, next);
        if (before > 0) {
            memory().release(before);
        }
    }

    /**
     * Returns the memory that a reset of the stream would free, in bytes. While a handler runs, a reset does not free
     * the memory of the head. Any thread.
     */
    long spareableMemory() {
        return (ended() || awaitsContent() ? smallHead() + Math.max(0, counted) : 0)
                + (tunnel == null ? 0 : tunnel.spareableMemory())
                + ofContent();
    }

    private long ofContent() {
        return sender.contentBytes() + (input == null ? 0 : input.heldBytes());
    }

    // ---- request

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

    /** Drops, on the loop, the content that nobody will read. This widens the connection's window. */
    @Override
    public void dropContentSoon() {
        loop().execute(() -> host.onContentUnwanted(this));
    }

    /** Widens, on the loop, the window of this stream by octets that were read. */
    @Override
    public void giveBackSoon(int count) {
        loop().execute(() -> host.giveBackRead(this, count));
    }

    /**
     * Sends the output that the client may wait for, before a thread waits for content. Returns the longest wait in
     * nanoseconds.
     */
    @Override
    public long beforeWaiting() {
        if (continueDue) {
            askForContent();
        }
        sender.sendWritten();
        return host.shared().limits.bodyStallNanos;
    }

    private void askForContent() {
        if (input.received() == 0) {
            sender.interim(ResponseHead.CONTINUE);
        }
        continueDue = false;
    }

    /** Throws an exception if nothing more can be read. Called before each read. */
    @Override
    public void checkReadable() throws IOException {
        if (ended()) {
            throw new IOException("Stream is closed");
        }
        if (sender.gone() || host.transport().closed()) {
            throw new IOException("The client has broken the stream off");
        }
    }

    // ---- response

    @Override
    public boolean allowsBody(int status) {
        return status >= 200 && status != 204 && !describesOnly(status);
    }

    private boolean describesOnly(int status) {
        return status == 304 || request.method().equals("HEAD");
    }

    @Override
    public boolean allowsStatus(int status) {
        return !request.asksForTunnel() || status < 200 || status >= 300;
    }

    @Override
    public void respond(int status, long length, ResponseFields fields) throws IOException {
        if (status < 100 || status > 999) {
            throw new IllegalArgumentException("Over HTTP/2 a status code has three digits (RFC 9113, 8.3.2)");
        }
        if (status >= 100 && status < 200) {
            ResponseHead head = new ResponseHead(status, ResponseHead.NO_LENGTH, false, fields);
            sender.checkOpen();
            continueDue &= status != 100;
            sender.interim(head);
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
        closesConnection |= head.closeGiven();
        sender.head(head, length);
    }

    @Override
    public void upgrade(ResponseFields fields) {
        throw new IllegalStateException("HTTP/2 has no other protocol to change to");
    }

    @Override
    public boolean switchable() {
        return request.asksForTunnel() && requestLength() == DeclaredLength.NONE;
    }

    @Override
    public int switchTo(Protocol next, ResponseFields fields) throws IOException {
        if (!switchable()) {
            throw new IllegalStateException("the client asked for no other protocol");
        }
        giveAway(transport -> next, fields);
        return OK;
    }

    @Override
    public void handOver(Function<Transport, Protocol> next, ResponseFields fields) throws IOException {
        continueDue = false;
        giveAway(next, fields);
    }

    /** Answers 200, ends the exchange, and gives the stream to another protocol. */
    private void giveAway(Function<Transport, Protocol> next, ResponseFields fields) throws IOException {
        ResponseHead head = new ResponseHead(OK, ResponseHead.NO_LENGTH, false, fields);
        sender.checkOpen();
        sender.lasts(true);
        if (!end()) {
            sender.lasts(false);
            throw new IOException("The exchange has ended");
        }
        boolean handsInput = input != null && input.tryHandOver();
        if (input != null && !handsInput && !input.ended()) {
            // Another thread has begun to read the content, which belongs to the other protocol now.
            host.shared().counts.traffic().onAbort();
            sender.breakOff(ErrorCode.INTERNAL_ERROR);
            sender.lasts(false);
            afterEnd();
            throw new IOException("Another thread reads the request's body");
        }
        // From here on the stream is a tunnel. Before this line, another thread could still end the stream as an
        // ordinary response.
        sender.endRating();
        sender.trailers(null);
        sender.head(head, STREAMED);
        int countedHead = Math.max(smallHead(), counted);
        releaseCounted(0); // the StreamTransport counts the head from now on
        StreamTransport made = new StreamTransport(this, sender, handsInput ? input : null, countedHead);
        Protocol taker = next.apply(made);
        tunnel = made;
        made.execute(() -> made.open(taker));
        sender.sendWritten();
        if (head.closeGiven()) {
            host.closeSoon();
        }
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

    // ---- end

    @Override
    public boolean ended() {
        return sender.ended();
    }

    @Override
    public boolean brokenOff() {
        return sender.brokenOff();
    }

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
        if (!end()) {
            return;
        }
        boolean lost = disconnected();
        boolean whole = sender.complete();
        afterEnd();
        if (lost) {
            throw new IOException("The client has broken the stream off");
        }
        if (!whole) {
            throw new IOException("The response has ended while another thread was writing it");
        }
    }

    @Override
    public void abort() {
        if (end()) {
            host.shared().counts.traffic().onAbort();
            sender.breakOff(ErrorCode.INTERNAL_ERROR);
            afterEnd();
        }
    }

    @Override
    public void refuse(int status, String text) {
        if (!end()) {
            return;
        }
        byte[] page = ErrorText.page(status, text);
        sender.trailers(null);
        sender.head(new ResponseHead(status, page.length, false, Http2Stream::forEachErrorField), page.length);
        if (!request.method().equals("HEAD")) {
            sender.add(ByteBuffer.wrap(page));
        }
        sender.complete();
        afterEnd();
    }

    /** Visits the fields of the server's own error responses, as the JDK's server has them. */
    static void forEachErrorField(BiConsumer<String, String> visitor) {
        visitor.accept("Content-type", "text/html");
    }

    /** Ends the stream. Returns true only to the first thread that calls this. */
    private boolean end() {
        boolean first = sender.tryEnd();
        if (first) {
            host.shared().counts.traffic().onEnd();
        }
        return first;
    }

    private void afterEnd() {
        if (input != null) {
            // End reading before the loop collects the stream, because the loop drops content only if reading has
            // ended.
            input.end();
        }
        wake();
        host.output().add(sender);
        if (closesConnection) {
            host.closeSoon();
        }
        host.sendFinished();
        sender.noteDone();
        if (input != null && !input.exhausted()) {
            dropContentSoon();
        }
    }

    @Override
    public void onDone() {
        host.onDone(this);
    }

    @Override
    public void onHandlerReturned() {
        if (!ended()) {
            sender.sendWritten();
        }
    }

    @Override
    public void endTunnel(ErrorCode codeOrNull) {
        host.endTunnel(this, codeOrNull);
    }

    @Override
    public boolean persistent() {
        return !closesConnection && !host.shared().handler.stopping();
    }

    @Override
    public boolean upgradeRequested() {
        return false;
    }

    @Override
    public ContentCredit credit() {
        return host.credit();
    }

    @Override
    public FrameOutput output() {
        return host.output();
    }

    @Override
    public Transport transport() {
        return host.transport();
    }
}
