package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Violation;
import dev.ringer.internal.time.TimeLimit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.FileChannel;
import javax.net.ssl.SSLSession;

/**
 * One request and its response on an HTTP/2 connection. It ends once, by the thread that is first; what was written
 * leaves after that, as the client takes it. It counts among the streams of its connection until it has ended and nothing
 * more is sent or awaited, even if the client resets it before: a handler may be at work.
 */
final class Http2Stream extends OutgoingResponse implements HttpStream, Runnable {
    Http2Stream nextDone; // among those that are done

    // fixed
    private final Http2Connection connection;
    private final RequestHead request;
    private final long requestLength;
    private final RequestContent input; // null if the request has no content
    private final int countedHead; // for which memory is taken until it has ended

    // the loop's
    private StreamState state = StreamState.OPEN;
    private long since; // in nanoTime's terms, when the state began
    private long drainLeft;

    // shared
    private volatile boolean continueDue;
    private volatile boolean responding; // whether the final head has been given
    private volatile boolean closesConnection;

    /**
     * A stream whose request head is complete.
     *
     * @param length of the content, 0 for none, −1 if only its end will tell
     * @param countedHead how much memory was taken for the head
     */
    Http2Stream(Http2Connection connection, int id, int priority, RequestHead request, long length, int countedHead) {
        super(connection.shared(), id, connection.initialWindow(), priority);
        this.connection = connection;
        this.request = request;
        this.requestLength = length;
        this.countedHead = countedHead;
        this.since = connection.now();
        this.input = length == 0 ? null : new RequestContent(this, connection.shared(), length);
    }

    // ---- the loop's side

    StreamState state() {
        return state;
    }

    void state(StreamState next) {
        state = next;
        since = connection.now();
    }

    /** When the state began, in {@link System#nanoTime()}'s terms. */
    long since() {
        return since;
    }

    /** From now on so much content may come, and is dropped. */
    void beginDrain(long amount) {
        boolean tooMuch = requestLength > 0 && requestLength - input.received() > amount;
        drainLeft = tooMuch ? -1 : amount;
    }

    /** Drops content; false if more comes than is let in. */
    boolean drains(int count) {
        drainLeft -= count;
        return drainLeft >= 0;
    }

    RequestContent input() {
        return input;
    }

    /** The client waits to be asked for the content. Before the request is given to its handler. */
    void expectsContinue() {
        continueDue = true;
    }

    /** The client has reset the stream, or is gone with its connection. */
    void onClientGone() {
        leave();
        wake();
    }

    /** The request's content is at fault, and the stream with it. */
    void breakOff(ErrorCode code, Violation why) {
        breakOff(code); // before the reader is told, whose failure would have a code of its own
        if (input != null && why != null) {
            input.breakOff(why);
        }
        wake();
    }

    private void wake() {
        if (input != null) {
            input.wakeReader();
        }
        wakeWriter();
    }

    /** Drops what waits for its reader, who will get no more. */
    void stopInput() {
        if (input != null) {
            input.end();
        }
    }

    /** How much it holds of what was taken from the account. Any thread, to which it may be of a moment ago. */
    long heldMemory() {
        return (ended() ? 0 : countedHead) + spareableMemory();
    }

    /** How much of that goes if it is broken off. Any thread, as above. */
    long spareableMemory() {
        return contentBytes() + (input == null ? 0 : input.heldBytes());
    }

    // ---- request

    Http2Connection connection() {
        return connection;
    }

    Loop loop() {
        return connection.transport().loop();
    }

    @Override
    public void run() {
        connection.onHandlerBegins();
        connection.shared().handler.onRequest(this);
    }

    @Override
    public RequestHead request() {
        return request;
    }

