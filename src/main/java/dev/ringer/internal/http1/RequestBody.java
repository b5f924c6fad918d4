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
 * The body of one request. Large reads go directly from the socket to the array of the reader.
 *
 * <p>One thread reads at a time. Another thread may end the exchange meanwhile, see {@link #end}. After a fault of the
 * client, every further read throws the same fault.
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

    // fixed
    private final Transport transport;
    private final ConnectionInput input;
    private final Pace pace;
    private final ChunkDecoder decoder; // null for a body of given length
    private final boolean raw; // whether this is no body, but everything after an upgrade

    // owned by the reader
    private int dropped; // bytes that end() has dropped, although they were fetched ahead
    private long remaining; // bytes left of a body of given length
    private long received; // bytes of content that were read
    private RateWindow rate; // null until a reader had to wait
    private long judged; // received bytes that rate has counted, including a part of a TLS record
    private BodyBroken fault; // null unless the client is at fault
    private boolean refused;

    // shared
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

    /** Returns a chunked body. {@code memory} counts its trailers. */
    static RequestBody chunked(
            Transport transport, ConnectionInput input, Pace pace, ChunkLimits limits, ClientMemory memory) {
        return new RequestBody(transport, input, pace, new ChunkDecoder(limits, memory), 0);
    }

    /** Returns all bytes until the connection ends, after an upgrade. */
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

        /** Called once, at the first fault of the body. */
        default void onFault(Violation violation) {}

        /** Called when all of the body has been read, so that nobody reads from the transport any more. */
        default void onComplete() {}

        /** Returns the minimum rate while a reader waits, in bytes per second; 0 for none. */
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
     * Waits, and checks the rate of the client. Only the time in this method counts against the client. A slow reader
     * or a busy server is not the client's fault.
     */
    private void awaitJudging(long stallNanos) throws IOException {
        // max: a TLS record that was counted as a part may be longer than its content
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

    /** Returns how many bytes of framing were skipped. */
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

    /** Notes that all of the body has arrived. Only the first call counts. */
    void noteComplete() {
        if (completeSince == 0) {
            completeSince = System.nanoTime();
        }
    }

    /** Returns when the body was complete, in terms of {@link System#nanoTime()}; 0 before that. Any thread. */
    long completeSince() {
        return completeSince;
    }

    /** Returns the trailer section; no fields before the whole body has been read. */
    FieldLines trailers() {
        return decoder == null || completeSince == 0 ? FieldLines.NONE : decoder.trailers();
    }

    /** Releases the memory of the trailers. Called by the thread that was the last to use the body. */
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

    /** Returns how many bytes have not arrived yet of a body whose length is known. */
    long missing() {
        return remaining - input.size();
    }

    /** Returns how many bytes can be read without waiting, at least. */
    int available() {
        if (use != FREE) {
            return 0;
        }
        int fetched = input.fetchedAhead();
        return fetched > 0 ? fetched : (int) Math.min(input.size(), dataAhead());
    }

    /** Whether the rest of the body may be drained: the body has no fault, and its rest is not known to be too long. */
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
     * Ends reading.
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
            } else if (USE.compareAndSet(this, FREE, READING)) { // now no other thread uses the input
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
     * Drops the bytes that have arrived, without waiting for more. For the loop, after {@link #end}.
     *
     * @param scratch a buffer for the dropped bytes
     * @param amount the most bytes to drop
     * @return the number of dropped bytes, including framing; −1 if the body cannot be drained to its end
     */
    long discard(byte[] scratch, long amount) {
        long gone = dropped;
        if (decoder != null) {
            decoder.dropTrailers(); // the exchange is over: nobody asks for them
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
        } catch (IOException ignored) { // the exchange is over: the application makes no call that could throw this
            return -1;
        }
    }
}
