package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.bytes.TokenScan;
import dev.ringer.internal.bytes.WordScan;
import dev.ringer.internal.http.RequestRefused;
import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.Tolerance;
import dev.ringer.internal.http.Violation;
import java.nio.charset.StandardCharsets;

/**
 * Parses a request line (RFC 9112, 3) and the empty lines before it, from bytes that arrive in pieces of any size. Each
 * call gets all bytes of the head so far, and resumes where the last call stopped.
 *
 * <pre>
 *  EMPTY_LINES ─► METHOD ─► TARGET ─► VERSION ─► LINE_END ─► COMPLETE
 * </pre>
 *
 * <p>A bare LF ends the line as CRLF does (RFC 9112, 2.2), unless {@code bareLf} is false. The parser always refuses a
 * bare CR. Not thread-safe.
 */
final class RequestLineParser {
    private enum State {
        EMPTY_LINES,
        METHOD,
        TARGET,
        VERSION,
        LINE_END,
        COMPLETE
    }

    private static final int MAX_EMPTY_LINE_BYTES = 64;
    private static final byte[] VERSION_PREFIX = "HTTP/1.".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION_LENGTH = VERSION_PREFIX.length + 1;
    private static final String[] USUAL_METHODS = {"GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"};
    private static final int GET = WordScan.half("GET ".getBytes(StandardCharsets.US_ASCII), 0);
    private static final long HTTP_1_1 = WordScan.word("HTTP/1.1".getBytes(StandardCharsets.US_ASCII), 0);

    private final int maxLength;
    private final Tolerance tolerance;
    private final boolean bareLf;

    // what was parsed so far; offsets count from the first byte of the head
    private State state = State.EMPTY_LINES;
    private int position;
    private int begin; // offset at which the method begins, after the empty lines
    private int methodEnd;
    private int targetEnd;
    private int minorVersion;

    // the bounds of the current call's bytes in the array that resume() gets
    private int base; // index in the array at which the head begins
    private int end; // offset after the last received byte

    RequestLineParser(int maxLength, Tolerance tolerance, boolean bareLf) {
        this.maxLength = maxLength;
        this.tolerance = tolerance;
        this.bareLf = bareLf;
    }

    void reset() {
        state = State.EMPTY_LINES;
        position = 0;
    }

    /**
     * Parses the line as far as it has arrived.
     *
     * @param from the index of the first byte of the head
     * @param to the end of the received bytes, exclusive
     * @return whether the line is complete
     * @throws RequestRefused if the line is invalid
     */
    boolean resume(byte[] input, int from, int to) {
        base = from;
        end = to - from;
        state = switch (state) {
            case EMPTY_LINES -> emptyLines(input);
            case METHOD -> method(input);
            case TARGET -> target(input);
            case VERSION -> version(input);
            case LINE_END -> lineEnd(input);
            case COMPLETE -> State.COMPLETE;
        };
        return complete();
    }

    private byte at(byte[] bytes, int offset) {
        return bytes[base + offset];
    }

    private State emptyLines(byte[] bytes) {
        while (position < end && TokenScan.isLineEnd(at(bytes, position))) {
            if (at(bytes, position) == '\r') {
                if (position + 1 == end) {
                    return State.EMPTY_LINES;
                }
                if (at(bytes, position + 1) != '\n') {
                    throw new RequestRefused(Violation.BARE_CR);
                }
                position++;
            } else {
                checkBareLf();
            }
            position++;
            if (position > MAX_EMPTY_LINE_BYTES) {
                throw new RequestRefused(Violation.TOO_MANY_EMPTY_LINES);
            }
        }
        if (position == end) {
            return State.EMPTY_LINES;
        }
        begin = position;
        return method(bytes);
    }

    private State method(byte[] bytes) {
        // Shortcut for GET, the method of most requests. Benchmark: HeadBenchmark.parse.
        if (position == begin && end - position >= Integer.BYTES && WordScan.half(bytes, base + position) == GET) {
            position += Integer.BYTES;
            methodEnd = position - 1;
            return target(bytes);
        }
        while (true) {
            position = TokenScan.end(bytes, base + position, base + end) - base;
            checkLength();
            if (position == end) {
                return State.METHOD;
            }
            if (at(bytes, position) == ' ') {
                break;
            }
            if (TokenScan.isLineEnd(at(bytes, position))) {
                throw new RequestRefused(Violation.BAD_REQUEST_LINE);
            }
            if (TokenScan.isControl(at(bytes, position))) {
                throw new RequestRefused(Violation.BAD_METHOD);
            }
            tolerance.meet(Violation.BAD_METHOD);
            position++;
        }
        if (position == begin) {
            throw new RequestRefused(Violation.BAD_METHOD);
        }
        methodEnd = position++;
        return target(bytes);
    }

