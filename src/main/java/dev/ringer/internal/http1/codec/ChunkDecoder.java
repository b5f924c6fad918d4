package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.bytes.TokenScan;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.FieldLines;

/**
 * Decodes the framing of a chunked body (RFC 9112, 7.1), from bytes that arrive in pieces of any size. Each call
 * continues where the last call stopped. {@link #advance} reads framing up to the next data, or to the end of the body.
 * The caller takes the data itself and reports it with {@link #taken}.
 *
 * <pre>
 *  SIZE ─► (EXTENSION) ─► SIZE_LF ─► DATA ─► DATA_CR ─► DATA_LF ─► SIZE …
 *                           │ size 0
 *                           └─► LAST ─► (TRAILERS) ─► END
 *                                 └─► LAST_LF ─► END
 * </pre>
 *
 * <p>Only CRLF ends a line, and a size has only hexadecimal digits. Decoders that tolerate more have been used to
 * smuggle requests. Trailer fields are never added to the fields of the head, see {@link #trailers}. After a fault the
 * decoder must not be used again.
 *
 * <p>Two limits bound the framing:
 *
 * <ul>
 *   <li>Each chunk may have 16 bytes of framing, and two more for each byte of data. Extensions do not count. Further
 *       bytes are excess, and a chunk with less framing reduces the excess of earlier chunks. The excess may be at most
 *       {@value #MAX_EXCESS} bytes, as in Go's net/http. This limit stops sizes with leading zeros, but not chunks of
 *       one byte.
 *   <li>All framing of a body, extensions included, may have {@value #MAX_EXCESS} bytes more than the data of the
 *       largest allowed body. This limit stops chunks of one byte.
 * </ul>
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

    /** The number of framing bytes that each chunk may have without excess, even if it has only one byte of data. */
    private static final int FREE_FRAMING = 16;

    // The length in bytes of two line ends: the CRLF after the size line, and the CRLF after the data.
    private static final int LINE_ENDS = 4;

    private final ChunkLimits limits;
    private ClientMemory memory; // counts the memory of the trailers; null if the decoder does not keep trailers

    private State state = State.SIZE;
    private long remaining; // bytes of data left in the current chunk
    private long total; // data bytes of all chunks so far, including the whole current chunk
    private int lineBytes; // bytes of the current size line that have been read
    private int sizeBytes; // bytes of the current size line without its extensions
    private int extensionBytes; // bytes of chunk extensions in all size lines so far
    private long framing; // framing bytes of all chunks so far, with extensions
    private long excess; // excess of all chunks so far, in bytes; see the comment of the class
    private TrailerSection trailers; // null until the first trailer field

    /** Creates a decoder at the beginning of a body. {@code memory} counts the memory of the trailers. */
    public ChunkDecoder(ChunkLimits limits, ClientMemory memory) {
        this.limits = limits;
        this.memory = memory;
    }

    /** Returns how many bytes of data come next; 0 if framing comes next. */
    public long dataAhead() {
        return state == State.DATA ? remaining : 0;
    }

    /** Whether the body and its trailer section have ended. */
    public boolean atEnd() {
        return state == State.END;
    }

    /** Whether a part of a chunk has been read, and some of its data or of its size line is still to come. */
    public boolean withinChunk() {
        return switch (state) {
            case SIZE -> lineBytes > 0;
            case DATA_CR, DATA_LF, END -> false;
            case EXTENSION, SIZE_LF, DATA, LAST, LAST_LF, TRAILERS -> true;
        };
    }

    /** Records that the caller has read {@code count} bytes of data, which is at most {@link #dataAhead}. */
    public void taken(long count) {
        remaining -= count;
        if (remaining == 0) {
            state = State.DATA_CR;
        }
    }

    /**
     * Reads framing until data or the end of the body comes next, or no bytes are left.
     *
     * @param from the index of the next byte of the body
     * @param to the end of the received bytes, exclusive
     * @return the index of the first byte that was not used
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
        // digit() also returns -1 for a byte that is not ASCII, because such a byte is negative
        int digit = Character.digit(b, 16);
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
        if (TokenScan.isControl(b) && b != '\t') {
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
        // Extensions are not added, because they have their own limit.
        excess = Math.max(0, excess + sizeBytes + LINE_ENDS - plausible);
        if (excess > MAX_EXCESS) {
            throw new BodyBroken(Violation.CHUNK_FRAMING_TOO_LARGE);
        }
    }

    private void beginTrailers() {
        trailers = new TrailerSection(limits.head(), memory);
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
     * Returns the fields of the trailer section, without fields that are not allowed in trailers. Returns none before
     * the end of the body.
     */
    public FieldLines trailers() {
        return trailers == null ? FieldLines.NONE : trailers.lines();
    }

    /** Drops the trailers. From now on the decoder checks trailers without keeping them. */
    public void dropTrailers() {
        memory = null;
        if (trailers != null) {
            trailers.drop();
        }
    }

    /** Gives the memory of the trailers back to the memory account. */
    public void releaseMemory() {
        if (trailers != null) {
            trailers.release();
        }
    }
}
