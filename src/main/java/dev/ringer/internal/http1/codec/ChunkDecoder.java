package dev.ringer.internal.http1.codec;

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
 *                           └─► TRAILER_BEGIN ─► TRAILER_NAME ─► TRAILER_VALUE ─► TRAILER_LF ─► TRAILER_BEGIN …
 *                                    └─► LAST_LF ─► END
 * </pre>
 *
 * <p>Line ends are CRLF and nothing else, sizes are hexadecimal digits and nothing else: every tolerance here has been a
 * way to smuggle requests. Trailer fields are checked and dropped. After a fault the decoder must not be used again.
 */
public final class ChunkDecoder {
    private enum State {
        SIZE,
        EXTENSION,
        SIZE_LF,
        DATA,
        DATA_CR,
        DATA_LF,
        TRAILER_BEGIN,
        TRAILER_NAME,
        TRAILER_VALUE,
        TRAILER_LF,
        LAST_LF,
        END
    }

    private final ChunkLimits limits;

    private State state = State.SIZE;
    private long remaining; // of the present chunk
    private long total; // of all chunks so far
    private int digits;
    private int lineBytes;
    private int extensionBytes;
    private int trailerLines;
    private int trailerCost;
    private int nameBytes;

    /**
     * A decoder at the beginning of a body.
     *
     * @param limits how large its parts may be
     */
    public ChunkDecoder(ChunkLimits limits) {
        this.limits = limits;
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
            byte b = bytes[at++];
            state = switch (state) {
                case SIZE -> size(b);
                case EXTENSION -> extension(b);
                case SIZE_LF -> sizeLf(b);
                case DATA_CR -> expect(b, '\r', Violation.BAD_CHUNK_END, State.DATA_LF);
                case DATA_LF -> expect(b, '\n', Violation.BAD_CHUNK_END, State.SIZE);
                case TRAILER_BEGIN -> trailerBegin(b);
                case TRAILER_NAME -> trailerName(b);
                case TRAILER_VALUE -> trailerValue(b);
                case TRAILER_LF -> expect(b, '\n', Violation.BAD_TRAILER, State.TRAILER_BEGIN);
                case LAST_LF -> expect(b, '\n', Violation.BAD_TRAILER, State.END);
                case DATA, END -> throw new AssertionError(state);
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
        int digit = hexDigit(b);
        if (digit < 0) {
            return sizeEnd(b);
        }
        if (remaining > Long.MAX_VALUE >>> 4) {
            throw new BodyBroken(Violation.CHUNK_TOO_LARGE);
        }
        remaining = remaining << 4 | digit;
        digits++;
        countLineByte();
        return State.SIZE;
    }

    private State sizeEnd(byte b) throws BodyBroken {
        if (digits == 0) {
            throw new BodyBroken(Violation.BAD_CHUNK_SIZE);
        }
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
        if (b < ' ' && b >= 0 && b != '\t' || b == 0x7f) {
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
        lineBytes = 0;
        digits = 0;
        if (remaining == 0) {
            return State.TRAILER_BEGIN;
        }
        if (remaining > limits.body() - total) {
            throw new BodyBroken(Violation.BODY_TOO_LARGE);
        }
        total += remaining;
        return State.DATA;
    }

    private State trailerBegin(byte b) throws BodyBroken {
        if (b == '\r') {
            return State.LAST_LF;
        }
        if (++trailerLines > limits.head().fieldLines()) {
            throw new BodyBroken(Violation.TRAILER_TOO_LARGE);
        }
        trailerCost += HeadLimits.PER_LINE;
        nameBytes = 0;
        return trailerName(b);
    }

    private State trailerName(byte b) throws BodyBroken {
        countTrailerByte();
        if (b == ':' && nameBytes > 0) {
            return State.TRAILER_VALUE;
        }
        if (!Tokens.isTokenByte(b)) {
            throw new BodyBroken(Violation.BAD_TRAILER);
        }
        nameBytes++;
        return State.TRAILER_NAME;
    }

    private State trailerValue(byte b) throws BodyBroken {
        countTrailerByte();
        if (b == '\r') {
            return State.TRAILER_LF;
        }
        if (b < ' ' && b >= 0 && b != '\t' || b == 0x7f) {
            throw new BodyBroken(Violation.BAD_TRAILER);
        }
        return State.TRAILER_VALUE;
    }

    private void countTrailerByte() throws BodyBroken {
        if (++trailerCost > limits.head().head()) {
            throw new BodyBroken(Violation.TRAILER_TOO_LARGE);
        }
    }

    private static int hexDigit(byte b) {
        if (b >= '0' && b <= '9') {
            return b - '0';
        }
        int letter = b | 0x20;
        return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
    }
}
