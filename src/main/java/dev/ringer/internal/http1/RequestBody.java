package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.BodyBroken;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.protocol.Violation;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The body of one request: from the socket to the array of whoever reads, without a stop between where it can be.
 *
 * <p>One thread reads at a time. The exchange may be ended by another thread meanwhile; {@link #end} tells it whether the
 * body is free to be drained. A fault is kept and thrown again on every further read.
 */
final class RequestBody {
    /** Below this, bytes are fetched through the connection's buffer: a system call for each would be dear. */
    private static final int LEAST_DIRECT_READ = 2048;

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

    // owned by whoever reads
    private long remaining; // of a body whose length was given
    private long received;
    private BodyBroken fault;
    private long completeSince;
    private boolean refused;

    // shared
    private volatile int use = FREE;

    RequestBody(Transport transport, ConnectionInput input, Pace pace, long length, ChunkLimits limits) {
        this.transport = transport;
        this.input = input;
        this.pace = pace;
        this.remaining = length;
        this.decoder = length == FramingRules.CHUNKED ? new ChunkDecoder(limits) : null;
        this.raw = false;
    }

    private RequestBody(Transport transport, ConnectionInput input, Pace pace) {
        this.transport = transport;
        this.input = input;
        this.pace = pace;
        this.remaining = Long.MAX_VALUE;
        this.decoder = null;
        this.raw = true;
    }

    /** Everything that comes until the connection ends, as after an upgrade. */
    static RequestBody raw(Transport transport, ConnectionInput input, Pace pace) {
        return new RequestBody(transport, input, pace);
    }

    /** What happens when a body does not come as fast as it is read. */
    interface Pace {
        /**
         * Called before waiting.
         *
         * @param received bytes of the body so far
         * @return how long to wait, in nanoseconds
         * @throws BodyBroken if the body has been too slow
         * @throws IOException if what had to be sent first could not be sent
         */
        long beforeWaiting(long received) throws IOException;
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
            fault = broken;
            throw broken;
        } finally {
            USE.compareAndSet(this, READING, FREE);
        }
    }

    private int readSome(byte[] to, int offset, int length) throws IOException {
        while (true) {
            skipFraming();
            if (complete()) {
                return -1;
            }
            int wanted = (int) Math.min(length, dataAhead());
            int count = wanted == 0 ? input.fill(null) : take(to, offset, wanted);
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

    private int take(byte[] to, int offset, int length) throws IOException {
        if (input.size() == 0) {
            if (length >= LEAST_DIRECT_READ) {
                return transport.read(to, offset, length);
            }
            int count = input.fill(null);
            if (count <= 0) {
                return count;
            }
        }
        int count = Math.min(length, input.size());
        System.arraycopy(input.bytes(), input.position(), to, offset, count);
        input.position(input.position() + count);
        return count;
    }

    private void await() throws IOException {
        if (!transport.awaitReadable(pace.beforeWaiting(received))) {
            throw new BodyBroken(Violation.BODY_STALLED);
        }
    }

    private void skipFraming() throws BodyBroken {
        if (decoder != null && input.size() > 0) {
            input.position(decoder.advance(input.bytes(), input.position(), input.end()));
            if (decoder.atEnd()) {
                completeSince = System.nanoTime();
            }
        }
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

    /** When the last of the body was read, in {@link System#nanoTime()}'s terms. */
    long completeSince() {
        return completeSince;
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
        return use == FREE ? (int) Math.min(input.size(), dataAhead()) : 0;
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
     * @return false if a thread is in the middle of it, so that the connection is good for nothing more
     */
    boolean end() {
        while (true) {
            int seen = use;
            if (seen >= ENDED) {
                return seen == ENDED;
            }
            if (USE.compareAndSet(this, seen, seen == READING ? LEFT : ENDED)) {
                return seen != READING;
            }
        }
    }

    /**
     * Drops what has arrived, without waiting. For the loop, after {@link #end}.
     *
     * @param scratch where to put what nobody wants
     * @param amount the most bytes to drop
     * @return the number of bytes dropped, −1 if the body cannot be drained to its end
     */
    long discard(byte[] scratch, long amount) {
        long raw = 0; // framing counts as well
        try {
            while (raw <= amount) {
                skipFraming();
                if (complete()) {
                    return raw;
                }
                int wanted = (int) Math.min(scratch.length, dataAhead());
                int count = wanted == 0 ? input.fill(null) : take(scratch, 0, wanted);
                if (count < 0) {
                    return -1;
                }
                if (count == 0) {
                    return raw;
                }
                raw += count;
                if (wanted > 0) {
                    taken(count);
                }
            }
            return -1;
        } catch (IOException ignored) { // the exchange is over: nobody is left to be told
            return -1;
        }
    }
}
