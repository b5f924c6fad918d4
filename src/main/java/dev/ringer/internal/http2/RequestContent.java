package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http2.flow.ParkedThread;
import dev.ringer.internal.http2.request.RequestHeadReader;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.ArrivalPause;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.ContentWait;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.threads.AtomicField;
import dev.ringer.internal.time.TimeLimit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stores the content of one request in pooled pieces, from its arrival until it is read. The loop thread appends
 * content at the end, and the reader takes content from the beginning. So the two threads need no lock.
 *
 * <p>Only one thread reads at a time, but another thread may end the exchange meanwhile. If the content breaks a rule,
 * reads return what came before, and then throw an exception. The flow-control window of the stream (RFC 9113, 6.9)
 * limits how much content can be stored. When a quarter of it was read or dropped, the server widens it again by a
 * WINDOW_UPDATE. So the server sends few of these frames. If the server reads as fast as the client sends, the client
 * never has to wait for such a frame.
 */
final class RequestContent implements ContentWait.Content {
    private static final int FREE = 0;
    private static final int READING = 1;
    private static final int ENDED = 2;
    // While a thread was reading, another one has ended the reading. The reading thread sets ENDED when it is done.
    private static final int LEFT = 3;
    private static final VarHandle USE = AtomicField.of(MethodHandles.lookup(), "use", int.class);

    private final Http2Stream stream;
    private final Http2Shared shared;
    private final long declaredLength; // the Content-Length of the request; UNKNOWN_LENGTH if it has none

    // written by the loop thread only
    private long window; // octets that the client may still send
    private long freed; // octets that were read or dropped since the last WINDOW_UPDATE
    private long arrived; // octets of content that have arrived, including those that were dropped on arrival
    private Http2Shared.Piece newest;
    private int filled; // bytes of the newest piece that contain content
    // Trailers after the content. Written before {@code complete}, so that a reader of complete content sees them.
    private FieldLines trailers = FieldLines.NONE;
    // after the end of the reading
    private long drained; // octets that were dropped on arrival
    private long maxDrain; // the most octets that the server drops
    private boolean tooMuch; // whether there is more content than that

    // owned by the reading thread, and by the loop thread after the end of the reading
    private Http2Shared.Piece oldest; // piece with the next byte to read; the loop thread sets the first piece
    private int unreported; // bytes that were read, but not reported to the loop thread
    private int taken; // bytes of the oldest piece that were read
    private BodyBroken fault; // exception that an earlier read has thrown; null if there was none

    // Judges the client; null until the server waits for it within time limits. Owned by the loop thread before the
    // handler gets the request and while a reader waits without a thread, and by the reading thread otherwise.
    private ClientPace<Violation> pace;

    // Whether the client pauses before the handler gets the request. Used by the loop thread. Bytes of an
    // incomplete TLS record do not end a pause, because they may belong to anything else on the connection.
    private long quietAt; // value of {@code received} at the last look
    private long quietSince; // time of the clock since which {@code received} has had this value

    // used by several threads
    private volatile boolean precedesHandler; // written by the loop thread only
    private volatile long received; // bytes that were stored on arrival; written by the loop thread only
    // bytes read so far; written by the reading thread, and after the end of the reading by the loop thread
    private volatile long read;
    private volatile long rented; // bytes of all pieces that were rented; written by the loop thread only
    // bytes of all pieces that were given back; written by the same threads as {@code read}
    private volatile long givenBack;
    private volatile boolean complete; // whether all of the content has arrived
    private volatile Violation broken; // the rule that the content has broken; null if there is none
    private volatile int use = FREE;
    private volatile boolean limited = true; // whether time limits apply to a handler that waits for content
    private volatile ParkedThread reader; // parks a thread that waits for content; null until there is one
    private volatile ContentWait wait; // null until a reader waits without a thread

    RequestContent(Http2Stream stream, Http2Shared shared, long declaredLength) {
        this.stream = stream;
        this.shared = shared;
        this.window = shared.streamWindow;
        this.declaredLength = declaredLength;
        this.maxDrain = shared.limits.drainAmount;
    }

