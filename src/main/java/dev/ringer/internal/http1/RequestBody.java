package dev.ringer.internal.http1;

import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http1.codec.ChunkDecoder;
import dev.ringer.internal.http1.codec.ChunkLimits;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.ContentWait;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.threads.AtomicField;
import dev.ringer.internal.time.LimitClock;
import dev.ringer.internal.time.TimeLimit;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The body of one HTTP/1 request. Large reads go directly from the socket to the array of the reader.
 *
 * <p>Only one thread reads at a time: it waits for the client, or lets a {@link ContentWait} do so. Another thread may
 * end the exchange during a read, see {@link #end}. If the body breaks a rule, that read and every further read throws
 * {@link BodyBroken} with the same violation.
 */
final class RequestBody implements ContentWait.Content {
    // values of the field `use`
    private static final int FREE = 0;
    private static final int READING = 1;
    private static final int ENDED = 2;
    private static final int LEFT = 3; // the exchange ended while a thread was reading
    private static final VarHandle USE = AtomicField.of(MethodHandles.lookup(), "use", int.class);

    /** The room for framing, in bytes, beside content that is gathered. */
    static final int SPARE_FRAMING = 512;

    private final Transport transport;
    private final ConnectionInput input;
    private final Http1Stream stream;
    private final ChunkDecoder decoder; // decodes a chunked body; null if the length of the body is known
    private final boolean raw; // whether this object reads all bytes after an upgrade, instead of a body

    // only the thread that reads uses these fields
    private int gathered; // bytes of content that gather() has freed from the framing, at the begin of the input
    private int droppedAhead; // number of bytes that were read ahead and that end() has dropped
    private long discarded; // number of bytes that discard() has dropped, including framing
    private long remaining; // number of bytes still to be read, if the length of the body is known
    private long received; // bytes of content that were read
    private ClientPace<Violation> pace; // judges the client; null until the server waits for it within time limits
    private BodyBroken fault; // the first violation of the body; null if there is none
    private boolean refused;

    // several threads use these fields
    private volatile int use = FREE;
    private volatile boolean limited = true; // whether time limits apply to a reader that waits for the client
    private volatile long completeSince; // time of LimitClock at which the body was complete; 0 before
    private volatile ContentWait wait; // null until a reader waits without a thread

    private RequestBody(
            Transport transport, ConnectionInput input, Http1Stream stream, ChunkDecoder decoder, long length) {
        this.transport = transport;
        this.input = input;
        this.stream = stream;
        this.decoder = decoder;
        this.raw = length == Long.MAX_VALUE;
        this.remaining = length;
    }

    /** Returns a body whose length in bytes is known. */
    static RequestBody ofLength(Transport transport, ConnectionInput input, Http1Stream stream, long length) {
        return new RequestBody(transport, input, stream, null, length);
    }

    static RequestBody chunked(Transport transport, ConnectionInput input, Http1Stream stream, ChunkLimits limits) {
        return new RequestBody(transport, input, stream, new ChunkDecoder(limits, transport.memory()), 0);
    }

    /** Returns an object that reads all bytes that follow an upgrade, until the connection ends. */
    static RequestBody raw(Transport transport, ConnectionInput input, Http1Stream stream) {
        return new RequestBody(transport, input, stream, null, Long.MAX_VALUE);
    }

    /** The result of an attempt to drop the rest of the body. */
    enum Progress {
        MORE_TO_COME,
        DONE,
        IMPOSSIBLE
    }

    int read(byte[] to, int offset, int length) throws IOException {
        return read(to, offset, length, true);
    }

    /** Reads without waiting, as {@link dev.ringer.internal.protocol.HttpStream#readNow} specifies. */
    int readNow(byte[] to, int offset, int length) throws IOException {
        return read(to, offset, length, false);
    }

    private int read(byte[] to, int offset, int length, boolean waits) throws IOException {
        if (!USE.compareAndSet(this, FREE, READING)) {
            throw new IOException(use >= ENDED ? "Stream is closed" : "Another thread is reading the request body");
        }
        try {
            if (fault != null && gathered == 0) {
                throw new BodyBroken(fault.violation());
            }
            return readSome(to, offset, length, waits);
        } catch (BodyBroken broken) {
            note(broken);
            throw broken;
        } finally {
            if (!USE.compareAndSet(this, READING, FREE)) {
                input.releaseDetached(); // end() was called during this read, and gave the input to this thread
                releaseMemory();
            }
        }
    }

    private void note(BodyBroken broken) {
        if (fault == null) {
            fault = broken;
            stream.onBodyFault(broken.violation());
        }
    }

    private int readSome(byte[] to, int offset, int length, boolean waits) throws IOException {
        Violation passed = null;
        while (true) {
            skipFraming();
            if (complete()) {
                return -1;
            }
            if (length == 0) {
                return 0;
            }
            int wanted = (int) Math.min(length, dataAhead());
            int count = wanted == 0 ? input.fill(null) : input.take(to, offset, wanted, dataAhead());
            if (count < 0 && raw) {
                remaining = 0;
            } else if (count < 0) {
                throw new BodyBroken(Violation.BODY_TRUNCATED);
            } else if (count == 0 && passed != null) {
                throw new BodyBroken(passed);
            } else if (count == 0 && waits) {
                passed = await(); // then read once more, because the loop that reports bytes may be busy
            } else if (count == 0) {
                return 0;
            } else if (wanted > 0) {
                taken(count);
                return count;
            } else {
                passed = null;
            }
        }
    }

    /**
     * Waits until more bytes may be available. Returns the rule that the client has broken; null if bytes came in time.
     */
    private Violation await() throws IOException {
        stream.beforeWaiting();
        ClientPace<Violation> judge = pace();
        Violation broken = judge == null ? null : awaitInTime(judge);
        if (judge != null && (broken == null || pace() != null)) {
            return broken;
        }
        transport.awaitReadable(TimeLimit.OFF); // perhaps because another thread has begun the response meanwhile
        return null;
    }

    /** Sets whether the time limits apply, as {@link dev.ringer.internal.protocol.HttpStream#limitBodyTime} specifies. */
    void limitTime(boolean on) {
        limited = on;
        ContentWait made = wait;
        if (on && made != null) {
            made.limitSoon();
        }
    }

    /** Waits for bytes within the time limits. Returns the rule that the client has broken; null if bytes came in time. */
    private Violation awaitInTime(ClientPace<Violation> judge) throws IOException {
        Violation broken;
        do {
            judge.reached(arrived());
            broken = judge.awaitJudged();
        } while (broken == null && !transport.awaitReadable(judge.nanosToCheck()));
        judge.rest();
        return broken;
    }

    /**
     * Returns the judge of the client; null while no time limits apply. Once they apply again, the client begins anew.
     */
    @Override
    public ClientPace<Violation> pace() {
        if (!limited || raw) {
            pace = null;
        } else if (pace == null) {
            pace = stream.newPace();
        }
        return pace;
    }

    // ---- waiting without a thread

    /** Returns the object that waits for content in place of the reader. */
    ContentWait contentWait() {
        if (wait == null) {
            wait = new ContentWait(transport, this);
        }
        return wait;
    }

    /** Ends the wait of a reader that waits without a thread. Returns false if there is none. Any thread may call this. */
    boolean endWait() {
        ContentWait made = wait;
        return made != null && made.end();
    }

    /** Whether a reader waits without a thread. Any thread may call this. */
    boolean isAwaited() {
        ContentWait made = wait;
        return made != null && made.waits();
    }

    /** Whether a read may return something, or throws, although the selector does not report the socket as readable. */
    boolean isReadable() {
        return use >= ENDED || complete() || input.size() > 0 || input.fetchedAhead() > 0 || transport.holdsInput();
    }

    @Override
    public long arrived() {
        return received + gathered() + transport.receivedInPart();
    }

    @Override
    public void breakOff(Violation rule) {
        note(new BodyBroken(rule));
    }

    /** Skips the chunk framing that comes next in the input. Returns the number of bytes skipped. */
    private int skipFraming() throws BodyBroken {
        if (decoder == null || gathered > 0 || input.size() == 0) {
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
        if (decoder == null) {
            return remaining;
        }
        return gathered > 0 ? gathered : decoder.dataAhead();
    }

    private void taken(int count) {
        received += count;
        if (decoder == null) {
            remaining -= count;
            if (remaining == 0) {
                onRead();
            }
        } else if (gathered > 0) {
            gathered -= count;
            if (complete()) {
                onRead();
            }
        } else {
            decoder.taken(count);
        }
    }

    private void onRead() {
        noteComplete();
        stream.onBodyRead();
    }

    /** Whether the whole body has been read. */
    boolean complete() {
        return decoder == null ? remaining == 0 : decoder.atEnd() && gathered == 0;
    }

    /** Records the time at which the whole body has arrived. Only the first call has an effect. */
    void noteComplete() {
        if (completeSince == 0) {
            completeSince = LimitClock.nanos();
        }
    }

    /**
     * Returns the time of {@link LimitClock} at which the whole body had arrived; 0 before that. Any thread may
     * call this.
     */
    long completeSince() {
        return completeSince;
    }

    /** Returns the fields of the trailer section; none before the whole body has been read. */
    FieldLines trailers() {
        return decoder == null || completeSince == 0 || gathered > 0 ? FieldLines.NONE : decoder.trailers();
    }

    /** Releases the memory of the trailer fields. Called by the last thread that uses the body. */
    void releaseMemory() {
        if (decoder != null) {
            decoder.releaseMemory();
        }
    }

    /** Whether the client has begun to send the body. */
    boolean begun() {
        return received > 0 || input.size() > 0;
    }

    /** Whether the whole rest of the body is in the connection's buffer; of a chunked body, without its framing. */
    boolean buffered() {
        return decoder == null ? input.size() >= remaining : decoder.atEnd();
    }

    /**
     * Removes the framing from the part of a chunked body that is in the connection's buffer. Does nothing if the
     * length of the body is known. The loop calls this before the handler reads.
     */
    void gather() {
        if (decoder == null || input.size() == 0) {
            return;
        }
        byte[] bytes = input.bytes();
        int end = input.end();
        int begin = input.position();
        int to = begin + gathered;
        int from = to;
        try {
            while (from < end && !decoder.atEnd()) {
                from = decoder.advance(bytes, from, end);
                if (to == begin) { // the content of the first chunk stays where it is
                    begin = from;
                    to = from;
                }
                int count = (int) Math.min(end - from, decoder.dataAhead());
                if (count > 0) {
                    if (from > to) {
                        System.arraycopy(bytes, from, bytes, to, count);
                    }
                    decoder.taken(count);
                    from += count;
                    to += count;
                }
            }
        } catch (BodyBroken broken) {
            note(broken);
            from = end;
        }
        gathered = to - begin;
        input.cut(begin, to, from);
        if (complete()) {
            onRead(); // the body is empty
        }
    }

    /** Whether the body has broken a rule. */
    boolean broken() {
        return fault != null;
    }

    /** Returns how many bytes of content are in the connection's buffer, after {@link #gather}. */
    int gathered() {
        return decoder == null ? input.size() : gathered;
    }

    /**
     * Returns how many bytes may still come before the handler is called.
     *
     * @param most the most bytes that the server gathers of a body whose length is unknown
     */
    long missing(int most) {
        return decoder == null ? remaining - input.size() : most - gathered + SPARE_FRAMING;
    }

    /** Whether a chunk has arrived in part. */
    boolean withinChunk() {
        return decoder != null && decoder.withinChunk() || transport.receivedInPart() > 0;
    }

    /** Returns a lower bound of the number of bytes that can be read without waiting. */
    int available() {
        if (use != FREE) {
            return 0;
        }
        int fetched = input.fetchedAhead();
        return fetched > 0 ? fetched : (int) Math.min(input.size(), dataAhead());
    }

    /**
     * Whether the server may drop the rest of the body to keep the connection. False if the body has broken a rule, if
     * the server has refused the body, or if the rest is known to be too long.
     */
    boolean drainable(long drainAmount) {
        return fault == null && !refused && (decoder != null || remaining < Math.max(1, drainAmount));
    }

    /**
     * Records that the response asked the client not to send the body. The client may send it anyway, so the connection
     * can serve no further request.
     */
    void refuse() {
        refused = true;
    }

    /**
     * Ends the reading of this body.
     *
     * @return false if a thread is reading at this moment. Then that thread drops the connection's input after its
     *     read, and the connection can serve no further request
     */
    boolean end() {
        boolean free = endReading();
        endWait(); // the reader learns that the exchange has ended
        return free;
    }

    private boolean endReading() {
        while (true) {
            int seen = use;
            if (seen == LEFT) {
                input.detach(); // the thread that has set LEFT may not have come to this yet
                return false;
            }
            if (seen == ENDED) {
                return true;
            }
            if (seen == READING) {
                if (USE.compareAndSet(this, READING, LEFT)) {
                    input.detach();
                    return false;
                }
            } else if (USE.compareAndSet(this, FREE, READING)) { // from now on no other thread reads
                droppedAhead = input.fetchedAhead(); // discard() counts these bytes
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
     * Drops the bytes of the body that have arrived, without waiting for more. The loop calls this after {@link #end},
     * until the whole rest is dropped and the connection can serve its next request.
     *
     * @param scratch a buffer for the dropped bytes
     * @param amount the most bytes that all calls together may drop, including framing
     */
    Progress discard(byte[] scratch, long amount) {
        if (decoder != null) {
            decoder.dropTrailers(); // the exchange has ended, so nobody asks for the trailers
        }
        if (droppedAhead > 0) {
            taken(droppedAhead);
            discarded = droppedAhead;
            droppedAhead = 0;
        }
        try {
            while (discarded <= amount) {
                discarded += skipFraming();
                if (complete()) {
                    return Progress.DONE;
                }
                int wanted = (int) Math.min(scratch.length, dataAhead());
                int count = wanted == 0 ? input.fill(null) : input.drop(scratch, wanted);
                if (count < 0) {
                    return Progress.IMPOSSIBLE;
                }
                if (count == 0) {
                    return Progress.MORE_TO_COME;
                }
                if (wanted > 0) {
                    taken(count);
                    discarded += count;
                }
            }
        } catch (BodyBroken broken) {
            note(broken);
        } catch (IOException ignored) {
            // the exchange has ended, so no call of the application can report this exception
        }
        return Progress.IMPOSSIBLE;
    }
}
