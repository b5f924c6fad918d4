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
 * The body of one request. Where possible, its bytes go directly from the socket to the array of the reader.
 *
 * <p>One thread reads at a time. Another thread may end the exchange meanwhile; {@link #end} returns whether the body
 * is free to be drained. A fault is kept and thrown again on every further read.
 */
final class RequestBody {
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
    private final boolean raw; // whether it is no body, but everything that follows an upgrade

    // owned by the reader
    private int dropped; // bytes fetched ahead that were dropped when reading ended
    private long remaining; // bytes left of a body of given length
    private long received;
    private RateWindow rate; // null until a reader waited for the body
    private long judged; // received bytes that rate has counted, including a part of a record
    private BodyBroken fault;
    private boolean refused;

    // shared
    private volatile int use = FREE;
    private volatile long completeSince;

    private RequestBody(Transport transport, ConnectionInput input, Pace pace, ChunkDecoder decoder, long length) {
        this.transport = transport;
        this.input = input;
        this.pace = pace;
        this.decoder = decoder;
        this.raw = length == Long.MAX_VALUE;
        this.remaining = length;
    }

    /** Returns a body of a given length. */
    static RequestBody ofLength(Transport transport, ConnectionInput input, Pace pace, long length) {
        return new RequestBody(transport, input, pace, null, length);
    }

    /** Returns a body in chunks. The memory of its trailers is counted in {@code memory}. */
    static RequestBody chunked(
            Transport transport, ConnectionInput input, Pace pace, ChunkLimits limits, ClientMemory memory) {
        return new RequestBody(transport, input, pace, new ChunkDecoder(limits, memory), 0);
    }

    /** Returns everything that comes until the connection ends, as after an upgrade. */
    static RequestBody raw(Transport transport, ConnectionInput input, Pace pace) {
        return new RequestBody(transport, input, pace, null, Long.MAX_VALUE);
    }

    /** Called when a body does not arrive as fast as it is read. Sets the limits for the wait. */
    interface Pace {
        /**
         * Called before a reader waits.
         *
         * @return the longest time in which nothing may arrive, in nanoseconds
         * @throws IOException if output that had to be sent first could not be sent
         */
        long beforeWaiting() throws IOException;

        /** Called once, when the body is found at fault. */
        default void onFault(Violation violation) {}

        /** Returns the minimum rate while a reader waits for the body, in bytes per second; 0 for none. */
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
                input.releaseDetached(); // the exchange has ended meanwhile, and left the input to this thread
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
     * Waits, and judges the client. Only the time that passes here counts against the client: a reader that comes late,
     * or a busy server, is not its fault.
     */
    private void awaitJudging(long stallNanos) throws IOException {
        // max, since a record may be longer than its content
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

    /** {@return how many bytes of framing were skipped} */
    private int skipFraming() throws BodyBroken {
        if (decoder == null || input.size() == 0) {
            return 0;
        }
        int begin = input.position();
        int end = decoder.advance(input.bytes(), begin, input.end());
        input.position(end);
        if (decoder.atEnd()) {
            completeSince = System.nanoTime();
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
                completeSince = System.nanoTime();
            }
        } else {
            decoder.taken(count);
        }
    }

    /** Whether all of the body has been read. */
    boolean complete() {
        return decoder == null ? remaining == 0 : decoder.atEnd();
    }

    /**
     * Returns when the last byte of the body was read, in terms of {@link System#nanoTime()}; 0 before that. Any
     * thread.
     */
    long completeSince() {
        return completeSince;
    }

    /** Returns the trailer section; no lines before the whole body has been read. */
    FieldLines trailers() {
        return decoder == null || completeSince == 0 ? FieldLines.NONE : decoder.trailers();
    }

    /**
     * Releases the memory of what is kept. Called by a thread that has ended reading, unless another thread is in the
     * middle of it.
     */
    void releaseMemory() {
        if (decoder != null) {
            decoder.releaseMemory();
        }
    }

    /** Whether any bytes of the body have been received, or can be read. */
    boolean begun() {
        return received > 0 || input.size() > 0;
    }

    /** Whether all of the body lies in the connection's buffer. */
    boolean buffered() {
        return decoder == null && input.size() >= remaining;
    }

    /** Returns how many bytes can be read without waiting. */
    int available() {
        if (use != FREE) {
            return 0;
        }
        int fetched = input.fetchedAhead();
        return fetched > 0 ? fetched : (int) Math.min(input.size(), dataAhead());
    }

    /** Whether the rest of the body may be drained: it is sound and, as far as is known, not too long. */
    boolean drainable(long drainAmount) {
        return fault == null && !refused && (decoder != null || remaining < Math.max(1, drainAmount));
    }

    /**
     * Notes that the client was told not to send the body. Whether the client sends it is unknown, so nothing after it
     * can be read.
     */
    void refuse() {
        refused = true;
    }

    /**
     * Ends reading.
     *
     * @return false if a thread is in the middle of reading; the input is left to that thread, so that the connection
     *     cannot be used any more
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
            } else if (USE.compareAndSet(this, FREE, READING)) { // as a reader would, to be the only user of the input
                dropped = input.fetchedAhead(); // these bytes still count as drained
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
     * Drops the bytes that have arrived. Never waits. For the loop, after {@link #end}.
     *
     * @param scratch a buffer for the dropped bytes
     * @param amount the most bytes to drop
     * @return the number of bytes dropped; −1 if the body cannot be drained to its end
     */
    long discard(byte[] scratch, long amount) {
        long gone = dropped; // framing counts as well
        if (decoder != null) {
            decoder.dropTrailers(); // nobody will ask for them any more
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
        } catch (IOException ignored) { // the exchange is over: no call of the application is there to throw to
            return -1;
        }
    }
}
