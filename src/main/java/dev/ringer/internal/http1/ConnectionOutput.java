package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.ResponseHeadWriter;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.TimeLimit;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * The outgoing bytes of one connection. They are gathered in a pooled buffer and sent in as few writes as possible.
 *
 * <p>The holder of the {@linkplain OutputLock lock} owns the output. Every method needs the lock, unless its comment
 * says otherwise.
 *
 * <p>Where handlers run on the loop, a response of up to 256 KiB does not wait for its client. {@link KeptOutput} takes
 * what the socket does not take, and the loop sends it. A response waits for its client if it is larger, or if the
 * memory account has no room for it. So does every response where handlers have threads of their own.
 *
 * <p>Bytes up to {@code due} leave without a further request to send them, even if what follows them fails. They are of
 * two kinds:
 *
 * <ul>
 *   <li>finished responses that wait for the next one of a pipelined connection, if handlers run on the loop; they wait
 *       for about two milliseconds at most;
 *   <li>the bytes that a handler had written when it returned.
 * </ul>
 */
final class ConnectionOutput extends OutputLock {
    /**
     * The most finished responses that wait for the next one. With it, sixteen leave together. Justified by the
     * {@code pipelined} row of {@code benchmarks/servers}.
     */
    private static final int MAX_HELD = 15;

    // fixed
    private final Http1Shared shared;
    private final ConnectionEvents events;

    // guarded by the lock
    private KeptOutput kept; // leaves before the buffer; null while nothing is kept
    private OutputBuffer buffer; // null while nothing is pending
    private int due;
    private byte held; // how many finished responses are among the due bytes
    private int mayKeep; // how many more bytes of the present response may be kept
    private ClientPace pace; // null until bytes had to wait for the client

    /**
     * Creates the output of a new connection.
     *
     * @param events called on the loop, as if the socket were writable, when bytes are left to the loop
     */
    ConnectionOutput(Transport transport, Http1Shared shared, ConnectionEvents events) {
        super(transport);
        this.shared = shared;
        this.events = events;
    }

    // ---- notes

    @Override
    void flushAsNoted() throws IOException {
        if (!sendAll()) {
            leaveToLoop();
        }
    }

    @Override
    void abandonAsNoted() throws IOException {
        try {
            dropPresent();
            sendDue();
        } finally {
            release();
            transport.close();
        }
    }

    // ---- gathering

    /**
     * Notes that a response begins.
     *
     * @param length bytes of its body; {@link HttpStream#STREAMED}; or {@link Long#MAX_VALUE} for output that is no
     *     response
     */
    void begin(long length) {
        boolean small = length <= KeptOutput.MAX_PER_RESPONSE; // true also for STREAMED
        mayKeep = shared.handlersOnLoop && small ? KeptOutput.MAX_PER_RESPONSE : 0;
    }

    /** Returns the composer of a head. */
    ResponseHeadWriter head() {
        return buffer().head();
    }

    /**
     * Adds the head that was composed. A head that does not fit is copied first, since its composer belongs to the
     * buffer. The buffer may leave, and get another user, before the whole head has been added.
     */
    void putHead(ResponseHeadWriter head) throws IOException {
        int size = head.size();
        byte[] bytes = buffer().hasRoom(size) ? head.bytes() : Arrays.copyOf(head.bytes(), size);
        put(bytes, 0, size);
    }

    private OutputBuffer buffer() {
        if (buffer == null) {
            OutputBuffer rented = transport.memory().rent(shared.outputBuffers);
            rented.clear();
            buffer = rented;
        }
        return buffer;
    }

    /**
     * Adds bytes as they are. Waits for the client if there is no room, so the loop must call it only if there is room.
     */
    void put(byte[] from, int offset, int length) throws IOException {
        int done = buffer().add(from, offset, length);
        while (done < length) {
            makeRoom();
            done += buffer().add(from, offset + done, length - done);
        }
    }

    /** Adds bytes to the open chunk, or opens a chunk if there is none. Waits for the client if there is no room. */
    void putChunked(byte[] from, int offset, int length) throws IOException {
        int done = buffer().addToChunk(from, offset, length);
        while (done < length) {
            makeRoom();
            done += buffer().addToChunk(from, offset + done, length - done);
        }
    }