    private ClientMemory memory() {
        return stream.transport().memory();
    }

    private BufferPool<Http2Shared.Piece> pieces(boolean large) {
        return large ? shared.largePieces : shared.smallPieces;
    }

    // ---- methods for the loop thread

    /**
     * Subtracts the octets of a DATA frame, padding included, from the window. Returns false, and changes nothing, if
     * the client has sent more than the window allows.
     */
    boolean takeWindow(int octets) {
        if (octets > window) {
            return false;
        }
        window -= octets;
        return true;
    }

    /**
     * Counts octets that were read or dropped. Returns the increment for a WINDOW_UPDATE, which the caller must send.
     * Returns 0 if it is too early for one, or if there is too much content that nobody will read.
     */
    int giveBackWindow(int octets) {
        freed += octets;
        if (tooMuch || freed < shared.streamWindow / 4) {
            return 0;
        }
        int increment = (int) freed;
        window += freed;
        freed = 0;
        return increment;
    }

    /**
     * Appends a part of the content. Returns false if the content is now longer than declared (RFC 9113, 8.1.1). The
     * caller must call {@link #wakeReader} afterwards.
     *
     * @param expected the octets of the current DATA frame from this part on, including those that have not arrived
     */
    boolean receive(ByteBuffer part, int expected) {
        int size = part.remaining();
        if (!countArrived(size)) {
            return false;
        }
        while (part.hasRemaining()) {
            if (newest == null || filled == newest.bytes.length) {
                append(expected - (size - part.remaining()));
            }
            int count = Math.min(part.remaining(), newest.bytes.length - filled);
            part.get(newest.bytes, filled, count);
            filled += count;
        }
        received += size;
        return true;
    }

    /**
     * Appends a piece for the next content. The piece is large only if the current DATA frame will fill at least half of
     * it. So after complete frames, the pieces of a stream take at most about twice the memory of their content, plus
     * one small piece.
     *
     * @param expected the octets of the current DATA frame that are not in a piece yet, including those that have not
     *     arrived
     */
    private void append(int expected) {
        Http2Shared.Piece piece = memory().rent(pieces(expected >= Http2Shared.LARGE_PIECE / 2));
        if (newest == null) {
            oldest = piece;
        } else {
            newest.next = piece;
        }
        newest = piece;
        filled = 0;
        rented += piece.bytes.length;
    }

    /**
     * Counts content that nobody will read. Returns false if the client has sent or declared more of it than the server
     * is willing to drop.
     */
    boolean drains(int count) {
        drained += count;
        tooMuch = drained > maxDrain || declaredLength - received > maxDrain;
        return !tooMuch;
    }

    /** Lets the client send more content that nobody will read, because it has got its response. */
    void beginDrain() {
        maxDrain = shared.limits.drainAmountAfterResponse;
    }

    /** Counts content that has arrived. Returns false if the content is now longer than declared. */
    boolean countArrived(int count) {
        arrived += count;
        return declaredLength == RequestHeadReader.UNKNOWN_LENGTH || arrived <= declaredLength;
    }

    /**
     * Records that all of the content has arrived. Returns false if the content is shorter than declared. The caller
     * must call {@link #wakeReader} afterwards.
     */
    boolean complete() {
        if (declaredLength != RequestHeadReader.UNKNOWN_LENGTH && arrived != declaredLength) {
            return false;
        }
        newest = null; // the reader gives the piece back to the pool, so this field must not refer to it
        complete = true;
        return true;
    }

    void trailers(FieldLines lines) {
        trailers = lines;
    }

    /** Ends the content because it has broken the rule {@code why}. After what is stored, reads throw an exception. */
    @Override
    public void breakOff(Violation why) {
        broken = why;
        wakeReader();
    }

    boolean ended() {
        return use >= ENDED;
    }

    /** Whether the reading has ended, or fails from now on, so that newly arrived content is dropped. */
    boolean unwanted() {
        return ended() || broken != null;
    }

    /** Lets the handler get the request only when all of its content has arrived. */
    void beginArrival() {
        precedesHandler = true;
    }

    /** Whether the server waits for content before it gives the request to a handler. Thread-safe. */
    boolean precedesHandler() {
        return precedesHandler;
    }