    private State target(byte[] bytes) {
        position = WordScan.indexOfControl(bytes, base + position, base + end, ' ' + 1) - base;
        checkLength();
        if (position == end) {
            return State.TARGET;
        }
        if (at(bytes, position) != ' ') {
            throw new RequestRefused(
                    TokenScan.isLineEnd(at(bytes, position))
                            ? Violation.BAD_REQUEST_LINE
                            : Violation.CONTROL_IN_TARGET);
        }
        targetEnd = position++;
        return version(bytes);
    }

    private void checkLength() {
        if (position - begin > maxLength) {
            throw new RequestRefused(Violation.REQUEST_LINE_TOO_LONG);
        }
    }

    private State version(byte[] bytes) {
        if (end - position < VERSION_LENGTH) {
            checkVersionPrefix(bytes, end - position);
            return State.VERSION;
        }
        // Shortcut for HTTP/1.1, the usual version. Benchmark: HeadBenchmark.parse.
        if (WordScan.word(bytes, base + position) == HTTP_1_1) {
            minorVersion = 1;
        } else {
            checkVersionPrefix(bytes, VERSION_PREFIX.length);
            minorVersion = at(bytes, position + VERSION_PREFIX.length) - '0';
            if (minorVersion < 0 || minorVersion > 9) {
                throw new RequestRefused(Violation.BAD_VERSION);
            }
        }
        position += VERSION_LENGTH;
        return lineEnd(bytes);
    }

    /** Refuses the request if the bytes of the version so far cannot become HTTP/1.0 or HTTP/1.1. */
    private void checkVersionPrefix(byte[] bytes, int length) {
        for (int i = 0; i < length; i++) {
            byte b = at(bytes, position + i);
            if (b != VERSION_PREFIX[i]) {
                boolean otherMajor = i == VERSION_PREFIX.length - 2 && b >= '0' && b <= '9';
                throw new RequestRefused(otherMajor ? Violation.UNSUPPORTED_VERSION : Violation.BAD_VERSION);
            }
        }
    }

    private State lineEnd(byte[] bytes) {
        int lf = position < end && at(bytes, position) == '\r' ? position + 1 : position;
        if (lf == end) {
            return State.LINE_END;
        }
        if (at(bytes, lf) != '\n') {
            throw new RequestRefused(lf == position ? Violation.BAD_VERSION : Violation.BARE_CR);
        }
        if (lf == position) {
            checkBareLf();
        }
        position = lf + 1;
        return State.COMPLETE;
    }

    private void checkBareLf() {
        if (!bareLf) {
            throw new RequestRefused(Violation.BARE_LF);
        }
    }

    boolean complete() {
        return state == State.COMPLETE;
    }

    /** Returns the length of the complete line in bytes, with its line end, without the empty lines before it. */
    int length() {
        return position - begin;
    }

    /** Returns the offset at which the field lines begin, counted from the first byte of the head. */
    int end() {
        return position;
    }

    int minorVersion() {
        return minorVersion;
    }

    /**
     * Returns the method of the complete line. {@code input} and {@code from} must be the same as in the last call of
     * {@link #resume}.
     *
     * @throws RequestRefused if the method is CONNECT, which asks for a tunnel
     */
    String method(byte[] input, int from) {
        String method = methodOf(input, from + begin, from + methodEnd);
        if (method.equals("CONNECT")) {
            throw new RequestRefused(Violation.CONNECT_METHOD);
        }
        return method;
    }

    /** Returns a method as a string. Makes no new string for a usual method. */
    private static String methodOf(byte[] bytes, int from, int to) {
        for (String usual : USUAL_METHODS) {
            if (equal(usual, bytes, from, to)) {
                return usual;
            }
        }
        // Only the legacy mode accepts a method with non-ASCII bytes.
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static boolean equal(String method, byte[] bytes, int from, int to) {
        if (to - from != method.length()) {
            return false;
        }
        for (int i = 0; i < method.length(); i++) {
            if (bytes[from + i] != method.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the target of the complete line. {@code input} and {@code from} must be the same as in the last call of
     * {@link #resume}.
     */
    RequestTarget target(byte[] input, int from, RecentCache<RequestTarget> targets) {
        RequestTarget target = RequestTarget.of(input, from + methodEnd + 1, from + targetEnd, targets);
        if (!target.sound()) {
            tolerance.meet(Violation.BAD_TARGET);
        }
        return target;
    }
}
