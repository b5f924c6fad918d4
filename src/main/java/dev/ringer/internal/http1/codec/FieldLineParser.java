package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.TokenScan;
import dev.ringer.internal.bytes.WordScan;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.protocol.RequestRefused;
import dev.ringer.internal.protocol.Tolerance;
import dev.ringer.internal.protocol.Violation;
import java.util.Arrays;

/**
 * Reads field lines up to the empty line behind them (RFC 9112, 5), from bytes that arrive in pieces of any size. Uses up
 * all it is given and looks at each byte a bounded number of times; one byte at a time gives the same as all at once.
 *
 * <pre>
 *  LINE_BEGIN ─► NAME ─► VALUE ─► LINE_LF ─► LINE_BEGIN …
 *      └─► LAST_LF ─► COMPLETE
 * </pre>
 *
 * <p>It notes where each line begins and which name it has, for which all bytes of the section must stay where they are. A
 * section that nobody wants is checked only, and bytes that were used are not looked at again. In a head a bare LF ends a line
 * as CRLF does (RFC 9112, 2.2), or is refused, as told; in a trailer section it is at fault. Not thread-safe.
 */
final class FieldLineParser {
    private enum State {
        LINE_BEGIN,
        NAME,
        VALUE,
        LINE_LF,
        LAST_LF,
        COMPLETE
    }

    private static final State[] STATES = State.values();
    private static final int USUAL_LINES = 32;
    private static final int USUAL_TRAILERS = 8;
    private static final int[] NO_LINES = {};

    // fixed
    private final HeadLimits limits;
    private final Tolerance tolerance;
    private final boolean inHead;
    private final boolean bareLf;
    private boolean keepsLines = true;

    // the section so far; offsets count from its first byte
    private byte state; // an ordinal, as in RequestLineParser
    private int position;
    private int lineBegin;
    private int cost; // in terms of HeadLimits.head, the bytes of the present line not yet counted
    private int[] lines;
    private int lineCount;

    // the input of the present call, whose bytes are passed on
    private int base; // where offset 0 is, or would be
    private int end; // offset behind the last byte

    private FieldLineParser(HeadLimits limits, Tolerance tolerance, boolean inHead, boolean bareLf) {
        this.limits = limits;
        this.tolerance = tolerance;
        this.inHead = inHead;
        this.bareLf = bareLf;
        this.lines = inHead ? new int[USUAL_LINES] : NO_LINES;
    }

    static FieldLineParser ofHead(HeadLimits limits, Tolerance tolerance, boolean bareLf) {
        return new FieldLineParser(limits, tolerance, true, bareLf);
    }

    static FieldLineParser ofTrailers(HeadLimits limits) {
        return new FieldLineParser(limits, new Tolerance(false), false, false);
    }

    /** From now on lines are checked only. */
    void stopKeeping() {
        keepsLines = false;
        lines = NO_LINES;
    }

    /** Makes the parser ready for the next section, of a head that has cost something already. */
    void reset(int costSoFar) {
        state = 0;
        position = 0;
        lineBegin = 0;
        lineCount = 0;
        cost = costSoFar;
    }

    /**
     * Goes on with the section.
     *
     * @param input holds its next bytes
     * @param from the first one that was not used yet
     * @param to where the bytes so far end
     * @return whether the section is complete; if it is not, all bytes were used
     * @throws RequestRefused if it is at fault, in the words for a head
     */
    boolean resume(byte[] input, int from, int to) {
        base = from - position;
        end = to - base;
        State next = STATES[state];
        while (next != State.COMPLETE && position < end) {
            next = switch (next) {
                case LINE_BEGIN -> lineBegin(input);
                case NAME -> name(input);
                case VALUE -> value(input);
                case LINE_LF -> lineLf(input);
                case LAST_LF -> lastLf(input);
                case COMPLETE -> State.COMPLETE;
            };
        }
        state = (byte) next.ordinal();
        if (next == State.NAME || next == State.VALUE || next == State.LINE_LF) {
            checkSize(); // the rest of a line that is too large already is not waited for
        }
        return next == State.COMPLETE;
    }

    private byte at(byte[] bytes, int offset) {
        return bytes[base + offset];
    }

    private State lineBegin(byte[] bytes) {
        skimLines(bytes);
        if (position == end) {
            return State.LINE_BEGIN;
        }
        byte first = at(bytes, position);
        if (first == '\r') {
            position++;
            return lastLf(bytes);
        }
        if (first == '\n' && inHead) {
            checkBareLf();
            position++;
            return State.COMPLETE;
        }
        if (first == ' ' || first == '\t') {
            return folded();
        }
        if (lineCount == limits.fieldLines()) {
            throw new RequestRefused(Violation.TOO_MANY_FIELDS);
        }
        cost += HeadLimits.PER_LINE;
        return State.NAME;
    }

