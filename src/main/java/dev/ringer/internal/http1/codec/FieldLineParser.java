package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.TokenScan;
import dev.ringer.internal.bytes.WordScan;
import dev.ringer.internal.http.RequestRefused;
import dev.ringer.internal.http.Tolerance;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.KnownNames;
import java.util.Arrays;

/**
 * Parses a section: field lines and the empty line after them (RFC 9112, 5). The bytes arrive in pieces, whose size
 * does not change the result. Each call parses all bytes that have arrived. The parser reads each byte a bounded number
 * of times.
 *
 * <pre>
 *  LINE_BEGIN ─► NAME ─► VALUE ─► LINE_LF ─► LINE_BEGIN …
 *      └─► LAST_LF ─► COMPLETE
 * </pre>
 *
 * <p>The parser records where each line begins and which name it has. So the caller must keep all bytes of the section
 * in one array until the end. After {@link #stopKeeping} the parser only checks the section, and never reads an earlier
 * byte again.
 *
 * <p>In a head, if {@code bareLf} is true, a bare LF ends a line as CRLF does (RFC 9112, 2.2). Otherwise, and always in
 * a trailer section, the parser refuses a bare LF. Not thread-safe.
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

    private static final int USUAL_LINES = 32;
    private static final int USUAL_TRAILERS = 8;
    private static final int[] NO_LINES = {};

    private final int maxLines;
    private final int maxSize; // the largest value of `cost`
    private final Tolerance tolerance;
    private final boolean inHead;
    private final boolean bareLf;
    private boolean keepsLines = true;

    // what was parsed so far; all offsets count from the first byte of the section
    private State state = State.LINE_BEGIN;
    private int position;
    private int lineBegin;
    // Size in bytes of all complete lines, plus HeadLimits.PER_LINE for each line that has begun.
    private int cost;
    private int[] lines; // for each field line, a value of Http1FieldLines.packed
    private int lineCount;

    // where the bytes of the current call are in the array that resume() gets
    private int base; // index in the array at which the section begins; negative if the array no longer has that byte
    private int end; // offset after the last received byte

    private FieldLineParser(HeadLimits limits, Tolerance tolerance, boolean inHead, boolean bareLf) {
        this.maxLines = limits.fieldLines();
        this.maxSize = limits.head();
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

    /** Stops recording lines. From now on the parser only checks them. */
    void stopKeeping() {
        keepsLines = false;
        lines = NO_LINES;
    }

    /**
     * Prepares the parser for the next section. {@code costSoFar} is the size of the head before the section, as the
     * size limit counts it.
     */
    void reset(int costSoFar) {
        state = State.LINE_BEGIN;
        position = 0;
        lineBegin = 0;
        lineCount = 0;
        cost = costSoFar;
    }

    /**
     * Parses the next bytes of the section.
     *
     * @param from the index of the first byte that no earlier call has used
     * @param to the end of the received bytes, exclusive
     * @return whether the section is complete; if it is not, all bytes were used
     * @throws RequestRefused if the section is invalid; a trailer section has the same violations as a head
     */
    boolean resume(byte[] input, int from, int to) {
        base = from - position;
        end = to - base;
        State next = state;
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
        state = next;
        if (next == State.NAME || next == State.VALUE || next == State.LINE_LF) {
            // If the line is already too large, do not wait for the rest of it.
            checkSize();
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
        if (lineCount == maxLines) {
            throw new RequestRefused(Violation.TOO_MANY_FIELDS);
        }
        cost += HeadLimits.PER_LINE;
        return State.NAME;
    }

    /**
     * Parses usual field lines: complete, ended by CRLF, within all limits, without control characters. Stops at the
     * first unusual line, which the state machine then parses. Benchmark: {@code HeadBenchmark.parse}.
     */
    private void skimLines(byte[] input) {
        int to = base + end;
        int first = base;
        int line = base + position;
        int count = lineCount;
        int room = maxSize - cost;
        int max = Math.min(maxLines, lines.length); // in a trailer section, lines.length is 0 at first
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
            lines[count++] = Http1FieldLines.packed(known, line - first);
            room = left;
            line = next;
        }
        lineCount = count;
        cost = maxSize - room;
        position = line - base;
        lineBegin = position;
    }

    /**
     * Parses the beginning of a line that continues the previous line. Refuses the continuation of a field that
     * controls the connection, because a proxy may read a continued field differently.
     */
    private State folded() {
        int known = lineCount == 0 || !inHead ? KnownNames.HOST : Http1FieldLines.knownNameOf(lines[lineCount - 1]);
        switch (known) {
            case KnownNames.HOST,
                    KnownNames.CONNECTION,
                    KnownNames.CONTENT_LENGTH,
                    KnownNames.TRANSFER_ENCODING,
                    KnownNames.EXPECT,
                    KnownNames.UPGRADE -> throw new RequestRefused(Violation.FOLDED_LINE);
            default -> tolerance.meet(Violation.FOLDED_LINE);
        }
        cost += HeadLimits.PER_LINE; // a continuation line counts like a separate line
        return State.VALUE;
    }

    private State name(byte[] bytes) {
        int colon = WordScan.indexOf(bytes, base + position, base + end, (byte) ':') - base;
        int known = keepsLines && colon < end ? KnownNames.indexOf(bytes, base + lineBegin, base + colon) : -1;
        if (known < 0) { // a known name needs no check: it is a token
            // Check the name even if no colon has come. Otherwise the parser might wait for ever for the colon of an
            // invalid name.
            checkToken(bytes, colon);
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

    /**
     * Checks that a name is a token, from the current position on. Earlier calls have checked the bytes before that
     * position.
     */
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
            lines[lineCount] = Http1FieldLines.packed(known, lineBegin);
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

    /**
     * Returns the refusal for a fault at the current position. But if the bytes before the fault already exceed the
     * size limit, throws the refusal for that limit. So the result does not depend on the size of the pieces in which
     * the bytes arrive.
     */
    private RequestRefused fault(Violation violation) {
        checkSize();
        return new RequestRefused(violation);
    }

    private void checkSize() {
        if (cost + position - lineBegin > maxSize) {
            throw new RequestRefused(Violation.HEAD_TOO_LARGE);
        }
    }

    /** Returns how many bytes of the section have been parsed. */
    int length() {
        return position;
    }

    /** Returns a value of {@link Http1FieldLines#packed} for each field line. */
    int[] lines() {
        return Arrays.copyOf(lines, lineCount);
    }
}