    /**
     * Adds a region of a file. Waits for the client if there is no room. A large region goes directly from the file to
     * the socket, if the transport allows it and no chunks must be framed. Justified by the {@code 10m} row of
     * {@code benchmarks/servers/files}.
     *
     * @return the number of bytes; fewer than {@code count} if the file ended before
     */
    long putFile(FileChannel source, long position, long count, boolean chunked) throws IOException {
        boolean direct = !chunked && count > OutputBuffer.CAPACITY && transport.sendsFiles();
        return direct ? sendFile(source, position, count) : copyFile(source, position, count, chunked);
    }

    private long sendFile(FileChannel source, long position, long count) throws IOException {
        flush();
        if (buffer != null || kept != null) { // the loop sends these first, and the file behind them
            return copyFile(source, position, count, false);
        }
        long done = 0;
        while (done < count) {
            long step = transport.transferFrom(source, position + done, count - done);
            done += step;
            boolean ended = step == 0 && source.size() <= position + done;
            if (step == 0 && !ended && mayKeep > 0) {
                return done + copyFile(source, position + done, count - done, false);
            }
            offered(step, step == 0 && !ended);
            if (ended) {
                return done;
            }
            if (step == 0) {
                awaitRoom(nanosToLook()); // the next write shows whether there was room
            }
        }
        return done;
    }

    private long copyFile(FileChannel source, long position, long count, boolean chunked) throws IOException {
        long done = 0;
        while (done < count) {
            int step = buffer().addFile(source, position + done, count - done, chunked);
            if (step < 0) {
                return done;
            }
            if (step == 0) {
                makeRoom();
            }
            done += step;
        }
        return done;
    }

    /** Adds the end of a chunked body. */
    void putLastChunk() throws IOException {
        while (!buffer().addLastChunk()) {
            makeRoom();
        }
    }

    /** Adds the end of a chunked body with a trailer section. */
    void putTrailers(ResponseFields trailers) throws IOException {
        buffer().closeChunk();
        ResponseHeadWriter writer = head();
        writer.composeTrailers(trailers);
        putHead(writer);
    }

    // ---- sending

    /**
     * Sends everything that is pending. What the client does not take now is kept, and the loop sends it. If it may not
     * be kept, this method waits for the client. For application threads.
     */
    void flush() throws IOException {
        if (mayKeep == 0) {
            writeOut();
        } else if (!sendAll()) {
            leaveToLoop();
        }
    }

    /** Sends everything that is pending. Waits while the client is slow. */
    private void writeOut() throws IOException {
        while (!tryFlush()) {
            awaitRoom(nanosToLook()); // the next write shows whether there was room
        }
    }

    /**
     * Makes room in the buffer. What the client does not take is kept. If it may not be kept, this method waits for the
     * client.
     */
    private void makeRoom() throws IOException {
        if (tryFlush()) {
            return;
        }
        if (keepBuffer()) {
            leaveToLoop();
        } else {
            mayKeep = 0; // from now on this counts as a large response
            writeOut();
        }
    }

    private boolean keepBuffer() {
        int size = buffer.size();
        if (size > mayKeep || !transport.memory().tryTake(size)) {
            return false;
        }
        if (kept == null) {
            kept = new KeptOutput(transport.memory());
        }
        kept.add(buffer);
        mayKeep -= size;
        due = 0;
        held = 0;
        return true;
    }

    private void leaveToLoop() {
        transport.loop().execute(events::onWritable);
    }

    private boolean tryFlush() throws IOException {
        if (buffer != null) {
            buffer.closeChunk();
        }
        if (!sendKept()) {
            return false;
        }
        if (buffer != null) {
            write(buffer.size());
        }
        return buffer == null;
    }

    /**
     * Marks all pending bytes as due, and sends them as far as the connection takes them now.
     *
     * @return true if nothing is pending any more
     */
    boolean sendAll() throws IOException {
        if (buffer != null) {
            buffer.closeChunk();
            due = buffer.size();
        }
        return sendDue();
    }