    /**
     * Reads field lines as they usually are: complete, ended by CRLF, within all limits, without a control character. The
     * first other line, of any kind, is left to the states from its beginning on. Benchmark: HeadBenchmark.parse.
     */
    private void skimLines(byte[] input) {
        int to = base + end;
        int first = base;
        int line = base + position;
        int count = lineCount;
        int room = limits.head() - cost;
        int max = Math.min(limits.fieldLines(), lines.length); // none at the beginning of a trailer section
        while (line < to && count < max && input[line] > ' ') {
            int colon = WordScan.indexOfNear(input, line, to, (byte) ':');
            int known = KnownNames.indexOf(input, line, colon);
            if (known < 0 && (colon == line || TokenScan.end(input, line, colon) < colon)) {
                break;
            }
            int cr = WordScan.indexOfControl(input, colon, to, ' ');
            int next = cr + 2;
            int left = room - (next - line + HeadLimits.PER_LINE);
            if (next > to || input[cr] != '\r' || input[cr + 1] != '\n' || left < 0) {
                break;
            }
            lines[count++] = PackedLine.of(known, line - first);
            room = left;
            line = next;
        }
        lineCount = count;
        cost = limits.head() - room;
        position = line - base;
        lineBegin = position;
    }

    /** A line that goes on: never where a second reading of it could change what the connection means. */
    private State folded() {
        int known = lineCount == 0 || !inHead ? KnownNames.HOST : PackedLine.knownName(lines[lineCount - 1]);
        switch (known) {
            case KnownNames.HOST,
                    KnownNames.CONNECTION,
                    KnownNames.CONTENT_LENGTH,
                    KnownNames.TRANSFER_ENCODING,
                    KnownNames.EXPECT,
                    KnownNames.UPGRADE -> throw new RequestRefused(Violation.FOLDED_LINE);
            default -> tolerance.meet(Violation.FOLDED_LINE);
        }
        cost += HeadLimits.PER_LINE; // it is a line of its own, as far as its size goes
        return State.VALUE;
    }

    private State name(byte[] bytes) {
        int colon = WordScan.indexOf(bytes, base + position, base + end, (byte) ':') - base;
        int known = keepsLines && colon < end ? KnownNames.indexOf(bytes, base + lineBegin, base + colon) : -1;
        if (known < 0) { // what is known is a token
            checkToken(bytes, colon); // even without a colon, or a line without one would be waited for
        }
        position = colon;
        if (colon == end) {
            return State.NAME;
        }
        if (colon == lineBegin) {
            throw fault(Violation.BAD_FIELD_NAME);
        }
        position++;
        addLine(known);
        return State.VALUE;
    }

    /** What came before the present position has been checked. */
    private void checkToken(byte[] bytes, int to) {
        position = TokenScan.end(bytes, base + position, base + to) - base;
        if (position < to) {
            throw fault(Violation.BAD_FIELD_NAME);
        }
    }

    private void addLine(int known) {
        if (keepsLines) {
            if (lineCount == lines.length) {
                lines = Arrays.copyOf(lines, Math.max(USUAL_TRAILERS, 2 * lineCount));
            }
            lines[lineCount] = PackedLine.of(known, lineBegin);
        }
        lineCount++;
    }

    private State value(byte[] bytes) {
        while (true) {
            position = WordScan.indexOfControl(bytes, base + position, base + end, ' ') - base;
            if (position == end) {
                return State.VALUE;
            }
            byte control = at(bytes, position);
            if (control == '\r') {
                position++;
                return lineLf(bytes);
            }
            if (control == '\n' && inHead) {
                checkBareLf();
                return endLine();
            }
            if (control != '\t') {
                meetInValue(control);
            }
            position++;
        }
    }

    private void checkBareLf() {
        if (!bareLf) {
            throw fault(Violation.BARE_LF);
        }
    }

    private void meetInValue(byte control) {
        if (control == 0 || control == '\n') {
            throw fault(Violation.BAD_FIELD_VALUE);
        }
        checkSize();
        tolerance.meet(Violation.BAD_FIELD_VALUE);
    }

    private State lineLf(byte[] bytes) {
        if (position == end) {
            return State.LINE_LF;
        }
        if (at(bytes, position) != '\n') {
            throw fault(Violation.BARE_CR);
        }
        return endLine();
    }

    private State endLine() {
        position++;
        checkSize();
        cost += position - lineBegin;
        lineBegin = position;
        return State.LINE_BEGIN;
    }

    private State lastLf(byte[] bytes) {
        if (position == end) {
            return State.LAST_LF;
        }
        if (at(bytes, position) != '\n') {
            throw new RequestRefused(Violation.BARE_CR);
        }
        position++;
        return State.COMPLETE;
    }

    /** A fault at the present position, or the size of what is before it: in pieces that would have been seen first. */
    private RequestRefused fault(Violation violation) {
        checkSize();
        return new RequestRefused(violation);
    }

    private void checkSize() {
        if (cost + position - lineBegin > limits.head()) {
            throw new RequestRefused(Violation.HEAD_TOO_LARGE);
        }
    }

    /** How many bytes of the section have been used. */
    int length() {
        return position;
    }

    /** Where the lines begin and what their names are, as {@link Http1FieldLines} wants it. */
    int[] lines() {
        return Arrays.copyOf(lines, lineCount);
    }
}
