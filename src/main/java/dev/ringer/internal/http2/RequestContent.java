package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.ArrivalPace;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.RateWindow;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Holds the content of one request that has arrived and was not read, in pooled pieces. The loop thread appends at the
 * end, and the reader takes from the beginning. So the two threads need no lock.
 *
 * <p>One thread reads at a time. Another thread may end the exchange meanwhile. If the content breaks a rule, every
 * further read throws. The flow-control window limits how much content may wait.
 */
final class RequestContent {
    private static final int PIECE = ReceiverShared.PIECE;

    private static final int FREE = 0;
    private static final int READING = 1;
    private static final int ENDED = 2;
    private static final int LEFT = 3; // ended while a thread was reading; that thread sets ENDED
    private static final VarHandle USE;

    static {
        try {
            USE = MethodHandles.lookup().findVarHandle(RequestContent.class, "use", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The stream of the content. */
    interface Owner {
        /** Returns the transport of the connection. */
        Transport transport();

        /** Returns the window for content that may arrive on all streams together. */
        ContentCredit credit();

        /** Whether the server has reset the stream. */
        boolean brokenOff();

        /**
         * Whether the server can send nothing more to the client: the connection has ended, or one side has reset the
         * stream.
         */
        boolean disconnected();

        /** Throws an exception if nothing more can be read. */
        void checkReadable() throws IOException;

        /**
         * Sends what the client may wait for, before a thread waits for content. Returns the longest wait in
         * nanoseconds.
         */
        long beforeWaiting();

        /** Drops, on the loop, the content that nobody will read. */
        void dropContentSoon();

        /** Widens, on the loop, the window of this stream by octets that were read. */
        void giveBackSoon(int count);

        /** Ends the stream before its response is complete. */
        void abort();
    }

    // never change after construction
    private final Owner stream;
    private final ReceiverShared shared;
    private final BufferPool<ReceiverShared.Piece> pool;
    private final ReceiveWindow window; // owned by the loop thread
    private final DeclaredLength declared; // owned by the loop thread
    private final ParkedThread reader = new ParkedThread();

    // owned by the loop thread
    private ReceiverShared.Piece newest;
    private FieldLines trailers = FieldLines.NONE; // written before complete, so that the reader sees it
    private ArrivalPace arrival; // null unless the client must keep a pace before a handler has the request
    private long drainLeft; // octets that the client may still send after the end; negative if it has sent more

    // owned by the reader
    private ReceiverShared.Piece oldest; // has the next byte to read; the loop thread sets the first piece
    private int unreported; // bytes that were read and not reported to the loop thread
    private boolean pieceTaken; // whether the piece before the next byte was already given back to the pool
    private RateWindow rate; // null until the reader waits for content
    private long judged; // bytes that were read and that the rate has counted
    private BodyBroken fault; // the exception of an earlier read; null if there was none

    // used by several threads
    private volatile boolean precedesHandler; // only the loop thread writes it
    private volatile long received; // bytes that have arrived; only the loop thread writes it
    private volatile long read; // bytes that were read; the reader writes it, and the loop thread after the end
    private volatile boolean complete; // whether all of the content has arrived
    private volatile Violation broken; // the fault of the content, or null
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
     * Appends a part of the content. Returns false if the content is longer than declared. {@link #wakeReader} must
     * notify a thread that waits.
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

    /**
     * Counts content that nobody will read. Returns false if the client sends, or has declared, more than may drain.
     */
    boolean drains(int count) {
        boolean tooMuch = length() - received > shared.limits.drainAmount;
        drainLeft = tooMuch ? -1 : drainLeft - count;
        return drainLeft >= 0;
    }

    /** Whether the client may send more. */
    boolean isWanted() {
        return drainLeft >= 0;
    }

    /** Counts content that is dropped on arrival. Returns false if the content is longer than declared. */
    boolean skip(int count) {
        return declared.receive(count);
    }

    /**
     * Notes that all of the content has arrived. Returns false if it is shorter than declared. {@link #wakeReader} must
     * notify a thread that waits.
     */
    boolean complete() {
        if (!declared.complete()) {
            return false;
        }
        complete = true;
        return true;
    }

    /** Sets the trailer section, which ends the content. */
    void trailers(FieldLines lines) {
        trailers = lines;
    }

    /** Ends the content because it breaks a rule. Every further read throws an exception with this violation. */
    void breakOff(Violation why) {
        broken = why;
        reader.wake();
    }

    /** Whether reading has ended, so that new content is dropped. */
    boolean ended() {
        return use >= ENDED;
    }

    /** Sets whether the handler is called only when all of the content has arrived. */
    void precedesHandler(boolean on) {
        precedesHandler = on;
    }

    /** Whether the request waits for its content, and no handler has it. Any thread. */
    boolean precedesHandler() {
        return precedesHandler;
    }

    /** Sets the pace that the client must keep before a handler has the request; null for none. */
    void arrival(ArrivalPace pace) {
        arrival = pace;
    }

    /** Returns the pace that the client must keep before a handler has the request; null for none. */
    ArrivalPace arrival() {
        return arrival;
    }

    /** Returns the bytes that have arrived so far. */
    long received() {
        return received;
    }

    /**
     * Drops the content that nobody will read, unless a thread is reading at this moment. Returns the dropped bytes.
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
            trailers = FieldLines.NONE; // nobody has read the content before the trailers
        }
        read = received;
        return count;
    }

    // ---- any thread

    /** Returns the length that the request head declares, or {@link DeclaredLength#NONE}. */
    long length() {
        return declared.declared();
    }

    /** Whether a thread waits for content and must be notified of it. */
    boolean isAwaited() {
        return reader.waits();
    }

    /** Wakes the reader, so that it checks its stream again. */
    void wakeReader() {
        reader.wake();
    }

    /** Whether all of the content has arrived and been read. */
    boolean exhausted() {
        return complete && read == received;
    }

    /** Returns the trailer section, which is empty until all of the content has been read. */
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

    /** Returns the memory of the pieces, in bytes. Any thread. The value may be slightly out of date. */
    int heldBytes() {
        long taken = read;
        long come = received;
        boolean none = come == 0 || taken == come && (use == ENDED || newest == null);
        return none ? 0 : (int) ((come - 1) / PIECE - Math.max(0, taken - 1) / PIECE + 1) * PIECE;
    }

    /** Ends reading. Returns true only to the first call. */
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
                use = ENDED; // the exchange has ended during this read: drop the rest
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
            boolean all = complete; // read before the amount: if it is true, the amount is final
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
        // Otherwise the pooled piece would keep later pieces from being collected.
        piece.next = null;
        memory().giveBack(pool, piece);
    }

    // ---- the loop thread as the reader, for another protocol

    /** Makes the loop thread the reader. Returns false if a thread is reading, or if reading has ended. Any thread. */
    boolean tryHandOver() {
        return USE.compareAndSet(this, FREE, READING);
    }

    /** Whether a read would return content or the end. */
    boolean isReadable() {
        return received != read || complete;
    }

    /** Reads without waiting, as {@code Transport} specifies it. */
    int readNow(byte[] to, int offset, int length) {
        int count = take(to, offset, length);
        if (count > 0) {
            report(count);
            if (read == received) {
                // The tunnel may be silent for hours, so it must retain no piece.
                giveBackOldest();
                newest = null;
                pieceTaken = true;
            }
        }
        return count == 0 && complete ? -1 : count;
    }

    /** Ends reading by the loop thread. New content is dropped. */
    void endHandOver() {
        use = ENDED;
    }

    // ---- the reader's windows

    /** Reports octets that were read, so that the client may send more. Collects small amounts before it reports. */
    private void report(int count) {
        stream.credit().onRead(count);
        unreported += count;
        if (unreported >= window.half() && !complete) {
            stream.giveBackSoon(unreported);
            unreported = 0;
        }
    }

    /**
     * Waits until there may be more to read. The thread has read all content that has arrived, so the stream's window
     * is open. If the connection's window is low, {@link ContentCredit#onWait} widens it. So the client can send.
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
     * Waits within the time limits. Only the time of waiting counts against the client, because a slow reader or a busy
     * server is not the client's fault.
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

    /** Whether there is something to read, or the wait has no purpose any more. */
    private boolean isDecided() {
        return received != read || complete || broken != null || use != READING || stream.disconnected();
    }
}
