package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.RateWindow;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The content of one request that the loop thread has received and the reader has not taken, in pooled pieces. The two
 * threads need no lock, because each moves an end of its own.
 *
 * <p>One thread reads at a time. Another thread may end the exchange meanwhile. A fault is kept, and thrown again on
 * every further read. The window, which the loop thread owns, limits how much may wait.
 */
final class RequestContent {
    private static final int PIECE = ReceiverShared.PIECE;

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

    /** The stream whose content it is. */
    interface Owner {
        /** Returns the transport of the connection. */
        Transport transport();

        /** Returns the window for content that may arrive on all streams together. */
        ContentCredit credit();

        /** Whether the server has reset the stream. */
        boolean brokenOff();

        /** Whether the client has left, or was reset. */
        boolean disconnected();

        /** Throws an exception if nothing can be read any more. */
        void checkReadable() throws IOException;

        /**
         * Sends what the client may wait for. Called before a thread waits for content.
         *
         * @return the longest wait, in nanoseconds
         */
        long beforeWaiting();

        /** Drops what nobody will read, on the loop. */
        void dropContentSoon();

        /** Widens the client's window for this stream, on the loop, by this many octets that were read. */
        void giveBackSoon(int count);

        /** Ends the stream before its response is complete. */
        void abort();
    }

    // fixed
    private final Owner stream;
    private final ReceiverShared shared;
    private final BufferPool<ReceiverShared.Piece> pool;
    private final ReceiveWindow window; // owned by the loop thread
    private final DeclaredLength declared; // owned by the loop thread
    private final ParkedThread reader = new ParkedThread();

    // owned by the loop thread
    private ReceiverShared.Piece newest;
    private FieldLines trailers = FieldLines.NONE; // written before complete is
    private long drainLeft; // octets that may still come after the end; negative once more has come

    // owned by the reader
    private ReceiverShared.Piece oldest; // has the next byte to be read; the loop thread writes the first one
    private int unreported; // bytes that were read, and for which the client has no WINDOW_UPDATE yet
    private boolean pieceTaken; // whether the piece before the next byte has been given back already
    private RateWindow rate; // null until the reader waits for content
    private long judged; // bytes that the reader has read and the rate has counted
    private BodyBroken fault;

    // shared
    private volatile long received; // bytes that have arrived; increased by the loop thread
    private volatile long read; // bytes that have been read; increased by the reader
    private volatile boolean complete; // whether nothing more comes
    private volatile Violation broken; // null while nothing is wrong
    private volatile int use = FREE;

    RequestContent(Owner stream, ReceiverShared shared, long declaredLength) {
        this.stream = stream;
        this.shared = shared;
        this.pool = shared.pieces;
        this.window = new ReceiveWindow(shared.streamWindow);
        this.declared = new DeclaredLength(declaredLength);
        this.drainLeft = shared.limits.drainAmount;
    }

    private ClientMemory memory() {
        return stream.transport().memory();
    }

    // ---- on the loop thread

    ReceiveWindow window() {
        return window;
    }

    /**
     * Takes a part of the content. {@link #wakeReader} notifies a thread that waits for it.
     *
     * @return false if the content is longer than declared
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
        ReceiverShared.Piece piece = memory().rent(pool);
        if (newest == null) {
            oldest = piece;
        } else {
            newest.next = piece;
        }
        newest = piece;
    }

    /** Counts content that nobody reads any more. Returns false if more comes than is let in, or is to come. */
    boolean drains(int count) {
        boolean tooMuch = length() - received > shared.limits.drainAmount;
        drainLeft = tooMuch ? -1 : drainLeft - count;
        return drainLeft >= 0;
    }

    /** Whether the client may send more. */
    boolean isWanted() {
        return drainLeft >= 0;
    }

    /** Counts content that is dropped. Returns false if the content is longer than declared. */
    boolean skip(int count) {
        return declared.receive(count);
    }

    /**
     * Notes that nothing more comes. A waiting thread is notified as it is of content.
     *
     * @return false if the content is shorter than declared
     */
    boolean complete() {
        if (!declared.complete()) {
            return false;
        }
        complete = true;
        return true;
    }

    /** Takes the trailer section, after which nothing more comes. */
    void trailers(FieldLines lines) {
        trailers = lines;
    }