    @Override
    public long requestLength() {
        return requestLength;
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
    public int available() {
        return input == null ? 0 : input.available();
    }

    @Override
    public void stopReading() {
        if (input != null && input.end() && !input.exhausted()) {
            dropContentSoon();
        }
    }

    /** Has what nobody will read dropped, so that its place in the connection's window is free. */
    void dropContentSoon() {
        loop().execute(() -> connection.onContentUnwanted(this));
    }

    /** Has the client told of this much room on this stream. */
    void giveBackSoon(int count) {
        loop().execute(() -> {
            connection.ends().giveBack(this, count);
            connection.output().send();
        });
    }

    /** Called before waiting for content: sends what the client may wait for. {@return how long to wait} */
    long beforeWaiting() {
        if (continueDue) {
            askForContent();
        }
        sendWritten();
        return connection.shared().bodyStallNanos;
    }

    private void askForContent() {
        if (!responding && input.received() == 0) {
            interim(ResponseHead.CONTINUE);
        }
        continueDue = false;
    }

    /** Called before anything is read. */
    void checkReadable() throws IOException {
        if (ended()) {
            throw new IOException("Stream is closed");
        }
        if (gone() || connection.transport().closed()) {
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
    public void respond(int status, long length, ResponseFields fields) throws IOException {
        if (status >= 100 && status < 200) {
            ResponseHead head = new ResponseHead(status, ResponseHead.NO_LENGTH, false, fields);
            checkOpen();
            continueDue &= status != 100;
            interim(head);
            sendWritten();
            return;
        }
        boolean body = allowsBody(status);
        long contentLength = !body || length == STREAMED ? ResponseHead.NO_LENGTH : length;
        ResponseHead head = new ResponseHead(status, contentLength, !body && status != 204, fields);
        checkOpen();
        if (continueDue && status < 300) {
            askForContent();
        }
        continueDue = false;
        closesConnection |= head.closeGiven();
        responding = true;
        head(head, length);
    }

    @Override
    public void upgrade(ResponseFields fields) {
        throw new IllegalStateException("HTTP/2 has no other protocol to change to");
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        ResponseContent to = checkWritable();
        try {
            int written = to.add(from, offset, length);
            while (written < length) {
                sendOrAwaitRoom(to);
                written += to.add(from, offset + written, length - written);
            }
        } finally {
            endWriting();
        }
    }

    @Override
    public long transferFrom(FileChannel source, long position, long count) throws IOException {
        ResponseContent to = checkWritable();
        try {
            long written = 0;
            while (written < count) {
                int step = to.addFile(source, position + written, count - written);
                if (step < 0) {
                    break;
                }
                if (step == 0) {
                    sendOrAwaitRoom(to);
                }
                written += step;
            }
            return written;
        } finally {
            endWriting();
        }
    }

    private ResponseContent checkWritable() throws IOException {
        checkOpen();
        if (!beginWriting()) {
            checkOpen();
            throw new IOException("The response is being written by another thread");
        }
        return content();
    }

    private void sendOrAwaitRoom(ResponseContent to) throws IOException {
        connection.output().add((OutgoingResponse) this);
        connection.output().send();
        if (!to.hasRoom()) {
            awaitRoom(to);
        }
        checkOpen();
    }

    private void awaitRoom(ResponseContent to) throws IOException {
        try {
            to.writer().await(() -> to.hasRoom() || ended() || disconnected(), TimeLimit.OFF, loop());
        } catch (InterruptedIOException e) {
            abort();
            throw e;
        }
    }

    @Override
    public void flush() throws IOException {
        checkOpen();
        sendWritten();
    }

    /** Sends what was written, as far as the client takes it now; the rest follows by itself. */
    private void sendWritten() {
        connection.output().add((OutgoingResponse) this);
        connection.output().send();
    }

    private void checkOpen() throws IOException {
        if (ended()) {
            throw new IOException("The exchange has ended");
        }
        if (tooSlow() || connection.tooSlow()) {
            throw new SocketTimeoutException("The client takes too little of the response");
        }
        if (disconnected()) {
            throw new IOException("The client has broken the stream off");
        }
    }

    // ---- end

    @Override
    public void finish() throws IOException {
        if (!end()) {
            return;
        }
        complete();
        boolean lost = disconnected();
        afterEnd();
        if (lost) {
            throw new IOException("The client has broken the stream off");
        }
    }

    @Override
    public void abort() {
        if (end()) {
            breakOff();
            afterEnd();
        }
    }

    @Override
    public void refuse(int status, String text) {
        if (!end()) {
            return;
        }
        ErrorPage page = new ErrorPage(status, text);
        head(page.head(), page.body().length);
        if (!request.method().equals("HEAD")) {
            content().add(page.body(), 0, page.body().length);
        }
        complete();
        afterEnd();
    }

    /** Ends it; true for the one thread that is the first. */
    private boolean end() {
        boolean first = tryEnd();
        if (first && countedHead > 0) {
            connection.shared().memory.release(countedHead);
        }
        return first;
    }

    private void afterEnd() {
        wake();
        connection.output().add((OutgoingResponse) this);
        if (closesConnection) {
            connection.closeSoon();
        }
        connection.sendFinished();
        noteDone();
        if (input != null) {
            input.end();
            if (!input.exhausted()) {
                dropContentSoon();
            }
        }
    }

    @Override
    void onDone() {
        connection.onDone(this);
    }

    @Override
    public void onHandlerReturned() {
        if (!ended()) {
            sendWritten();
        }
    }

    @Override
    public boolean disconnected() {
        return gone() || brokenOff() || connection.transport().closed();
    }

    @Override
    public boolean persistent() {
        return !closesConnection && !connection.shared().handler.stopping();
    }

    @Override
    public boolean upgradeRequested() {
        return false;
    }

    @Override
    public InetSocketAddress localAddress() {
        return connection.transport().localAddress();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return connection.transport().remoteAddress();
    }

    @Override
    public SSLSession tlsSession() {
        return connection.transport().tlsSession();
    }
}
