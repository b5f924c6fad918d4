package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.protocol.BodyBroken;
import dev.ringer.internal.protocol.Violation;

/**
 * The framing of a chunked body (RFC 9112, 7.1), from bytes that arrive in pieces of any size. Resumable; it touches no
 * data, only what stands between: {@link #advance} goes on to the next data or the end, the caller takes the data itself
 * and says so by {@link #taken}.
 *
 * <pre>
 *  SIZE ─► (EXTENSION) ─► SIZE_LF ─► DATA ─► DATA_CR ─► DATA_LF ─► SIZE …
 *                           │ size 0
 *                           └─► LAST ─► (TRAILERS) ─► END
 *                                 └─► LAST_LF ─► END
 * </pre>
 *
 * <p>Line ends are CRLF and nothing else, sizes are hexadecimal digits and nothing else: every tolerance here has been a
 * way to smuggle requests. Trailer fields are kept apart, see {@link #trailers}. After a fault the decoder must not be used again.
 *
 * <p>Framing is bounded too. What it takes beyond a plain size line and twice the data of its chunk adds up to
 * {@value #MAX_EXCESS} bytes at the most, as in Go's net/http: leading zeros end there, chunks of one byte do not. All framing
 * together, extensions included, may exceed the limit of the body by as much: chunks of one byte end there.
 */
public final class ChunkDecoder {
    private enum State {
        SIZE,
        EXTENSION,
        SIZE_LF,
        DATA,
        DATA_CR,
        DATA_LF,
        LAST,
        LAST_LF,
        TRAILERS,
        END
    }

    private static final int MAX_EXCESS = 16 * 1024;

    /** What a chunk's framing may take in any case. */
    private static final int FREE_FRAMING = 16;

    private static final int LINE_ENDS = 4; // of the size line, and behind the data

    private final ChunkLimits limits;
    private ClientMemory memory; // null if trailers are not kept

    private State state = State.SIZE;
    private long remaining; // of the present chunk
    private long total; // of all chunks so far
    private int lineBytes;
    private int sizeBytes; // of that line, what stands before extensions
    private int extensionBytes;
    private long framing; // of all chunks so far, in bytes
    private long excess; // of framing over what the data makes plausible
    private TrailerSection trailers; // null if there is none so far

    /**
     * A decoder at the beginning of a body.
     *
     * @param limits how large its parts may be
     * @param memory where trailers are counted
     */
    public ChunkDecoder(ChunkLimits limits, ClientMemory memory) {
        this.limits = limits;
        this.memory = memory;
    }

    /**
     * How many bytes of data follow the present position before the next framing.
     *
     * @return 0 if more framing is needed first
     */
    public long dataAhead() {
        return state == State.DATA ? remaining : 0;
    }

    /**
     * Whether the body is complete.
     *
     * @return true once the trailer section has ended
     */
    public boolean atEnd() {
        return state == State.END;
    }

    /**
     * Notes that data was taken.
     *
     * @param count in bytes, at most {@link #dataAhead}
     */
    public void taken(long count) {
        remaining -= count;
        if (remaining == 0) {
            state = State.DATA_CR;
        }
    }

    /**
     * Goes over framing until data or the end of the body is reached, or the bytes are used up.
     *
     * @param bytes hold the body
     * @param from where the next byte of it is
     * @param to where the bytes so far end, exclusive
     * @return the index of the first byte that was not used
     * @throws BodyBroken if the framing is at fault
     */
    public int advance(byte[] bytes, int from, int to) throws BodyBroken {
        int at = from;
        while (at < to && state != State.DATA && state != State.END) {
            if (state == State.LAST && bytes[at] != '\r') {
                beginTrailers();
            }
            if (state == State.TRAILERS) {
                return at + readTrailers(bytes, at, to);
            }
            byte b = bytes[at++];
            state = switch (state) {
                case SIZE -> size(b);
                case EXTENSION -> extension(b);
                case SIZE_LF -> sizeLf(b);
                case DATA_CR -> expect(b, '\r', Violation.BAD_CHUNK_END, State.DATA_LF);
                case DATA_LF -> expect(b, '\n', Violation.BAD_CHUNK_END, State.SIZE);
                case LAST -> State.LAST_LF;
                case LAST_LF -> expect(b, '\n', Violation.BAD_TRAILER, State.END);
                case DATA, TRAILERS, END -> throw new AssertionError(state);
            };
        }
        return at;
    }