    /** Ends the content because of a fault. Each further read throws the fault. */
    void breakOff(Violation why) {
        broken = why;
        reader.wake();
    }

    /** Whether content that arrives is dropped. */
    boolean ended() {
        return use >= ENDED;
    }

    /** Returns the bytes that have arrived so far. */
    long received() {
        return received;
    }

    /**
     * Drops what nobody will read, unless a thread is in the middle of reading.
     *
     * @return the number of dropped bytes
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

    /** Returns the length that the head declares, or {@link DeclaredLength#NONE}. */
    long length() {
        return declared.declared();
    }

    /** Whether a thread waits for content. It must then be notified of what arrives from now on. */
    boolean isAwaited() {
        return reader.waits();
    }

    /** Wakes the reader, so that it checks its stream. */
    void wakeReader() {
        reader.wake();
    }

    /** Whether all of the content has arrived and been read. */
    boolean exhausted() {
        return complete && read == received;
    }

    /** Returns the trailer section. It has no lines before all of the content has been read. */
    FieldLines trailers() {
        return exhausted() ? trailers : FieldLines.NONE;
    }

    /** Whether all of the content has arrived. */
    boolean isComplete() {
        return complete;
    }

    /** Returns the bytes that can be read without waiting. */
    int available() {
        return use == FREE ? (int) (received - read) : 0;
    }

    /** Returns the memory that is retained, in bytes. Any thread. The value may be slightly out of date. */
    int heldBytes() {
        long taken = read;
        long come = received;
        boolean none = come == 0 || taken == come && (use == ENDED || newest == null);
        return none ? 0 : (int) ((come - 1) / PIECE - Math.max(0, taken - 1) / PIECE + 1) * PIECE;
    }

    /** Ends reading. Returns true the first time. */
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
                shared.counts.count(brokenNow.violation(), stream.transport().remoteAddress());
            }
            throw brokenNow;
        } finally {
            if (!USE.compareAndSet(this, READING, FREE)) {
                use = ENDED; // The exchange has ended meanwhile, and left the rest to this thread.
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
            boolean all = complete; // read before the amount, which is then final
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
        ReceiverShared.Piece piece = oldest;
        oldest = piece.next;
        // Otherwise it would keep other pieces alive, for which the pool has no room.
        piece.next = null;
        memory().giveBack(pool, piece);
    }

    // ---- on the loop thread, where it is the reader

    /** Makes the loop thread the reader, once. Returns false if a thread is in the middle of reading. Any thread. */
    boolean tryHandOver() {
        return USE.compareAndSet(this, FREE, READING);
    }

    /** Whether a read would return content or the end. */
    boolean isReadable() {
        return received != read || complete;
    }

    /** Reads what is there, as {@code Transport} specifies it. */
    int readNow(byte[] to, int offset, int length) {
        int count = take(to, offset, length);
        if (count > 0) {
            report(count);
            if (read == received) {
                // The stream may be silent for hours, so it retains no piece.
                giveBackOldest();
                newest = null;
                pieceTaken = true;
            }
        }
        return count == 0 && complete ? -1 : count;
    }

    /** Ends reading by the loop thread. Content that arrives is dropped. */
    void endHandOver() {
        use = ENDED;
    }

    // ---- the reader's windows

    /** Lets the client send more, on this stream and on others, when that makes a difference. */
    private void report(int count) {
        stream.credit().onRead(count);
        unreported += count;
        if (unreported >= window.half() && !complete) {
            stream.giveBackSoon(unreported);
            unreported = 0;
        }
    }

    /**
     * Waits until there may be more to read. All that has arrived has been read by then. So the stream's window is
     * open, and the connection's window is lent what it lacks: the client may send.
     */
    private void await() throws IOException {
        long stall = stream.beforeWaiting();
        stream.credit().onWait();
        try {
            awaitInTime(stall);
        } catch (InterruptedIOException e) {
            stream.abort();
            throw e;
        } finally {
            stream.credit().onWaited();
        }
    }

    /**
     * Waits within the time limits. Only the time that passes here counts against the client. A reader that comes late,
     * or a busy server, is not the client's fault.
     */
    private void awaitInTime(long stallNanos) throws IOException {
        if (rate == null) {
            long min = shared.limits.minBodyRate;
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
            came = reader.await(
                    this::isDecided,
                    rate == null ? left : Math.min(left, rate.nanosLeft()),
                    stream.transport().loop());
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
