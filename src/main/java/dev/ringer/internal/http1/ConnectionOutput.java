package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.ResponseHeadWriter;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.FileRegion;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.PaceClock;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.threads.AtomicField;
import dev.ringer.internal.time.TimeLimit;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gathers the outgoing bytes of one connection in a pooled buffer, and sends them in as few writes as possible. A
 * thread must hold the {@linkplain #lock lock} to call a method, unless the comment of the method says otherwise.
 *
 * <p>A handler does not wait for the client while it writes a response of up to {@code ringer.responseBuffer} bytes.
 * {@link KeptOutput} keeps the bytes that the socket does not accept, and the loop sends them. The handler waits for
 * the client if the response is larger, or if the memory account is exhausted.
 *
 * <p>The first {@code due} bytes of the buffer are due: the loop sends them, even if the application makes no further
 * call, or a later response fails. These are three kinds of bytes:
 *
 * <ul>
 *   <li>Finished responses of a pipelined connection, if handlers run on the loop. They wait up to about two
 *       milliseconds, to be sent together with the next response of the connection.
 *   <li>The bytes that a handler had written when it returned.
 *   <li>Bytes that the socket did not accept before.
 * </ul>
 */
final class ConnectionOutput {
    /**
     * The most finished responses that may wait, so that one write sends them together with a further one. Justified by
     * the {@code pipelined} row of {@code benchmarks/servers}.
     */
    private static final int MAX_BATCHED = 15;

    static final byte[] NOTHING = {};

    private static final int NO_HEAD = -1;
    private static final int LINE_END = 2; // bytes of the empty line at the end of a head

    private static final VarHandle FLUSH_FOR = AtomicField.of(MethodHandles.lookup(), "flushFor", HttpStream.class);

    final Transport transport;
    final ConnectionEvents events;

    private final Http1Shared shared;
    private final ReentrantLock lock = new ReentrantLock();

    // requests of other threads to the thread that holds the lock
    private volatile HttpStream flushFor; // the stream that writes to the output; there is at most one
    private volatile boolean abandoned;

    private volatile boolean writerWaits;

    // these fields are guarded by the lock
    private KeptOutput kept; // bytes that are sent before those of the buffer; null if there are none
    private OutputBuffer buffer; // bytes that have not been sent yet; null if there are none
    // number of bytes at the beginning of the buffer that the loop sends even if the application makes no further call
    private int due;
    // index in the buffer of the end of the last response head, where a field line may still be inserted; below `due`
    // if that head has been sent, or already says that the connection closes
    private int headEnd = NO_HEAD;
    private int batched; // number of finished responses that wait in the buffer
    // number of bytes of the current response, with framing, that may still be kept in memory for the loop; if more
    // bytes are pending, the handler waits for the client
    private int mayKeep;
    // checks whether the client reads fast enough; null until the client is slow for the first time
    private ClientPace<Limit> pace;
    private PaceClock paceClock; // the clock of `pace`; null until the client is slow for the first time
    // whether another thread sends the file, or is about to; the loop reads this without the lock
    private volatile boolean fileBegun;

    /**
     * Creates the output of a new connection.
     *
     * @param events the connection; the loop calls its {@code onWritable} to send bytes of this output
     */
    ConnectionOutput(Transport transport, Http1Shared shared, ConnectionEvents events) {
        this.transport = transport;
        this.shared = shared;
        this.events = events;
    }

    /**
     * Takes the lock. Waits while another thread holds it. Only an application thread, or a thread that already holds
     * the lock, may call this method.
     */
    void lock() {
        if (!lock.tryLock()) {
            transport.loop().aboutToBlock();
            lock.lock();
        }
    }

    boolean tryLock() {
        return lock.tryLock();
    }

    /** Does what other threads have asked this thread for, and releases the lock. */
    void unlock() {
        do {
            try {
                obeyNotes();
            } finally {
                lock.unlock();
            }
        } while (noted() && lock.tryLock());
    }

    /**
     * Releases the lock if the calling thread still holds it, because an Error has interrupted {@link #lock} or
     * {@link #unlock}.
     */
    void releaseLeft() {
        while (lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
    }

    private boolean noted() {
        return flushFor != null || abandoned;
    }

    private void obeyNotes() {
        if (!noted()) {
            return;
        }
        // First clear flushFor, then flush. If another request comes during the flush, unlock() sees it.
        HttpStream stream = (HttpStream) FLUSH_FOR.getAndSet(this, null);
        try {
            if (stream != null && !stream.ended()) {
                flushNow();
            }
            if (abandoned) {
                abandoned = false;
                abandonNow();
            }
        } catch (IOException e) {
            transport.close(); // makes the application's next call on this exchange throw an exception
        }
    }

    /**
     * Sends the pending bytes of a stream, unless the stream has ended. If another thread holds the lock, that thread
     * sends them. The caller does not hold the lock. Never waits: the loop later sends the bytes that the client does
     * not accept now.
     */
    void flushSoon(HttpStream stream) {
        noteFlush(stream);
        if (lock.tryLock()) {
            unlock();
        }
    }

    /**
     * Records that a stream must be flushed. Does nothing if another stream is recorded and has not ended. In that case
     * the given stream has ended, because only one stream at a time writes to the output.
     */
    private void noteFlush(HttpStream stream) {
        HttpStream noted;
        do {
            noted = flushFor;
            if (noted != null && noted != stream && !noted.ended()) {
                return;
            }
        } while (!FLUSH_FOR.compareAndSet(this, noted, stream));
    }

    /**
     * Ends the connection. Never waits. The caller does not hold the lock. There are three cases:
     *
     * <ul>
     *   <li>No thread holds the lock: the caller sends as many due bytes as the client accepts now, drops all other
     *       bytes, and closes the connection.
     *   <li>Another thread holds the lock, and does not wait: that thread does the same when it releases the lock.
     *   <li>Another thread holds the lock, and waits for the client: the caller closes the connection immediately.
     * </ul>
     */
    void abandon() {
        abandoned = true;
        if (lock.tryLock()) {
            unlock();
        } else if (writerWaits) {
            transport.close();
        }
    }

    /** Waits until the socket may be writable, but at most {@code nanos}. The caller holds the lock. */
    void awaitRoom(long nanos) throws IOException {
        writerWaits = true;
        try {
            if (abandoned) { // abandon() has not closed the transport if writerWaits was still false
                transport.close();
            }
            transport.awaitWritable(nanos);
        } finally {
            writerWaits = false;
        }
    }

    /**
     * Whether the thread that holds the lock waits for the client. If so, the loop need not send: that thread has
     * already offered the same bytes to the socket.
     */
    boolean writerWaits() {
        return writerWaits;
    }

    /** Sends as many pending bytes as the client accepts now. The loop sends the rest later. */
    private void flushNow() throws IOException {
        if (!sendAll()) {
            leaveToLoop();
        }
    }

    /** Sends as many due bytes as the client accepts now, and closes the connection. */
    private void abandonNow() throws IOException {
        try {
            dropPresent();
            sendDue();
        } finally {
            release();
            transport.close();
        }
    }

    /**
     * Prepares the output for the next response.
     *
     * @param length length of the response body in bytes, or {@link HttpStream#STREAMED}; {@link Long#MAX_VALUE} if
     *     another protocol begins, so that nothing is kept in memory
     */
    void begin(long length) {
        // The handler waits for the client only if the body is larger than responseBuffer: the buffer has room for the
        // head, and `mayKeep` further bytes may be kept in memory.
        int most = shared.limits.responseBuffer;
        mayKeep = length <= most ? most : 0; // the condition is also true for STREAMED, which is negative
    }

    /** Returns the writer that composes a response head. {@link #putHead} then adds the composed head to the output. */
    ResponseHeadWriter head() {
        return buffer().head();
    }

    void putHead(ResponseHeadWriter head) throws IOException {
        putHead(NOTHING, head);
    }

    /**
     * Adds some bytes, and then a composed response head. If both do not fit in the buffer, copies the head first:
     * {@link #put} may give the buffer to another connection, and {@code head} belongs to the buffer.
     */
    void putHead(byte[] before, ResponseHeadWriter head) throws IOException {
        int size = head.size();
        boolean whole = buffer().hasRoom(before.length + size);
        byte[] bytes = whole ? head.bytes() : Arrays.copyOf(head.bytes(), size);
        boolean open = whole && !head.saysClose();
        put(before, 0, before.length);
        put(bytes, 0, size);
        headEnd = open ? buffer.size() - LINE_END : NO_HEAD;
    }

    /**
     * Adds {@code Connection: close} to the head of the last response, if that head does not say so already. Does
     * nothing unless {@link #mayAnnounceClose}.
     */
    void announceClose() {
        if (mayAnnounceClose()) {
            buffer.insert(headEnd, ResponseHeadWriter.closeLine());
            headEnd = NO_HEAD;
        }
    }

    /** Whether the head of the last response can still get another field: none of its bytes has been sent. */
    boolean mayAnnounceClose() {
        return headEnd >= due && buffer != null && buffer.hasRoom(ResponseHeadWriter.closeLine().length);
    }

    private OutputBuffer buffer() {
        if (buffer == null) {
            OutputBuffer rented = transport.memory().rent(shared.outputBuffers);
            rented.clear();
            buffer = rented;
        }
        return buffer;
    }

    /** Adds bytes that are not part of a chunked body. */
    void put(byte[] from, int offset, int length) throws IOException {
        put(from, offset, length, false);
    }

    /**
     * Adds bytes. If the buffer is full, this method may wait for the client. The loop must not wait, so it must not
     * add more bytes than fit in the buffer.
     *
     * @param chunked whether the bytes go to the open chunk of a chunked body, or to a new chunk if none is open
     */
    void put(byte[] from, int offset, int length, boolean chunked) throws IOException {
        int done = buffer().add(from, offset, length, chunked);
        while (done < length) {
            makeRoom();
            done += buffer().add(from, offset + done, length - done, chunked);
        }
    }

    /**
     * Adds a part of a file. May wait for the client. A large part goes directly from the file to the socket, if the
     * transport supports this and the body is not chunked. The {@code 10m} row of {@code benchmarks/servers/files}
     * justifies this.
     *
     * @return the number of bytes that were added; fewer than {@code count} if the file is shorter
     */
    long putFile(FileChannel source, long position, long count, boolean chunked) throws IOException {
        boolean direct = !chunked && count > OutputBuffer.CAPACITY && transport.sendsFiles();
        return direct ? sendFile(source, position, count) : copyFile(source, position, count, chunked);
    }

    private long sendFile(FileChannel source, long position, long count) throws IOException {
        flush();
        if (buffer != null || kept != null) { // the client is slow: copy the file behind the pending bytes
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
                awaitRoom(nanosToCheck()); // then write again: only a write shows whether the client accepts bytes
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

    /**
     * Adds a file as the last part of a response. The next flush sends as much of the file as the client accepts, and
     * the loop sends the rest. This object closes the file, even if this method throws.
     */
    void leaveFile(FileRegion rest) throws IOException {
        try {
            if (transport.closed()) { // nobody would send and close the file
                throw new IOException("The client has closed the connection");
            }
            // the client is slow: keep the head, which must be sent before the file
            if (!tryFlush() && buffer != null) {
                transport.memory().take(buffer.size());
                keepBuffer();
                giveBackBuffer();
            }
            kept().add(rest);
        } catch (Throwable failure) {
            rest.close();
            throw failure;
        }
    }

    /** Adds the end of a chunked body. */
    void putLastChunk() throws IOException {
        while (!buffer().addLastChunk()) {
            makeRoom();
        }
    }

    /** Adds the end of a chunked body, with a trailer section. */
    void putTrailers(ResponseFields trailers) throws IOException {
        buffer().closeChunk();
        ResponseHeadWriter writer = head();
        writer.composeTrailers(trailers);
        putHead(writer);
        headEnd = NO_HEAD;
    }

    /**
     * Sends the pending bytes that the client accepts now. The loop sends the others later. But if the response is too
     * large to be kept in memory, this method waits until the client has accepted all. For application threads.
     */
    void flush() throws IOException {
        boolean leavesFile = kept != null && kept.file() != null;
        if (mayKeep == 0 && !leavesFile) {
            writeOut();
        } else {
            flushNow();
        }
    }

    /** Sends all pending bytes, and waits for the client. */
    private void writeOut() throws IOException {
        while (!tryFlush()) {
            awaitRoom(nanosToCheck()); // then write again: only a write shows whether the client accepts bytes
        }
    }

    /**
     * Empties the buffer. If the client is slow, keeps the bytes in memory for the loop, or waits for the client if no
     * more bytes may be kept.
     */
    private void makeRoom() throws IOException {
        if (tryFlush()) {
            return;
        }
        int size = buffer.size();
        if (size <= mayKeep && transport.memory().tryTake(size)) {
            mayKeep -= size;
            keepBuffer();
            leaveToLoop();
        } else {
            mayKeep = 0; // from now on, keep no more bytes of this response
            writeOut();
        }
    }

    /**
     * Appends the bytes of the buffer to {@code kept}, for the loop. The caller has reserved memory for these bytes.
     */
    private void keepBuffer() {
        kept().add(buffer);
        headEnd = NO_HEAD;
        due = 0;
        batched = 0;
    }

    private KeptOutput kept() {
        if (kept == null) {
            kept = new KeptOutput(this, shared);
        }
        return kept;
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
     * Makes all pending bytes due, and sends as many of them as the client accepts now.
     *
     * @return whether nothing is pending any more
     */
    boolean sendAll() throws IOException {
        if (buffer != null) {
            buffer.closeChunk();
            due = buffer.size();
        }
        return sendDue();
    }

    /**
     * Sends the bytes of {@code kept} and then the first {@code due} bytes of the buffer, as many as the client accepts
     * now. All other bytes stay.
     *
     * @return whether {@code kept} and the first {@code due} bytes have been sent completely
     */
    boolean sendDue() throws IOException {
        boolean sent = sendKept();
        if (sent && due > 0) {
            write(due);
            sent = due == 0;
        }
        if (!sent) {
            stopBatching(); // the client is slow, so send each of the next responses as soon as possible
        }
        return sent;
    }

    private boolean sendKept() throws IOException {
        if (kept == null) {
            return true;
        }
        try {
            boolean sent = offerKept();
            if (sent) {
                kept = null;
            }
            return sent;
        } catch (Throwable broken) {
            // Close the connection, so that the client sees that the response is cut off. This is necessary even if
            // only the file could not be read.
            release();
            transport.close();
            throw broken;
        }
    }

    private boolean offerKept() throws IOException {
        if (!kept.offerBytes()) {
            return false;
        }
        if (kept.file() == null) {
            return true;
        }
        if (transport.loop().isCurrent()) {
            leaveFileToItsThread();
            return false;
        }
        return kept.offerFile();
    }

    /** Stops the clock of the client's pace while the server waits for its own disk. {@link #offered} resumes it. */
    void pausePace() {
        if (paceClock != null) {
            paceClock.pause();
        }
    }

    private void resumePace() {
        if (paceClock != null) {
            paceClock.resume();
        }
    }

    /** Lets another thread send the file, because the loop must not wait for a disk. */
    private void leaveFileToItsThread() {
        // if the client has refused bytes, the loop first waits for the socket
        if (!kept.takeRefusal() && !fileBegun) {
            pausePace();
            executeFileTask(); // fails if the system can create no thread
            fileBegun = true;
        }
    }

    private void executeFileTask() {
        transport.loop().files().execute(new ConnectionTask(transport, this::sendFileForLoop));
    }

    private void sendFileForLoop() {
        boolean more = false; // whether the client still accepts bytes of the file
        lock();
        try {
            more = !sendDue() && kept != null && kept.goesOn();
        } catch (IOException e) {
            ServerLog.trace("Failed to send the rest of a response", e);
            transport.close();
        } finally {
            resumePace();
            fileBegun = more;
            unlock();
        }
        if (more) {
            executeFileTask(); // behind the files that wait for a thread
        } else {
            leaveToLoop(); // the loop waits for the socket, or goes on with the next request
        }
    }

    private void write(int through) throws IOException {
        int pending = buffer.size();
        ByteBuffer bytes = buffer.beginWrite(through);
        try {
            offer(bytes);
        } catch (Throwable broken) {
            // The buffer may also hold the end of finished responses. Close the connection, so that the client sees
            // that they are cut off.
            release();
            transport.close();
            throw broken;
        }
        int gone = bytes.position();
        headEnd = Math.max(NO_HEAD, headEnd - gone);
        buffer.written(pending);
        if (buffer.size() == 0) {
            release();
        } else {
            // The loop must send all bytes that were offered to the transport: over TLS, they may be in a record that
            // was sent only in part, and the rest of the record must follow.
            due = Math.max(due, through) - gone;
        }
        if (due == 0) {
            batched = 0;
        }
    }

    /**
     * Writes as many of the given bytes as the client accepts now.
     *
     * @throws IOException if the connection is broken, or if this method has closed it because the client is too slow
     */
    void offer(ByteBuffer bytes) throws IOException {
        int before = bytes.position();
        transport.write(bytes);
        offered(bytes.position() - before, bytes.hasRemaining());
    }

    void offered(long taken, boolean left) throws IOException {
        resumePace();
        if (pace == null && left) {
            paceClock = new PaceClock(shared.clock);
            pace = ClientPace.ofResponses(paceClock, shared.limits);
        }
        if (pace == null) {
            return;
        }
        if (!left) {
            pace.rest();
            pace.wrote(taken, 0);
            return;
        }
        pace.wrote(taken, transport.sentInPart());
        Limit passed = pace.awaitJudged();
        if (passed != null) {
            shared.counts.count(passed, transport.remoteAddress());
            transport.close();
            throw new SocketTimeoutException("The client reads the response too slowly");
        }
    }

    /**
     * Whether another thread sends the file for the loop. That thread makes the loop call {@code onWritable} after it
     * has released the lock. The loop may call this without the lock.
     */
    boolean sendsFile() {
        return fileBegun;
    }

    /**
     * Returns the nanoseconds until {@link ClientPace} must check whether the client reads too slowly. After that time,
     * the caller must try to send, which makes the check.
     */
    long nanosToCheck() {
        return pace == null ? TimeLimit.OFF : pace.nanosToCheck();
    }

    /**
     * Lets a finished response wait for the next response of the connection, so that one write sends both. This is
     * useful only if handlers run on the loop: the loop calls the next handler immediately, but an executor may call it
     * late.
     *
     * @return false if the response must be sent now: an executor runs the handlers, enough responses wait, the client
     *     is slow, or half of the buffer is full. The other half is for an error page, which the loop adds without
     *     waiting
     */
    boolean tryBatch() {
        if (!shared.handlersOnLoop
                || buffer == null
                || kept != null
                || !buffer.hasRoom(OutputBuffer.CAPACITY / 2)
                || batched >= MAX_BATCHED) {
            return false;
        }
        batched++;
        due = buffer.size();
        return true;
    }

    /**
     * Whether the loop has bytes to send, even if the application makes no further call. The owner of the connection
     * may call this without the lock.
     */
    boolean holdsDue() {
        return due > 0 || kept != null;
    }

    private void stopBatching() {
        if (batched > 0) {
            batched = MAX_BATCHED;
        }
    }

    /** Drops the file at the end of the response, and the bytes of the buffer that are not due. */
    private void dropPresent() {
        if (kept != null) {
            kept.dropFile();
        }
        if (buffer != null) {
            buffer.cut(due);
        }
    }

    /** Drops all pending bytes and releases their memory. */
    private void release() {
        if (kept != null) {
            kept.clear();
            kept = null;
        }
        if (buffer != null) {
            giveBackBuffer();
        }
        headEnd = NO_HEAD;
        due = 0;
        batched = 0;
    }

    /**
     * First forgets the buffer: if a stack overflow interrupted this method later, the buffer could be given back twice,
     * and two clients would share it.
     */
    private void giveBackBuffer() {
        OutputBuffer last = buffer;
        buffer = null;
        transport.memory().giveBack(shared.outputBuffers, last);
    }
}
