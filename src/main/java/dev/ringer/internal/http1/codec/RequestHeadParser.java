package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.bytes.WordScan;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.RequestRefused;
import dev.ringer.internal.protocol.RequestTarget;
import dev.ringer.internal.protocol.Tolerance;
import dev.ringer.internal.protocol.Violation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a request head from bytes that arrive in pieces of any size. Resumable: each call is given all bytes of the head
 * so far, goes on where the last one stopped and looks at each byte a bounded number of times. Allocates nothing until {@link #takeHead}.
 *
 * <pre>
 *  EMPTY_LINES ─► METHOD ─► TARGET ─► VERSION ─► REQUEST_LINE_END ─► LINE_BEGIN ─► NAME ─► VALUE ─┐
 *                                                                     ▲    │                      │
 *                                                                     └────┼──────────────────────┘
 *                                                                          └─► LAST_LF ─► COMPLETE
 * </pre>
 *
 * <p>A bare LF ends a start line or field line as CRLF does (RFC 9112, 2.2); a bare CR is refused everywhere. Faults are
 * thrown as {@link RequestRefused}, after which the parser must be {@link #reset}. Not thread-safe.
 */
public final class RequestHeadParser {
    private enum State {
        EMPTY_LINES,
        METHOD,
        TARGET,
        VERSION,
        REQUEST_LINE_END,
        LINE_BEGIN,
        NAME,
        VALUE,
        LAST_LF,
        COMPLETE
    }

    private static final int MOST_EMPTY_LINE_BYTES = 64;
    private static final byte[] VERSION_PREFIX = "HTTP/1.".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION_LENGTH = VERSION_PREFIX.length + 1;
    private static final int GET = WordScan.half("GET ".getBytes(StandardCharsets.US_ASCII), 0);
    private static final long HTTP_1_1 = WordScan.word("HTTP/1.1".getBytes(StandardCharsets.US_ASCII), 0);

    // fixed
    private final HeadLimits limits;
    private final Tolerance tolerance;

    // the head so far; offsets count from its first byte
    private State state = State.EMPTY_LINES;
    private boolean starved;
    private int position;
    private int begin; // of the request line, behind empty lines
    private int tokenBegin;
    private int targetBegin;
    private int targetEnd;
    private int methodEnd;
    private int minorVersion;
    private int linesBegin; // of the field lines
    private int cost; // in terms of HeadLimits.head
    private int[] lines = new int[32];
    private int lineCount;

    // the input of the present call
    private byte[] bytes;
    private int base; // where offset 0 is
    private int end; // offset behind the last byte

    /**
     * A parser that is ready for its first head.
     *
     * @param limits how large heads may be
     * @param legacy whether violations that cannot desynchronise a connection are let pass
     */
    public RequestHeadParser(HeadLimits limits, boolean legacy) {
        this.limits = limits;
        this.tolerance = new Tolerance(legacy);
    }

    /** Makes the parser ready for the next head. */
    public void reset() {
        bytes = null; // a fault may have left it
        state = State.EMPTY_LINES;
        position = 0;
        lineCount = 0;
        cost = 0;
        tolerance.takeUsed();
    }

    /**
     * Goes on with a head.
     *
     * @param input holds the head
     * @param from where it begins, empty lines before it included: the same first byte on each call
     * @param to where the bytes so far end
     * @return true if the head is complete, and may be taken
     * @throws RequestRefused if it is at fault
     */
    public boolean parse(byte[] input, int from, int to) {
        bytes = input;
        base = from;
        end = to - from;
        starved = false;
        while (state != State.COMPLETE && !starved) {
            state = switch (state) {
                case EMPTY_LINES -> skipEmptyLines();
                case METHOD -> method();
                case TARGET -> target();
                case VERSION -> version();
                case REQUEST_LINE_END -> requestLineEnd();
                case LINE_BEGIN -> lineBegin();
                case NAME -> name();
                case VALUE -> value();
                case LAST_LF -> lastLf();
                case COMPLETE -> State.COMPLETE;
            };
        }
        bytes = null;
        if (starved && (state == State.NAME || state == State.VALUE)) {
            checkSize(cost + position - tokenBegin);
        }
        return !starved;
    }

    private State starved(State state) {
        starved = true;
        return state;
    }

    private byte at(int offset) {
        return bytes[base + offset];
    }

    private State skipEmptyLines() {
        while (position < end && (at(position) == '\r' || at(position) == '\n')) {
            if (at(position) == '\r') {
                if (position + 1 == end) {
                    return starved(State.EMPTY_LINES);
                }
                if (at(position + 1) != '\n') {
                    throw new RequestRefused(Violation.BARE_CR);
                }
                position++;
            }
            position++;
            if (position > MOST_EMPTY_LINE_BYTES) {
                throw new RequestRefused(Violation.TOO_MANY_EMPTY_LINES);
            }
        }
        if (position == end) {
            return starved(State.EMPTY_LINES);
        }
        begin = position;
        return method();
    }

    private State method() {
        // most requests' method in one comparison: HeadBenchmark.parse
        if (position == begin && end - position >= Integer.BYTES && WordScan.half(bytes, base + position) == GET) {
            position += Integer.BYTES;
            methodEnd = position - 1;
            targetBegin = position;
            return target();
        }
        while (true) {
            position = Tokens.skipToken(bytes, base + position, base + end) - base;
            if (position == end) {
                checkRequestLine();
                return starved(State.METHOD);
            }
            if (at(position) == ' ') {
                break;
            }
            if (isLineEnd(at(position))) {
                throw new RequestRefused(Violation.BAD_REQUEST_LINE);
            }
            if (isControl(at(position))) {
                throw new RequestRefused(Violation.BAD_METHOD);
            }
            tolerance.meet(Violation.BAD_METHOD);
            position++;
        }
        if (position == begin) {
            throw new RequestRefused(Violation.BAD_METHOD);
        }
        methodEnd = position++;
        targetBegin = position;
        return target();
    }

    private State target() {
        position = WordScan.indexOfControl(bytes, base + position, base + end, ' ' + 1) - base;
        checkRequestLine();
        if (position == end) {
            return starved(State.TARGET);
        }
        if (at(position) != ' ') {
            throw new RequestRefused(
                    isLineEnd(at(position)) ? Violation.BAD_REQUEST_LINE : Violation.CONTROL_IN_TARGET);
        }
        targetEnd = position++;
        return version();
    }

    private State version() {
        if (end - position < VERSION_LENGTH) {
            checkVersionPrefix(end - position);
            return starved(State.VERSION);
        }
        if (WordScan.word(bytes, base + position) == HTTP_1_1) {
            minorVersion = 1;
        } else {
            checkVersionPrefix(VERSION_PREFIX.length);
            minorVersion = at(position + VERSION_PREFIX.length) - '0';
            if (minorVersion < 0 || minorVersion > 9) {
                throw new RequestRefused(Violation.BAD_VERSION);
            }
        }
        position += VERSION_LENGTH;
        return requestLineEnd();
    }

    /** Refuses what cannot become HTTP/1 any more, as early as that is known. */
    private void checkVersionPrefix(int length) {
        for (int i = 0; i < length; i++) {
            byte b = at(position + i);
            if (b != VERSION_PREFIX[i]) {
                boolean otherMajor = i == VERSION_PREFIX.length - 2 && b >= '0' && b <= '9';
                throw new RequestRefused(otherMajor ? Violation.UNSUPPORTED_VERSION : Violation.BAD_VERSION);
            }
        }
    }

    private State requestLineEnd() {
        int next = lineEnd(Violation.BAD_VERSION);
        if (next < 0) {
            return starved(State.REQUEST_LINE_END);
        }
        cost = next - begin + HeadLimits.PER_LINE;
        linesBegin = next;
        position = next;
        return lineBegin();
    }

    /**
     * Looks at the end of a line at the present position.
     *
     * @return the offset behind it, or −1 if its LF is still to come
     */
    private int lineEnd(Violation otherwise) {
        if (position == end) {
            return -1;
        }
        if (at(position) == '\n') {
            return position + 1;
        }
        if (at(position) != '\r') {
            throw new RequestRefused(otherwise);
        }
        if (position + 1 == end) {
            return -1;
        }
        if (at(position + 1) != '\n') {
            throw new RequestRefused(Violation.BARE_CR);
        }
        return position + 2;
    }

    private State lineBegin() {
        skimLines();
        if (position == end) {
            return starved(State.LINE_BEGIN);
        }
        return switch (at(position)) {
            case '\r' -> {
                position++;
                yield lastLf();
            }
            case '\n' -> {
                position++;
                yield State.COMPLETE;
            }
            case ' ', '\t' -> folded();
            default -> {
                if (lineCount == limits.fieldLines()) {
                    throw new RequestRefused(Violation.TOO_MANY_FIELDS);
                }
                tokenBegin = position;
                yield State.NAME;
            }
        };
    }

    /**
     * Reads field lines as they usually are: complete, ended by CRLF, within all limits, without a control character. The
     * first other line, of any kind, is left to the states from its beginning on.
     */
    private void skimLines() {
        byte[] input = bytes;
        int to = base + end;
        int first = base + linesBegin;
        int line = base + position;
        int count = lineCount;
        int room = limits.head() - cost;
        int most = Math.min(limits.fieldLines(), lines.length);
        while (line < to && input[line] > ' ' && count < most) {
            int colon = WordScan.indexOfNear(input, line, to, (byte) ':');
            int known = KnownNames.indexOf(input, line, colon);
            if (known < 0 && (colon == line || Tokens.skipToken(input, line, colon) < colon)) {
                break;
            }
            int cr = WordScan.indexOfControl(input, colon, to, ' ');
            int next = cr + 2;
            int left = room - (next - line + HeadLimits.PER_LINE);
            if (next > to || input[cr] != '\r' || input[cr + 1] != '\n' || left < 0) {
                break;
            }
            lines[count++] = RequestHead.packLine(known, line - first);
            room = left;
            line = next;
        }
        lineCount = count;
        cost = limits.head() - room;
        position = line - base;
    }

    /** A line that goes on: never where a second reading of it could change what the connection means. */
    private State folded() {
        int known = lineCount == 0 ? KnownNames.HOST : RequestHead.knownName(lines, lineCount - 1);
        switch (known) {
            case KnownNames.HOST,
                    KnownNames.CONNECTION,
                    KnownNames.CONTENT_LENGTH,
                    KnownNames.TRANSFER_ENCODING,
                    KnownNames.EXPECT,
                    KnownNames.UPGRADE -> throw new RequestRefused(Violation.FOLDED_LINE);
            default -> tolerance.meet(Violation.FOLDED_LINE);
        }
        tokenBegin = position; // a line of its own, as far as its size goes
        return State.VALUE;
    }

    private State name() {
        int colon = WordScan.indexOf(bytes, base + position, base + end, (byte) ':') - base;
        if (colon == end) {
            checkName(position, end); // now, or a line without a colon would be waited for
            position = end;
            return starved(State.NAME);
        }
        int known = KnownNames.indexOf(bytes, base + tokenBegin, base + colon);
        if (known < 0) { // what is known is a token
            checkName(tokenBegin, colon);
        }
        addLine(known);
        position = colon + 1;
        return State.VALUE;
    }

    private void checkName(int from, int to) {
        int at = Tokens.skipToken(bytes, base + from, base + to) - base;
        if (at < to || to == tokenBegin) {
            throw new RequestRefused(Violation.BAD_FIELD_NAME);
        }
    }

    private void addLine(int known) {
        if (lineCount == lines.length) {
            lines = Arrays.copyOf(lines, 2 * lineCount);
        }
        lines[lineCount++] = RequestHead.packLine(known, tokenBegin - linesBegin);
    }

    private State value() {
        while (true) {
            position = WordScan.indexOfControl(bytes, base + position, base + end, ' ') - base;
            if (position < end && passes(at(position))) {
                position++;
                continue;
            }
            int next = lineEnd(Violation.BAD_FIELD_VALUE);
            if (next < 0) {
                return starved(State.VALUE);
            }
            cost += next - tokenBegin + HeadLimits.PER_LINE;
            checkSize(cost);
            position = next;
            return State.LINE_BEGIN;
        }
    }

    private boolean passes(byte control) {
        if (control == '\t') {
            return true;
        }
        if (control == 0 || isLineEnd(control)) {
            return false;
        }
        tolerance.meet(Violation.BAD_FIELD_VALUE);
        return true;
    }

    private State lastLf() {
        if (position == end) {
            return starved(State.LAST_LF);
        }
        if (at(position) != '\n') {
            throw new RequestRefused(Violation.BARE_CR);
        }
        position++;
        return State.COMPLETE;
    }

    private void checkRequestLine() {
        if (position - begin > limits.requestLine()) {
            throw new RequestRefused(Violation.REQUEST_LINE_TOO_LONG);
        }
    }

    private void checkSize(int size) {
        if (size > limits.head()) {
            throw new RequestRefused(Violation.HEAD_TOO_LARGE);
        }
    }

    private static boolean isControl(byte b) {
        return b >= 0 && b < ' ' || b == 0x7f;
    }

    private static boolean isLineEnd(byte b) {
        return b == '\r' || b == '\n';
    }

    /**
     * The length of the complete head.
     *
     * @return its bytes, empty lines before and the one behind it included
     */
    public int length() {
        return position;
    }

    /**
     * Copies the complete head out of its buffer.
     *
     * @param input holds the head, as in the last call of {@link #parse}
     * @param from where it begins, as there
     * @param targets parses targets
     * @return the head
     * @throws RequestRefused if its target is at fault
     */
    public RequestHead takeHead(byte[] input, int from, RecentCache<RequestTarget> targets) {
        int first = from + begin;
        RequestTarget target = targets.get(input, from + targetBegin, from + targetEnd);
        if (!target.sound()) {
            tolerance.meet(Violation.BAD_TARGET);
        }
        return new RequestHead(
                Arrays.copyOfRange(input, from + linesBegin, from + position),
                Arrays.copyOf(lines, lineCount),
                Methods.of(input, first, from + methodEnd),
                target,
                minorVersion,
                tolerance.takeUsed());
    }
}
