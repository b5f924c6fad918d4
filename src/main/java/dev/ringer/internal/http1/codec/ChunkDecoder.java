package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.FieldLines;

/**
 * Decodes the framing of a chunked body (RFC 9112, 7.1), from bytes that arrive in pieces of any size. The decoder can
 * stop and resume at any byte. It reads only the framing between the data: {@link #advance} goes on to the next data or
 * the end. The caller takes the data itself and reports it with {@link #taken}.
 *
 * <pre>
 *  SIZE ─► (EXTENSION) ─► SIZE_LF ─► DATA ─► DATA_CR ─► DATA_LF ─► SIZE …
 *                           │ size 0
 *                           └─► LAST ─► (TRAILERS) ─► END
 *                                 └─► LAST_LF ─► END
 * </pre>
 *
 * <p>Only CRLF ends a line, and only hexadecimal digits make a size: every tolerance here has been a way to smuggle
 * requests. Trailer fields are kept apart, see {@link #trailers}. After a fault the decoder must not be used again.
 *
 * <p>Two limits bound the framing too. The first one is about excess, as in Go's net/http: framing beyond a plain size
 * line and twice the data of its chunk. The excess may add up to {@value #MAX_EXCESS} bytes. This stops leading zeros,
 * but not chunks of one byte. The second limit stops those chunks: all framing together, extensions included, may be at
 * most {@value #MAX_EXCESS} bytes more than the limit of the body.
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

    /** Bytes of framing that every chunk may have, however small its data. */
    private static final int FREE_FRAMING = 16;

    private static final int LINE_ENDS = 4; // bytes of the CRLFs after the size line and after the data

    private final ChunkLimits limits;
    private ClientMemory memory; // null if trailers are not kept

    private State state = State.SIZE;
    private long remaining; // bytes of the present chunk still to come
    private long total; // sizes of all chunks so far, added up
    private int lineBytes;
    private int sizeBytes; // bytes of the size line before its extensions
    private int extensionBytes;
    private long framing; // bytes of framing in all chunks so far
    private long excess; // bytes of framing beyond what the data makes plausible
    private TrailerSection trailers; // null if there is none so far

    /**
     * Creates a decoder at the beginning of a body.
     *
     * @param limits the limits of the parts of the body
     * @param memory counts the trailers that are kept
     */
    public ChunkDecoder(ChunkLimits limits, ClientMemory memory) {
        this.limits = limits;
        this.memory = memory;
    }

    /**
     * Returns how many bytes of data follow the present position before the next framing.
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
     * Records that the caller has taken data.
     *
     * @param count how many bytes, at most {@link #dataAhead}
     */
    public void taken(long count) {
        remaining -= count;
        if (remaining == 0) {
            state = State.DATA_CR;
        }
    }

    /**
     * Reads framing until data or the end of the body is reached, or the bytes are used up.
     *
     * @param bytes an array that holds the body
     * @param from the index of the next byte of the body
     * @param to the end of the bytes received so far, exclusive
     * @return the index of the first byte that was not used
     * @throws BodyBroken if the framing is invalid
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
        int digit = Character.digit(b, 16); // -1 for non-ASCII bytes too: negative numbers are no code points
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
     * Returns the trailer section.
     *
     * @return its lines, without those that may not stand in a trailer section; none before the end of the body
     */
    public FieldLines trailers() {
        return trailers == null ? FieldLines.NONE : trailers.lines();
    }

    /** Drops the trailers, and keeps none from now on. */
    public void dropTrailers() {
        memory = null;
        if (trailers != null) {
            trailers.drop();
        }
    }

    /** Stops counting the memory of the trailers that are kept. */
    public void releaseMemory() {
        if (trailers != null) {
            trailers.release();
        }
    }
}
