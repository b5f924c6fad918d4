package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.ResponseHeadWriter;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.TimeLimit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * The outgoing bytes of one connection: gathered in a pooled buffer, sent in as few writes as can be.
 *
 * <p>Owned by the holder of its {@linkplain OutputLock lock}, which every method needs but those that say otherwise.
 *
 * <p>Where handlers run on the loop, a response of up to 256 KiB does not wait for its client: {@link KeptOutput} takes what
 * the socket does not, and the loop sends it. What is larger, or more than the account of the memory has, waits as it does
 * where handlers have threads of their own.
 *
 * <p>Bytes up to {@code due} leave without being asked for again: finished responses that wait for the next one of a
 * pipelined connection, about two milliseconds at the most, if handlers run on the loop; and what a handler had written when it returned. They leave even if what
 * follows fails.
 */
final class ConnectionOutput extends OutputLock {
    /** The most finished responses that wait: with the next one, sixteen leave together. Kept by the {@code pipelined} row. */
    private static final int MAX_HELD = 15;

    // fixed
    private final Http1Shared shared;
    private final ConnectionEvents events;

    // guarded by the lock
    private KeptOutput kept; // before the buffer; null while nothing is kept
    private OutputBuffer buffer; // null while nothing is pending
    private int due;
    private byte held; // finished responses among what is due
    private int mayKeep; // so much more of the present response
    private OutputPace pace; // null until bytes had to wait for the client

    /**
     * The output of a new connection.
     *
     * @param events is told on the loop, as if there were room, when bytes are left to it
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
     * A response begins.
     *
     * @param length of its body, {@link HttpStream#STREAMED}, or {@link Long#MAX_VALUE} for what is no response
     */
    void begin(long length) {
        boolean small = length <= KeptOutput.MAX_PER_RESPONSE; // or its length is not known
        mayKeep = shared.handlersOnLoop && small ? KeptOutput.MAX_PER_RESPONSE : 0;
    }

    /** Composes a head. */
    ResponseHeadWriter head() {
        return buffer().head();
    }

    /** Adds what was composed. The composer goes with the buffer, which may leave, and be another's, before all is added. */
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

    /** Adds bytes as they are; waits for the client if there is no room, so that the loop must not come here without. */
    void put(byte[] from, int offset, int length) throws IOException {
        int done = buffer().add(from, offset, length);
        while (done < length) {
            makeRoom();
            done += buffer().add(from, offset + done, length - done);
        }
    }

    /** Adds bytes to the open chunk, and opens one where there is none; waits for the client if there is no room. */
    void putChunked(byte[] from, int offset, int length) throws IOException {
        int done = buffer().addToChunk(from, offset, length);
        while (done < length) {
            makeRoom();
            done += buffer().addToChunk(from, offset + done, length - done);
        }
    }

    /**
     * Adds a region of a file; waits for the client if there is no room. A large one goes from the file to the socket, where
     * the transport allows it and no chunks are to be framed: kept by the {@code 10m} row of {@code benchmarks/servers/files}.
     *
     * @return the number of bytes, fewer than {@code count} if the file ended before
     */
    long putFile(FileChannel source, long position, long count, boolean chunked) throws IOException {
        boolean direct = !chunked && count > OutputBuffer.CAPACITY && transport.sendsFiles();
        return direct ? sendFile(source, position, count) : copyFile(source, position, count, chunked);
    }

    private long sendFile(FileChannel source, long position, long count) throws IOException {
        flush();
        if (buffer != null || kept != null) { // for the loop to send, and the file behind it
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
                awaitRoom(nanosToLook()); // what goes then says whether there was any
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
     * Sends everything pending. What the client does not take now the loop sends, as far as it may be kept; else this waits
     * for the client. For threads of the application.
     */
    void flush() throws IOException {
        if (mayKeep == 0) {
            writeOut();
        } else if (!sendAll()) {
            leaveToLoop();
        }
    }

    /** Sends everything pending, waiting where the client is slow. */
    private void writeOut() throws IOException {
        while (!tryFlush()) {
            awaitRoom(nanosToLook()); // what goes then says whether there was any
        }
    }

    /** Makes room in the buffer: what the client does not take is kept, or waited for. */
    private void makeRoom() throws IOException {
        if (tryFlush()) {
            return;
        }
        if (keepBuffer()) {
            leaveToLoop();
        } else {
            mayKeep = 0; // from now on as for a large response
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
     * Sends what is pending as far as the connection takes it now; all of it is due.
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
     * Sends what is due, as far as the connection takes it now, and nothing behind it.
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
            stopHolding(); // nothing joins what a slow client does not take
        }
        return sent;
    }

    private boolean sendKept() throws IOException {
        if (kept == null) {
            return true;
        }
        boolean broken = true;
        try {
            boolean sent = kept.send(this);
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
                due = Math.max(due, through)
                        - gone; // what was offered is offered again: part of its record may be gone
            }
        }
        if (due == 0) {
            held = 0;
        }
    }

    /**
     * Writes what the client takes now.
     *
     * @throws IOException if the connection is broken, or is closed since the client takes too little
     */
    void offer(ByteBuffer bytes) throws IOException {
        int before = bytes.position();
        transport.write(bytes);
        offered(bytes.position() - before, bytes.hasRemaining());
    }

    private void offered(long taken, boolean left) throws IOException {
        if (pace == null && left) {
            pace = new OutputPace(transport, shared);
        }
        if (pace != null) {
            pace.offered(taken, left);
        }
    }

    /** How long what the client did not take may wait until it is to be offered again. */
    long nanosToLook() {
        return pace == null ? TimeLimit.OFF : pace.nanosToLook();
    }

    // ---- what is due

    /**
     * Lets what is pending, a finished response at its end, wait for the next response, which the loop makes at once. With
     * an executor nothing waits: nobody knows when the next handler begins.
     *
     * @return false if it must leave: enough waits, the client is slow to take it, or half of the buffer is full. So a
     *     response that needs no more than the other half, an error page at any rate, never waits for the client: a
     *     handler on the loop may rely on it
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

    /** Whether anything is due. For the owner of the connection, without the lock: no other thread changes it then. */
    boolean holdsDue() {
        return due > 0 || kept != null;
    }

    private void stopHolding() {
        if (held > 0) {
            held = MAX_HELD;
        }
    }

    /** Drops what the present response has pending; finished ones before it stay. */
    private void dropPresent() {
        if (buffer != null) {
            buffer.cut(due);
        }
    }

    /** Gives the buffer back; what is pending is lost. */
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