    private static State expect(byte b, char wanted, Violation otherwise, State next) throws BodyBroken {
        if (b != wanted) {
            throw new BodyBroken(otherwise);
        }
        return next;
    }

    private State size(byte b) throws BodyBroken {
        int digit = Character.digit(b, 16); // -1 also for bytes beyond ASCII, which are no code points
        if (digit < 0) {
            return sizeEnd(b);
        }
        if (remaining > Long.MAX_VALUE >>> 4) {
            throw new BodyBroken(Violation.CHUNK_TOO_LARGE);
        }
        remaining = remaining << 4 | digit;
        countLineByte();
        return State.SIZE;
    }

    private State sizeEnd(byte b) throws BodyBroken {
        if (lineBytes == 0) {
            throw new BodyBroken(Violation.BAD_CHUNK_SIZE);
        }
        sizeBytes = lineBytes;
        if (b == ';') {
            countLineByte();
            return State.EXTENSION;
        }
        return expect(b, '\r', Violation.BAD_CHUNK_SIZE, State.SIZE_LF);
    }

    private State extension(byte b) throws BodyBroken {
        if (b == '\r') {
            return State.SIZE_LF;
        }
        if (Tokens.isControl(b) && b != '\t') {
            throw new BodyBroken(Violation.BAD_CHUNK_EXTENSION);
        }
        countLineByte();
        if (++extensionBytes > limits.extensions()) {
            throw new BodyBroken(Violation.CHUNK_EXTENSIONS_TOO_LARGE);
        }
        return State.EXTENSION;
    }

    private void countLineByte() throws BodyBroken {
        if (++lineBytes > limits.line()) {
            throw new BodyBroken(Violation.CHUNK_LINE_TOO_LONG);
        }
    }

    private State sizeLf(byte b) throws BodyBroken {
        expect(b, '\n', Violation.BAD_CHUNK_SIZE, State.DATA);
        countFraming();
        lineBytes = 0;
        if (remaining == 0) {
            return State.LAST;
        }
        if (remaining > limits.body() - total) {
            throw new BodyBroken(Violation.BODY_TOO_LARGE);
        }
        total += remaining;
        return State.DATA;
    }

    private void countFraming() throws BodyBroken {
        framing += lineBytes + LINE_ENDS;
        if (framing - MAX_EXCESS > limits.body()) {
            throw new BodyBroken(Violation.BODY_TOO_LARGE);
        }
        long plausible = FREE_FRAMING + 2 * Math.min(remaining, MAX_EXCESS);
        excess = Math.max(0, excess + sizeBytes + LINE_ENDS - plausible); // extensions have a limit of their own
        if (excess > MAX_EXCESS) {
            throw new BodyBroken(Violation.CHUNK_FRAMING_TOO_LARGE);
        }
    }

    private void beginTrailers() {
        boolean kept = memory != null;
        trailers = kept ? TrailerSection.kept(limits.head(), memory) : TrailerSection.dropped(limits.head());
        state = State.TRAILERS;
    }

    private int readTrailers(byte[] bytes, int from, int to) throws BodyBroken {
        int count = trailers.advance(bytes, from, to);
        if (trailers.complete()) {
            state = State.END;
        }
        return count;
    }

    /**
     * The trailer section.
     *
     * @return its lines, without those that may not stand there; none before the end of the body
     */
    public FieldLines trailers() {
        return trailers == null ? FieldLines.NONE : trailers.lines();
    }

    /** From now on trailers are not kept. */
    public void dropTrailers() {
        memory = null;
        if (trailers != null) {
            trailers.drop();
        }
    }

    /** What is kept is no longer counted. */
    public void releaseMemory() {
        if (trailers != null) {
            trailers.release();
        }
    }
}
