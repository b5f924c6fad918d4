package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http1.codec.ChunkDecoder;
import dev.ringer.internal.http1.codec.ChunkLimits;
import dev.ringer.internal.http1.codec.FramingRules;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.BodyBroken;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.protocol.Violation;
import dev.ringer.internal.time.RateWindow;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The body of one request: from the socket to the array of the reader, without a stop between where it can be.
 *
 * <p>One thread reads at a time. The exchange may be ended by another thread meanwhile; {@link #end} tells it whether the
 * body is free to be drained. A fault is kept and thrown again on every further read.
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
    private final ChunkDecoder decoder; // null for a body whose length was given
    private final boolean raw; // whether it is no body at all, but what follows an upgrade

    // the reader's
    private int dropped; // of what was fetched, when reading ended
    private long remaining; // of a body whose length was given
    private long received;
    private RateWindow rate; // null until the body was waited for
    private long judged; // of what was received, as a part of a record or decrypted
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

    /** The body of a request on a connection: of a given length, or {@link FramingRules#CHUNKED}. */
    static RequestBody of(Http1Connection connection, Pace pace, long length) {
        Transport transport = connection.transport();
        Http1Shared shared = connection.shared();
        return length == FramingRules.CHUNKED
                ? chunked(transport, connection.input(), pace, shared.chunkLimits, transport.memory())
                : ofLength(transport, connection.input(), pace, length);
    }

    /** A body of a given length. */
    static RequestBody ofLength(Transport transport, ConnectionInput input, Pace pace, long length) {
        return new RequestBody(transport, input, pace, null, length);
    }

    /** A body in chunks, whose trailers are counted there. */
    static RequestBody chunked(
            Transport transport, ConnectionInput input, Pace pace, ChunkLimits limits, ClientMemory memory) {
        return new RequestBody(transport, input, pace, new ChunkDecoder(limits, memory), 0);
    }

    /** Everything that comes until the connection ends, as after an upgrade. */
    static RequestBody raw(Transport transport, ConnectionInput input, Pace pace) {
        return new RequestBody(transport, input, pace, null, Long.MAX_VALUE);
    }

    /** What happens when a body does not come as fast as it is read. */
    interface Pace {
        /**
         * Called before waiting.
         *
         * @return how long nothing may come, in nanoseconds
         * @throws IOException if what had to be sent first could not be sent
         */
        long beforeWaiting() throws IOException;

        /** Called once, when the body is found at fault. */
        default void onFault(Violation violation) {}

        /** The least rate while it is waited for, in bytes per second; 0 for none. */
        long minRate();

        /** The present, in {@link System#nanoTime()}'s terms. */
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

    /** Only the time that passes here is the client's: a reader that comes late, or a server that is busy, is not its fault. */
    private void awaitJudging(long stallNanos) throws IOException {
        long come =
                Math.max(judged, received + transport.receivedInPart()); // a record may be longer than what it carries
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

    /** {@return how many bytes that was} */
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

    /** When the last of the body was read, in {@link System#nanoTime()}'s terms; 0 before. Any thread. */
    long completeSince() {
        return completeSince;
    }

    /** The trailer section; no lines before all of the body has been read. */
    FieldLines trailers() {
        return decoder == null || completeSince == 0 ? FieldLines.NONE : decoder.trailers();
    }

    /** What is kept is no longer counted. For a thread that has ended reading, unless another is in the middle of it. */
    void releaseMemory() {
        if (decoder != null) {
            decoder.releaseMemory();
        }
    }

    /** Whether any of the body has been received or is there to be read. */
    boolean begun() {
        return received > 0 || input.size() > 0;
    }

    /** Whether all of the body lies in the connection's buffer. */
    boolean buffered() {
        return decoder == null && input.size() >= remaining;
    }

    /** How much can be read without waiting. */
    int available() {
        if (use != FREE) {
            return 0;
        }
        int fetched = input.fetchedAhead();
        return fetched > 0 ? fetched : (int) Math.min(input.size(), dataAhead());
    }

    /** Whether what is left may be drained: sound, and as far as one can tell not too much. */
    boolean drainable(long drainAmount) {
        return fault == null && !refused && (decoder != null || remaining < Math.max(1, drainAmount));
    }

    /** Notes that the client was told not to send the body: whether it does is unknown, so nothing after it can be read. */
    void refuse() {
        refused = true;
    }

    /**
     * Ends reading.
     *
     * @return false if a thread is in the middle of it, to which the input is left, so that the connection is good for
     *     nothing more
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
            } else if (USE.compareAndSet(this, FREE, READING)) { // as a reader would, to be alone with the input
                dropped = input.fetchedAhead(); // it still counts as something to drain
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
     * Drops what has arrived, without waiting. For the loop, after {@link #end}.
     *
     * @param scratch where to put it
     * @param amount the most bytes to drop
     * @return the number of bytes dropped, −1 if the body cannot be drained to its end
     */
    long discard(byte[] scratch, long amount) {
        long gone = dropped; // framing counts as well
        if (decoder != null) {
            decoder.dropTrailers(); // nobody is left to ask for them
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
        } catch (IOException ignored) { // the exchange is over, and nothing of the application's to be told
            return -1;
        }
    }
}
