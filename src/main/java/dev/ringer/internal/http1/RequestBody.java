package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http1.codec.ChunkDecoder;
import dev.ringer.internal.http1.codec.ChunkLimits;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.RateWindow;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The body of one HTTP/1 request. Large reads go directly from the socket to the array of the reader.
 *
 * <p>One thread reads at a time. Another thread may end the exchange meanwhile, see {@link #end}. If the client breaks
 * a rule, this read and every further read throws {@link BodyBroken} with the same violation.
 */
final class RequestBody {
    // values of use
    private static final int FREE = 0;
    private static final int READING = 1;
    private static final int ENDED = 2;
    private static final int LEFT = 3; // ended while a thread was in the middle of reading
    private static final VarHandle USE;

    static {
        try {
            USE = MethodHandles.lookup().findVarHandle(RequestBody.class, "use", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // never change after construction
    private final Transport transport;
    private final ConnectionInput input;
    private final Pace pace;
    private final ChunkDecoder decoder; // null if the length of the body is known
    private final boolean raw; // whether this is not a body, but all bytes after an upgrade

    // owned by the reader
    private int dropped; // bytes that were read ahead, and that end() has dropped
    private long remaining; // bytes still to be read, if the length is known
    private long received; // bytes of content that were read
    private RateWindow rate; // null until a reader has to wait
    private long judged; // received bytes that rate has counted, including a TLS record's first part
    private BodyBroken fault; // null unless the client has broken a rule
    private boolean refused;

    // used by several threads
    private volatile int use = FREE;
    private volatile long completeSince; // see completeSince()

    private RequestBody(Transport transport, ConnectionInput input, Pace pace, ChunkDecoder decoder, long length) {
        this.transport = transport;
        this.input = input;
        this.pace = pace;
        this.decoder = decoder;
        this.raw = length == Long.MAX_VALUE;
        this.remaining = length;
    }

    /** Returns a body of a given length in bytes. */
    static RequestBody ofLength(Transport transport, ConnectionInput input, Pace pace, long length) {
        return new RequestBody(transport, input, pace, null, length);
    }

    /** Returns a chunked body. {@code memory} counts the memory of the trailers. */
    static RequestBody chunked(
            Transport transport, ConnectionInput input, Pace pace, ChunkLimits limits, ClientMemory memory) {
        return new RequestBody(transport, input, pace, new ChunkDecoder(limits, memory), 0);
    }

    /** Returns an object that reads all bytes after an upgrade, until the connection ends. */
    static RequestBody raw(Transport transport, ConnectionInput input, Pace pace) {
        return new RequestBody(transport, input, pace, null, Long.MAX_VALUE);
    }

    /** Sets the limits for the time in which a reader waits for the client. */
    interface Pace {
        /**
         * Called before a reader waits. Sends the output that the client may be waiting for.
         *
         * @return the longest time in which nothing may arrive, in nanoseconds
         * @throws IOException if the output cannot be sent
         */
        long beforeWaiting() throws IOException;

        /** Called once, for the first rule that the body breaks. */
        default void onFault(Violation violation) {}

        /** Called when all of the body has been read. From then on, nobody reads from the transport. */
        default void onComplete() {}

        /** Returns the minimum rate of the client while a reader waits, in bytes per second; 0 for none. */
        long minRate();

        /** Returns the present time, in terms of {@link System#nanoTime()}. */
        long now();
    }

    int read(byte[] to, int offset, int length) throws IOException {
        if (!USE.compareAndSet(this, FREE, READING)) {
            throw new IOException(use >= ENDED ? "Stream is closed" : "Stream is being read by another thread");
        }
        try {
            if (fault != null) {
                throw new BodyBroken(fault.violation());
            }
            return readSome(to, offset, length);
        } catch (BodyBroken broken) {
            note(broken);
            throw broken;
        } finally {
            if (!USE.compareAndSet(this, READING, FREE)) {
                input.releaseDetached(); // end() has given the input to this thread
                releaseMemory();
            }
        }
    }

    private void note(BodyBroken broken) {
        if (fault == null) {
            fault = broken;
            pace.onFault(broken.violation());
        }
    }

    private int readSome(byte[] to, int offset, int length) throws IOException {
        while (true) {
            skipFraming();
            if (complete()) {
                return -1;
            }
            int wanted = (int) Math.min(length, dataAhead());
            int count = wanted == 0 ? input.fill(null) : input.take(to, offset, wanted, dataAhead());
            if (count < 0 && raw) {
                remaining = 0;
            } else if (count < 0) {
                throw new BodyBroken(Violation.BODY_TRUNCATED);
            } else if (count == 0) {
                await();
            } else if (wanted > 0) {
                taken(count);
                return count;
            }
        }
    }

    /** Waits until there may be more to read. */
    private void await() throws IOException {
        long left = pace.beforeWaiting();
        if (rate == null && pace.minRate() > 0) {
            rate = new RateWindow(pace.minRate());
        }
        if (rate == null) {
            checkArrival(transport.awaitReadable(left));
        } else {
            awaitJudging(left);
        }
    }

    /**
     * Waits for bytes, and checks the rate of the client. The rate counts only the time in this method. So a slow
     * reader or a busy server does not lower the client's rate.
     */
    private void awaitJudging(long stallNanos) throws IOException {
        // max: if the first part of a TLS record was counted, that part may be longer than the record's content
        long come = Math.max(judged, received + transport.receivedInPart());
        rate.count(come - judged);
        judged = come;
        long left = stallNanos;
        for (boolean came = false; !came; ) {
            if (rate.tooSlow()) {
                throw new BodyBroken(Violation.BODY_TOO_SLOW);
            }
            long begin = pace.now();
            came = transport.awaitReadable(Math.min(left, rate.nanosLeft()));
            long waited = pace.now() - begin;
            rate.waited(waited);
            left -= waited;
            checkArrival(came || left > 0);
        }
    }

    private static void checkArrival(boolean inTime) throws BodyBroken {
        if (!inTime) {
            throw new BodyBroken(Violation.BODY_STALLED);
        }
    }

    /** Skips the chunk framing that comes next in the input. Returns how many bytes were skipped. */
    private int skipFraming() throws BodyBroken {
        if (decoder == null || input.size() == 0) {
            return 0;
        }
        int begin = input.position();
        int end = decoder.advance(input.bytes(), begin, input.end());
        input.position(end);
        if (decoder.atEnd()) {
            onRead();
        }
        return end - begin;
    }

    private long dataAhead() {
        return decoder == null ? remaining : decoder.dataAhead();
    }

    private void taken(int count) {
        received += count;
        if (decoder == null) {
            remaining -= count;
            if (remaining == 0) {
                onRead();
            }
        } else {
            decoder.taken(count);
        }
    }

    private void onRead() {
        noteComplete();
        pace.onComplete();
    }

    /** Whether all of the body has been read. */
    boolean complete() {
        return decoder == null ? remaining == 0 : decoder.atEnd();
    }

    /** Notes that all of the body has arrived. Later calls have no effect. */
    void noteComplete() {
        if (completeSince == 0) {
            completeSince = System.nanoTime();
        }
    }

    /**
     * Returns the time at which the body was complete, in terms of {@link System#nanoTime()}; 0 before that. Any
     * thread.
     */
    long completeSince() {
        return completeSince;
    }

    /** Returns the fields of the trailer section. Returns no fields before the whole body has been read. */
    FieldLines trailers() {
        return decoder == null || completeSince == 0 ? FieldLines.NONE : decoder.trailers();
    }

    /** Releases the memory of the trailers. Called by the last thread that uses the body. */
    void releaseMemory() {
        if (decoder != null) {
            decoder.releaseMemory();
        }
    }

    /** Whether any bytes of the body have arrived. */
    boolean begun() {
        return received > 0 || input.size() > 0;
    }

    /** Whether the whole body is known to be in the connection's buffer; false for a chunked body. */
    boolean buffered() {
        return decoder == null && input.size() >= remaining;
    }

    /** Returns how many bytes of the body have not arrived yet. Only for a body whose length is known. */
    long missing() {
        return remaining - input.size();
    }

    /** Returns how many bytes can be read without waiting. There may be more. */
    int available() {
        if (use != FREE) {
            return 0;
        }
        int fetched = input.fetchedAhead();
        return fetched > 0 ? fetched : (int) Math.min(input.size(), dataAhead());
    }

    /**
     * Whether the server may drop the rest of the body: the body has broken no rule, and its rest is not known to be
     * too long.
     */
    boolean drainable(long drainAmount) {
        return fault == null && !refused && (decoder != null || remaining < Math.max(1, drainAmount));
    }

    /**
     * Notes that the response asked the client not to send the body. It is unknown whether the client sends the body,
     * so no further request can be read.
     */
    void refuse() {
        refused = true;
    }

    /**
     * Ends the reading of this body.
     *
     * @return false if a thread is in the middle of reading; that thread gets the input, so the connection can serve no
     *     further request
     */
    boolean end() {
        while (true) {
            int seen = use;
            if (seen >= ENDED) {
                return seen == ENDED;
            }
            if (seen == READING) {
                if (USE.compareAndSet(this, READING, LEFT)) {
                    input.detach();
                    return false;
                }
            } else if (USE.compareAndSet(this, FREE, READING)) { // from now on no other thread uses the input
                dropped = input.fetchedAhead(); // discard() counts these bytes
                input.releaseAhead();
                if (USE.compareAndSet(this, READING, ENDED)) {
                    return true;
                }
                input.releaseDetached();
                return false;
            }
        }
    }

    /**
     * Drops the bytes of the body that have arrived, without waiting for more. Called by the loop, after {@link #end}.
     *
     * @param scratch a buffer for the dropped bytes
     * @param amount the most bytes to drop @return the number of dropped bytes, including framing; −1 if the server
     *     cannot drop the whole rest of the body
     */
    long discard(byte[] scratch, long amount) {
        long gone = dropped;
        if (decoder != null) {
            decoder.dropTrailers(); // the exchange is over: nobody asks for the trailers
        }
        if (dropped > 0) {
            taken(dropped);
            dropped = 0;
        }
        try {
            while (gone <= amount) {
                gone += skipFraming();
                if (complete()) {
                    return gone;
                }
                int wanted = (int) Math.min(scratch.length, dataAhead());
                int count = wanted == 0 ? input.fill(null) : input.drop(scratch, wanted);
                if (count < 0) {
                    return -1;
                }
                if (count == 0) {
                    return gone;
                }
                if (wanted > 0) {
                    taken(count);
                    gone += count;
                }
            }
            return -1;
        } catch (BodyBroken broken) {
            note(broken);
            return -1;
            // The exchange is over: the application makes no call that could throw this exception.
        } catch (IOException ignored) {
            return -1;
        }
    }
}