    /**
     * Starts the time limits of content that precedes its handler. Returns the nanoseconds until the first judgement.
     */
    long limitArrival() {
        pace().reached(arrived());
        pace.await(true);
        noteReceived();
        return nanosToCheck();
    }

    /** Returns the nanoseconds until the next judgement of a client whose content precedes its handler. */
    long nanosToCheck() {
        return declaredLength == RequestHeadReader.UNKNOWN_LENGTH
                ? ArrivalPause.nanosToCheck(pace, quietNanos(), shared.limits)
                : pace.nanosToCheck();
    }

    /** Whether a client whose content precedes its handler seems to wait for the response. */
    boolean seemsToWait(boolean withinFrame) {
        return declaredLength == RequestHeadReader.UNKNOWN_LENGTH
                && ArrivalPause.seemsToWait(quietNanos(), shared.limits, withinFrame);
    }

    private long quietNanos() {
        return shared.clock.getAsLong() - quietSince;
    }

    /**
     * Records how much content has arrived before the handler gets the request. Returns the judge of the client; null if
     * no time limits apply to the arrival now.
     */
    ClientPace<Violation> noteArrived() {
        ClientPace<Violation> judge = precedesHandler ? pace : null;
        if (judge != null) {
            judge.reached(arrived());
            if (received != quietAt) {
                noteReceived();
            }
        }
        return judge;
    }

    private void noteReceived() {
        quietAt = received;
        quietSince = pace.waitsSince(); // now, because content has come, or the wait has begun
    }

    /** Ends the wait for content that precedes its handler. The client begins anew if the handler waits for more. */
    void endArrival() {
        pace = null;
        precedesHandler = false;
    }

    long received() {
        return received;
    }

    /**
     * Drops the content that nobody will read. Does nothing while a thread is reading. Returns the number of bytes that
     * the client may send in their place: those that were dropped, and those that were read but not reported.
     */
    int drop() {
        if (use != ENDED) {
            return 0;
        }
        while (oldest != null) {
            giveBackOldest();
        }
        newest = null;
        int dropped = (int) (received - read);
        if (dropped > 0) {
            trailers = FieldLines.NONE; // the trailers belong to content that was dropped
        }
        read = received;
        int count = dropped + unreported;
        unreported = 0;
        return count;
    }

    // ---- methods for any thread

    /** Returns the Content-Length of the request; {@link RequestHeadReader#UNKNOWN_LENGTH} if the request has none. */
    long length() {
        return declaredLength;
    }

    /** Whether a reader waits for content and must be woken when content arrives. */
    boolean isAwaited() {
        ParkedThread parked = reader;
        ContentWait made = wait;
        return parked != null && parked.waits() || made != null && made.waits();
    }

    /** Wakes the reader, if it waits. Then it checks its condition again. */
    void wakeReader() {
        ParkedThread parked = reader;
        if (parked != null) {
            parked.wake();
        }
        ContentWait made = wait;
        if (made != null) {
            made.end();
        }
    }

    /** Whether the content is complete and the reader has read all of it. */
    boolean exhausted() {
        return complete && read == received;
    }

    /** Returns the trailers, which are empty until the reader has read all of the content. */
    FieldLines trailers() {
        return exhausted() ? trailers : FieldLines.NONE;
    }

    boolean isComplete() {
        return complete;
    }

    /** Returns the number of bytes that can be read without waiting. */
    int available() {
        return use == FREE ? (int) (received - read) : 0;
    }

    /** Returns the memory of the stored pieces, in bytes. Thread-safe. The value may be slightly out of date. */
    int heldBytes() {
        long less = givenBack; // read this before {@code rented}, so that the result is never negative
        return (int) (rented - less);
    }

    /** Sets whether the time limits apply, as {@link dev.ringer.internal.protocol.HttpStream#limitBodyTime} specifies. */
    void limitTime(boolean on) {
        limited = on;
        ContentWait made = wait;
        if (on && made != null) {
            made.limitSoon();
        }
    }

