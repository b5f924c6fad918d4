package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.BodyBroken;
import dev.ringer.internal.protocol.Violation;
import dev.ringer.internal.time.RateWindow;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The content of one request: what the loop has received, in pooled pieces, and the reader has not taken. Loop and reader
 * need no lock because each moves an end of its own.
 *
 * <p>One thread reads at a time. The exchange may be ended by another thread meanwhile. A fault is kept and thrown again on
 * every further read. How much may wait is bounded by the window, which is the loop's.
 */
final class RequestContent {
    /** The size of a piece: a stream with a single byte holds as much. */
    static final int PIECE = 4 * 1024;

    private static final int FREE = 0;
    private static final int READING = 1;
    private static final int ENDED = 2;
    private static final int LEFT = 3; // ended while a thread was in the middle of reading
    private static final VarHandle USE;

    static {
        try {
            USE = MethodHandles.lookup().findVarHandle(RequestContent.class, "use", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A part of the content, filled to its end before the next one begins. */
    static final class Piece {
        private final byte[] bytes = new byte[PIECE];
        private Piece next;
    }

    // fixed
    private final Http2Stream stream;
    private final Http2Shared shared;
    private final BufferPool<Piece> pool;
    private final ReceiveWindow window; // the loop's
    private final DeclaredLength declared; // the loop's
    private final ParkedThread reader = new ParkedThread();

    // the loop's
    private Piece newest;
    private FieldLines trailers = FieldLines.NONE; // set before it is complete
    private long drainLeft; // of what may come behind the end; negative once it is more

    // the reader's
    private Piece oldest; // where the next byte to be read is; the first one is set by the loop
    private int unreported; // bytes read, of which the client was not told
    private boolean pieceTaken; // the piece before the next byte has been given back already
    private RateWindow rate; // null until the content was waited for
    private long judged; // of what was read
    private BodyBroken fault;

    // shared
    private volatile long received; // moved by the loop
    private volatile long read; // moved by the reader
    private volatile boolean complete; // nothing more comes
    private volatile Violation broken; // null while nothing is wrong
    private volatile int use = FREE;

    RequestContent(Http2Stream stream, Http2Shared shared, long declaredLength) {
        this.stream = stream;
        this.shared = shared;
        this.pool = shared.pieces;
        this.window = new ReceiveWindow(shared.streamWindow);
        this.declared = new DeclaredLength(declaredLength);
        this.drainLeft = shared.drainAmount;
    }

    private ClientMemory memory() {
        return stream.connection().transport().memory();
    }

    // ---- on the loop

    ReceiveWindow window() {
        return window;
    }

    /**
     * Takes a part of the content. A thread that waits for it is told by {@link #wakeReader}.
     *
     * @return false if it is more than was declared
     */
    boolean receive(ByteBuffer part) {
        if (!declared.receive(part.remaining())) {
            return false;
        }
        long end = received;
        while (part.hasRemaining()) {
            int at = (int) (end % PIECE);
            if (at == 0 || newest == null) {
                append();
            }
            int count = Math.min(part.remaining(), PIECE - at);
            part.get(newest.bytes, at, count);
            end += count;
        }
        received = end;
        return true;
    }

    private void append() {
        Piece piece = memory().rent(pool);
        if (newest == null) {
            oldest = piece;
        } else {
            newest.next = piece;
        }
        newest = piece;
    }

    /** Drops some of what nobody reads any more; false if more comes than is let in, or is to come. */
    boolean drains(int count) {
        boolean tooMuch = length() - received > shared.drainAmount;
        drainLeft = tooMuch ? -1 : drainLeft - count;
        return drainLeft >= 0;
    }

    /** Whether the client may send more. */
    boolean isWanted() {
        return drainLeft >= 0;
    }

    /** Counts content that is dropped; false if it is more than was declared. */
    boolean skip(int count) {
        return declared.receive(count);
    }

    /**
     * Nothing more comes. A thread that waits is told as of content.
     *
     * @return false if it is not as much as was declared
     */
    boolean complete() {
        if (!declared.complete()) {
            return false;
        }
        complete = true;
        return true;
    }

    /** Takes the trailer section, behind which nothing more comes. */
    void trailers(FieldLines lines) {
        trailers = lines;
    }

    /** Nothing more can be read: each read tells why. */
    void breakOff(Violation why) {
        broken = why;
        reader.wake();
    }

    /** Whether what comes is dropped. */
    boolean ended() {
        return use >= ENDED;
    }

    /** How much has come so far. */
    long received() {
        return received;
    }

    /**
     * Drops what nobody will read, unless a thread is in the middle of reading.
     *
     * @return how many bytes that is
     */
    int drop() {
        if (use != ENDED) {
            return 0;
        }
        while (oldest != null) {
            giveBackOldest();
        }
        newest = null;
        int count = (int) (received - read);
        if (count > 0) {
            trailers = FieldLines.NONE; // nobody will have seen the end
        }
        read = received;
        return count;
    }

    // ---- any thread

    /** How long it is by its head, or {@link DeclaredLength#NONE}. */
    long length() {
        return declared.declared();
    }

    /** Whether a thread waits for it, to which it is told what comes from now on. */
    boolean isAwaited() {
        return reader.waits();
    }

    /** Makes the reader look at its stream. */
    void wakeReader() {
        reader.wake();
    }

    /** Whether all of it has come and been read. */
    boolean exhausted() {
        return complete && read == received;
    }

    /** The trailer section; no lines before all of the content has been read. */
    FieldLines trailers() {
        return exhausted() ? trailers : FieldLines.NONE;
    }

    /** Whether all of it has come. */
    boolean isComplete() {
        return complete;
    }

    /** How much can be read without waiting. */
    int available() {
        return use == FREE ? (int) (received - read) : 0;
    }

    /** How much memory it holds. Any thread, to which it may be of a moment ago. */
    int heldBytes() {
        long taken = read;
        long come = received;
        boolean none = come == 0 || taken == come && (use == ENDED || newest == null);
        return none ? 0 : (int) ((come - 1) / PIECE - Math.max(0, taken - 1) / PIECE + 1) * PIECE;
    }

    /** Ends reading; true for the first time. */
    boolean end() {
        while (true) {
            int seen = use;
            if (seen >= ENDED) {
                return false;
            }
            if (USE.compareAndSet(this, seen, seen == READING ? LEFT : ENDED)) {
                reader.wake();
                return true;
            }
        }
    }

    // ---- the reader

    int read(byte[] to, int offset, int length) throws IOException {
        if (!USE.compareAndSet(this, FREE, READING)) {
            throw new IOException(use >= ENDED ? "Stream is closed" : "Stream is being read by another thread");
        }
        try {
            if (fault != null) {
                throw new BodyBroken(fault.violation());
            }
            return readSome(to, offset, length);
        } catch (BodyBroken brokenNow) {
            if (fault == null) {
                fault = brokenNow;
                shared.counts.count(brokenNow.violation(), stream.remoteAddress());
            }
            throw brokenNow;
        } finally {
            if (!USE.compareAndSet(this, READING, FREE)) {
                use = ENDED; // the exchange has ended meanwhile, and left the rest to this thread
                stream.dropContentSoon();
            }
        }
    }

    private int readSome(byte[] to, int offset, int length) throws IOException {
        while (true) {
            stream.checkReadable();
            Violation why = broken;
            if (why != null) {
                throw new BodyBroken(why);
            }
            if (use != READING || stream.brokenOff()) {
                throw new IOException("Stream is closed");
            }
            boolean all = complete; // looked at before the amount, which is final then
            int count = take(to, offset, length);
            if (count > 0) {
                report(count);
                return count;
            }
            if (all) {
                return -1;
            }
            await();
        }
    }

    private int take(byte[] to, int offset, int length) {
        long begin = read;
        int count = (int) Math.min(length, received - begin);
        for (int done = 0; done < count; ) {
            int at = (int) ((begin + done) % PIECE);
            if (at == 0 && begin + done > 0 && !pieceTaken) {
                giveBackOldest();
            }
            pieceTaken = false;
            int step = Math.min(count - done, PIECE - at);
            System.arraycopy(oldest.bytes, at, to, offset + done, step);
            done += step;
        }
        read = begin + count;
        return count;
    }

    private void giveBackOldest() {
        Piece piece = oldest;
        oldest = piece.next;
        piece.next = null; // or it would keep the others alive that the pool has no room for
        memory().giveBack(pool, piece);
    }

    // ---- the loop, where it is the reader

    /** Makes the loop the reader, once; false if a thread is in the middle of reading. Any thread. */
    boolean tryHandOver() {
        return USE.compareAndSet(this, FREE, READING);
    }

    /** Whether a read would tell something. */
    boolean isReadable() {
        return received != read || complete;
    }

    /** Reads what is there, as {@code Transport} has it. */
    int readNow(byte[] to, int offset, int length) {
        int count = take(to, offset, length);
        if (count > 0) {
            report(count);
            if (read == received) { // what may be silent for hours holds no piece
                giveBackOldest();
                newest = null;
                pieceTaken = true;
            }
        }
        return count == 0 && complete ? -1 : count;
    }

    /** The loop reads no more: what comes is dropped. */
    void endHandOver() {
        use = ENDED;
    }

    // ---- the reader's windows

    /** Lets the client send more, when it makes a difference: on other streams too. */
    private void report(int count) {
        stream.connection().onContentRead(count);
        unreported += count;
        if (unreported >= window.half() && !complete) {
            stream.giveBackSoon(unreported);
            unreported = 0;
        }
    }

    /**
     * Waits until there may be more to read. All that came has been read then, so that the stream's window is open, and the connection's
     * is lent what it lacks: the client may send.
     */
    private void await() throws IOException {
        long stall = stream.beforeWaiting();
        stream.connection().onContentAwaited();
        try {
            awaitInTime(stall);
        } catch (InterruptedIOException e) {
            stream.abort();
            throw e;
        } finally {
            stream.connection().onContentCame();
        }
    }

    /** Only the time that passes here is the client's: a reader that comes late, or a server that is busy, is not its fault. */
    private void awaitInTime(long stallNanos) throws IOException {
        if (rate == null) {
            long min = shared.minBodyRate;
            rate = min == 0 ? null : new RateWindow(min);
        }
        if (rate != null) {
            rate.count(read - judged);
            judged = read;
        }
        long left = stallNanos;
        for (boolean came = false; !came; ) {
            if (rate != null && rate.tooSlow()) {
                throw new BodyBroken(Violation.BODY_TOO_SLOW);
            }
            long begin = shared.clock.getAsLong();
            came = reader.await(this::isDecided, rate == null ? left : Math.min(left, rate.nanosLeft()), stream.loop());
            long waited = shared.clock.getAsLong() - begin;
            if (rate != null) {
                rate.waited(waited);
            }
            left -= waited;
            if (!came && left <= 0) {
                throw new BodyBroken(Violation.BODY_STALLED);
            }
        }
    }

    /** Whether there is something to read, or nothing to wait for. */
    private boolean isDecided() {
        return received != read || complete || broken != null || use != READING || stream.disconnected();
    }
}
