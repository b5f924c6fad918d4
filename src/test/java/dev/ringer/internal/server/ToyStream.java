package dev.ringer.internal.server;

import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.BodyBroken;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.protocol.Violation;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One request and its response on a connection of the toy protocol. The loop queues what comes for the body's reader, who
 * waits for it on its own thread.
 */
final class ToyStream implements HttpStream, Runnable {
    private static final int MAX_FRAME = 8 * 1024;

    // fixed
    private final ToyConnection connection;
    private final int number;
    private final ToyHead head;
    private final Stall stall;

    // the loop's
    private long stallNanos = Long.MAX_VALUE;

    // the reader's
    private ByteBuffer piece = ByteBuffer.allocate(0);
    private boolean complete;

    // shared
    private final BlockingQueue<ToyFrame> received = new LinkedBlockingQueue<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean unwanted; // the body
    private volatile boolean gone; // the client
    private volatile IOException fault; // of the body

    ToyStream(ToyConnection connection, int number, ToyHead head) {
        this.connection = connection;
        this.number = number;
        this.head = head;
        this.stall = new Stall();
    }

    int number() {
        return number;
    }

    // ---- on the loop

    /** A body that stands still is broken, and nothing else. */
    private final class Stall extends Deadline {
        @Override
        protected Transport transport() {
            return connection.transport();
        }

        @Override
        protected void onDeadline() {
            fault = new BodyBroken(Violation.BODY_STALLED);
            received.add(ToyFrame.of(number, ToyFrame.Kind.RESET, ""));
        }
    }

    void limitStall(long nanos) {
        stallNanos = nanos;
        connection.transport().loop().schedule(stall, nanos);
    }

    void receive(ToyFrame frame) {
        limitStall(frame.kind() == ToyFrame.Kind.DATA ? stallNanos : Long.MAX_VALUE);
        gone |= frame.kind() == ToyFrame.Kind.RESET;
        if (!unwanted) {
            received.add(frame);
        }
    }

    // ---- request

    /** Gives the request to what runs handlers. */
    @Override
    public void run() {
        if (disconnected()) {
            abort();
        } else {
            connection.handler().onRequest(this);
        }
    }

    @Override
    public RequestHead request() {
        return head;
    }

    @Override
    public FieldLines requestTrailers() {
        return FieldLines.NONE;
    }

    @Override
    public boolean allowsTrailers(int status, long length) {
        return false;
    }

    @Override
    public void trailers(ResponseFields fields) {}

    @Override
    public long requestLength() {
        return -1;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        while (!complete && !piece.hasRemaining()) {
            checkBody();
            ToyFrame frame = nextFrame();
            complete = frame.kind() == ToyFrame.Kind.END;
            piece = ByteBuffer.wrap(frame.bytes());
            if (frame.kind() == ToyFrame.Kind.RESET) {
                checkBody();
            }
        }
        checkBody();
        int count = Math.min(length, piece.remaining());
        piece.get(to, offset, count);
        return complete ? -1 : count;
    }

    private ToyFrame nextFrame() throws IOException {
        ToyFrame frame = received.poll();
        if (frame != null) {
            return frame;
        }
        connection.transport().loop().aboutToBlock();
        try {
            return received.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            abort();
            throw new InterruptedIOException("interrupted while waiting for the client");
        }
    }

    private void checkBody() throws IOException {
        if (fault != null) {
            throw fault;
        }
        checkOpen();
    }

    private void checkOpen() throws IOException {
        if (ended()) {
            throw new IOException("The exchange has ended");
        }
        if (disconnected()) {
            throw new IOException("The client has broken the stream off");
        }
    }

    @Override
    public int available() {
        return piece.remaining();
    }

    @Override
    public void stopReading() {
        unwanted = true;
        received.clear();
    }

    // ---- response

    @Override
    public boolean allowsBody(int status) {
        return status >= 200 && status != 204 && status != 304 && !head.method().equals("HEAD");
    }

    @Override
    public void respond(int status, long length, ResponseFields fields) throws IOException {
        checkOpen();
        StringBuilder lines = new StringBuilder().append(status).append("\r\n");
        fields.forEach(
                (name, value) -> lines.append(name).append(": ").append(value).append("\r\n"));
        send(ToyFrame.Kind.HEAD, lines.toString());
    }

    @Override
    public void upgrade(ResponseFields fields) {
        throw new IllegalStateException("there is nothing to change to");
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        for (int done = 0; done < length; ) {
            int count = Math.min(MAX_FRAME, length - done);
            connection.awaitRoom(count);
            checkOpen();
            int begin = offset + done;
            connection.send(new ToyFrame(number, ToyFrame.Kind.DATA, Arrays.copyOfRange(from, begin, begin + count)));
            done += count;
        }
    }

    @Override
    public long transferFrom(FileChannel source, long position, long count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(MAX_FRAME);
        long done = 0;
        while (done < count
                && source.read(bytes.clear().limit((int) Math.min(MAX_FRAME, count - done)), position + done) > 0) {
            write(bytes.array(), 0, bytes.position());
            done += bytes.position();
        }
        return done;
    }

    @Override
    public void flush() throws IOException {
        checkOpen();
    }

    private void send(ToyFrame.Kind kind, String text) {
        connection.send(ToyFrame.of(number, kind, text));
    }

    // ---- end

    @Override
    public void finish() {
        if (end()) {
            send(ToyFrame.Kind.END, "");
        }
    }

    @Override
    public void abort() {
        if (end() && !gone) {
            send(ToyFrame.Kind.RESET, "");
        }
    }

    @Override
    public void refuse(int status, String text) {
        if (end()) {
            send(ToyFrame.Kind.HEAD, status + "\r\n");
            send(ToyFrame.Kind.END, "");
        }
    }

    private boolean end() {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        received.add(ToyFrame.of(number, ToyFrame.Kind.RESET, "")); // a reader on another thread may wait
        connection.forget(this);
        return true;
    }

    @Override
    public void onHandlerReturned() {
        // what was written is on its way already
    }

    @Override
    public boolean ended() {
        return ended.get();
    }

    @Override
    public boolean disconnected() {
        return gone || connection.transport().closed();
    }

    @Override
    public boolean persistent() {
        return !connection.handler().stopping();
    }

    @Override
    public boolean upgradeRequested() {
        return false;
    }

    @Override
    public Transport transport() {
        return connection.transport();
    }
}