    /** Ends the reading. Returns true only to the first caller. */
    boolean end() {
        while (true) {
            int seen = use;
            if (seen >= ENDED) {
                return false;
            }
            if (USE.compareAndSet(this, seen, seen == READING ? LEFT : ENDED)) {
                wakeReader();
                return true;
            }
        }
    }

    // ---- methods for the reading thread

    int read(byte[] to, int offset, int length) throws IOException {
        return read(to, offset, length, true);
    }

    private int read(byte[] to, int offset, int length, boolean waits) throws IOException {
        if (!USE.compareAndSet(this, FREE, READING)) {
            throw new IOException(use >= ENDED ? "Stream is closed" : "Another thread is reading the request body");
        }
        try {
            if (fault != null) {
                throw new BodyBroken(fault.violation());
            }
            return readSome(to, offset, length, waits);
        } catch (BodyBroken brokenNow) {
            if (fault == null) {
                fault = brokenNow;
                shared.counts.count(brokenNow.violation(), stream.transport().remoteAddress());
            }
            throw brokenNow;
        } finally {
            if (!USE.compareAndSet(this, READING, FREE)) {
                use = ENDED; // another thread has ended the exchange, and left this step to the reading thread
                stream.dropContentSoon();
            }
        }
    }

    private int readSome(byte[] to, int offset, int length, boolean waits) throws IOException {
        Violation passed = null;
        while (true) {
            stream.checkReadable();
            // Read these fields before the number of received bytes: if one is set, no more bytes will arrive. The loop
            // sets `broken` before `complete`, so content that was broken off never looks whole.
            boolean all = complete;
            Violation why = broken;
            if (use != READING || why == null && stream.brokenOff()) {
                throw new IOException("Stream is closed");
            }
            int count = take(to, offset, length);
            if (all && oldest != null && read == received) {
                giveBackOldest(); // the handler may run for a long time after it has read everything
            }
            if (count > 0) {
                report(count);
                return count;
            }
            if (why != null && read == received) {
                throw new BodyBroken(why);
            }
            if (all && read == received) {
                return -1;
            }
            if (!waits || length == 0) {
                return 0;
            }
            if (passed != null) {
                throw new BodyBroken(passed);
            }
            passed = await();
        }
    }

    private int take(byte[] to, int offset, int length) {
        long begin = read;
        int count = (int) Math.min(length, received - begin);
        for (int done = 0; done < count; ) {
            if (taken == oldest.bytes.length) {
                giveBackOldest();
            }
            int step = Math.min(count - done, oldest.bytes.length - taken);
            System.arraycopy(oldest.bytes, taken, to, offset + done, step);
            taken += step;
            done += step;
        }
        read = begin + count;
        return count;
    }

    private void giveBackOldest() {
        Http2Shared.Piece piece = oldest;
        oldest = piece.next;
        taken = 0;
        // A pooled piece must not refer to the next piece, which then could not be garbage-collected.
        piece.next = null;
        givenBack += piece.bytes.length;
        memory().giveBack(pieces(piece.bytes.length == Http2Shared.LARGE_PIECE), piece);
    }

    // ---- reading by the loop thread, on behalf of another protocol

    /**
     * Makes the loop thread the reading thread. Returns false if another thread is reading, or if the reading has
     * ended. A reader that waits without a thread learns that it can read no more. Thread-safe.
     */
    boolean tryHandOver() {
        boolean handedOver = USE.compareAndSet(this, FREE, READING);
        if (handedOver) {
            wakeReader();
        }
        return handedOver;
    }

    /** Whether a read would return content, or the end of the content. */
    boolean isReadable() {
        return received != read || complete;
    }

    /** Reads without waiting, as {@link dev.ringer.internal.protocol.Transport#read} specifies. */
    int readNow(byte[] to, int offset, int length) {
        int count = take(to, offset, length);
        if (count > 0) {
            report(count);
        }
        if (oldest != null && read == received) {
            // A tunnel may be silent for hours, so it must not retain a piece.
            giveBackOldest();
            newest = null;
        }
        return count == 0 && complete ? -1 : count;
    }

    /** Ends the reading by the loop thread. From now on, content that arrives is dropped. */
    void endHandOver() {
        use = ENDED;
    }