    /**
     * Sends the due bytes as far as the connection takes them now, and nothing behind them.
     *
     * @return true if nothing is due any more
     */
    boolean sendDue() throws IOException {
        boolean sent = sendKept();
        if (sent && due > 0) {
            write(due);
            sent = due == 0;
        }
        if (!sent) {
            stopHolding(); // no response joins bytes that a slow client does not take
        }
        return sent;
    }

    private boolean sendKept() throws IOException {
        if (kept == null) {
            return true;
        }
        boolean broken = true;
        try {
            boolean sent = offerKept();
            broken = false;
            if (sent) {
                kept = null;
            }
            return sent;
        } finally {
            if (broken) {
                release();
            }
        }
    }

    private boolean offerKept() throws IOException {
        for (ByteBuffer first = kept.first(); first != null; first = kept.first()) {
            offer(first);
            if (first.hasRemaining()) {
                return false;
            }
            kept.removeFirst();
        }
        return true;
    }

    private void write(int through) throws IOException {
        int pending = buffer.size();
        ByteBuffer bytes = buffer.beginWrite(through);
        boolean broken = true;
        try {
            offer(bytes);
            broken = false;
        } finally {
            int gone = bytes.position();
            buffer.written(pending);
            if (broken || buffer.size() == 0) {
                release();
            } else {
                // Offered bytes must be offered again: a part of their TLS record may have left.
                due = Math.max(due, through) - gone;
            }
        }
        if (due == 0) {
            held = 0;
        }
    }

    /**
     * Writes what the client takes now.
     *
     * @throws IOException if the connection is broken, or is closed because the client takes too little
     */
    private void offer(ByteBuffer bytes) throws IOException {
        int before = bytes.position();
        transport.write(bytes);
        offered(bytes.position() - before, bytes.hasRemaining());
    }

    private void offered(long taken, boolean left) throws IOException {
        if (pace == null && left) {
            pace = new ClientPace(shared.clock, shared.limits.writeStallNanos, shared.limits.minResponseRate);
        }
        if (pace == null) {
            return;
        }
        pace.wrote(taken, left ? transport.sentInPart() : 0);
        if (!left) {
            pace.goOn();
            return;
        }
        pace.await(true);
        Limit passed = pace.limitPassed();
        if (passed != null) {
            shared.counts.count(passed, transport.remoteAddress());
            transport.close();
            throw new SocketTimeoutException("The client takes too little of the response");
        }
    }

    /** Returns the nanoseconds until bytes that the client did not take must be offered again. */
    long nanosToLook() {
        return pace == null ? TimeLimit.OFF : pace.nanosToCheck();
    }

    // ---- what is due

    /**
     * Lets the pending bytes, which end with a finished response, wait for the next response. The loop makes that
     * response at once. With an executor nothing waits: nobody knows when the next handler begins.
     *
     * @return false if the bytes must leave: enough responses wait, the client is slow to take them, or half of the
     *     buffer is full. So a response that needs no more than the other half, such as any error page, never waits for
     *     the client. A handler on the loop may rely on that
     */
    boolean hold() {
        if (!shared.handlersOnLoop
                || buffer == null
                || kept != null
                || !buffer.hasRoom(OutputBuffer.CAPACITY / 2)
                || held >= MAX_HELD) {
            return false;
        }
        held++;
        due = buffer.size();
        return true;
    }

    /**
     * Whether anything is due. The owner of the connection calls it without the lock: no other thread changes it then.
     */
    boolean holdsDue() {
        return due > 0 || kept != null;
    }

    private void stopHolding() {
        if (held > 0) {
            held = MAX_HELD;
        }
    }

    /** Drops the pending bytes of the present response. Finished responses before it stay. */
    private void dropPresent() {
        if (buffer != null) {
            buffer.cut(due);
        }
    }

    /** Gives the buffer back. Pending bytes are lost. */
    private void release() {
        if (kept != null) {
            kept.clear();
            kept = null;
        }
        if (buffer != null) {
            transport.memory().giveBack(shared.outputBuffers, buffer);
            buffer = null;
        }
        due = 0;
        held = 0;
    }
}