    // ---- reading by a reader that waits without a thread

    /** Reads without waiting, as {@link dev.ringer.internal.protocol.HttpStream#readNow} specifies. */
    int readArrived(byte[] to, int offset, int length) throws IOException {
        return read(to, offset, length, false);
    }

    /** Waits for content, as {@link dev.ringer.internal.protocol.HttpStream#awaitContent} specifies. */
    void awaitContent(Runnable ready) {
        stream.beforeWaiting();
        if (wait == null) {
            wait = new ContentWait(stream.transport(), this);
        }
        wait.offer(ready);
        Loop loop = stream.transport().loop();
        if (loop.isCurrent()) {
            beginWait();
        } else {
            loop.execute(this::beginWait);
            if (stream.transport().closed()) { // then the loop may have ended, and run no more tasks
                wait.end();
            }
        }
    }

    private void beginWait() {
        if (isDecided(FREE)) {
            stream.transport().loop().execute(wait::end); // later, because the reader may be calling
        } else {
            wait.begin();
        }
    }

    @Override
    public long arrived() {
        return received + stream.receivedInPart();
    }

    /**
     * Returns the judge of the client; null while no time limits apply. Once they apply again, the client begins anew.
     */
    @Override
    public ClientPace<Violation> pace() {
        if (!limited) {
            pace = null;
        } else if (pace == null) {
            pace = ClientPace.ofBody(shared.clock, shared.limits);
        }
        return pace;
    }

    // ---- flow control by the reading thread

    /**
     * Counts octets that were read. When they are half of the stream's window, reports them to the loop, which may hold
     * back a quarter of the window. So when everything was read, the client can always send at least a quarter. After
     * content that breaks a rule, the window stays closed.
     */
    private void report(int count) {
        unreported += count;
        if (unreported >= (shared.streamWindow + 1L) / 2 && !complete && broken == null) {
            stream.giveBackSoon(unreported);
            unreported = 0;
        }
    }

    /**
     * Waits until more content may be available. The reader has read everything, so the stream's flow-control window
     * lets the client send more. Returns the limit that has passed, although all content that has arrived can be read
     * now; null if content came in time.
     */
    private Violation await() throws IOException {
        stream.beforeWaiting();
        if (reader == null) {
            reader = new ParkedThread();
        }
        try {
            ClientPace<Violation> judge = pace();
            Violation passed = judge == null ? null : awaitInTime(judge);
            if (judge == null || passed != null && pace() == null) {
                isWoken(TimeLimit.OFF); // perhaps because another thread has begun the response meanwhile
                return null;
            }
            if (passed != null) {
                awaitLook();
            }
            return passed;
        } catch (InterruptedIOException e) {
            stream.abort();
            throw e;
        }
    }

    /** Waits for content within the time limits. Returns the rule that the client has broken; null if none. */
    private Violation awaitInTime(ClientPace<Violation> judge) throws IOException {
        Violation broken;
        do {
            judge.reached(arrived());
            broken = judge.awaitJudged();
        } while (broken == null && !isWoken(judge.nanosToCheck()));
        judge.rest();
        return broken;
    }

    /** Waits until the loop, which may have been busy, has read what has arrived. */
    private void awaitLook() throws IOException {
        AtomicBoolean looked = new AtomicBoolean();
        Loop loop = stream.transport().loop();
        loop.execute(() -> {
            stream.readArrived();
            looked.set(true);
            reader.wake();
        });
        reader.await(() -> looked.get() || isDecided(), TimeLimit.OFF, loop);
    }

    /** Waits for content at most this many nanoseconds. Returns false if they have passed. */
    private boolean isWoken(long nanos) throws IOException {
        return reader.await(this::isDecided, nanos, stream.transport().loop());
    }

    /**
     * Whether the reading thread can stop waiting: content, or the end of the content, has arrived, or no more content
     * will come.
     */
    private boolean isDecided() {
        return isDecided(READING);
    }

    private boolean isDecided(int useOfReader) {
        return received != read || complete || broken != null || use != useOfReader || stream.disconnected();
    }
}
