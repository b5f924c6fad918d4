package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.http.RequestRefused;
import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.Tolerance;
import java.util.Arrays;

/**
 * Reads a request head from bytes that arrive in pieces of any size: the request line, then the field lines. Each call
 * gets all bytes of the head so far and resumes where the last call stopped. It reads each byte a bounded number of
 * times. Nothing is allocated until {@link #takeHead}.
 *
 * <p>The parser throws a fault as {@link RequestRefused}. After that it must be {@link #reset}. Not thread-safe.
 */
public final class RequestHeadParser {
    private final Tolerance tolerance;
    private final RequestLineParser requestLine;
    private final FieldLineParser fieldLines;

    /**
     * Creates a parser that is ready for its first head.
     *
     * @param limits the limits for the size of heads
     * @param legacy whether violations that cannot desynchronise a connection are tolerated
     * @param bareLf whether LF alone ends a line
     */
    public RequestHeadParser(HeadLimits limits, boolean legacy, boolean bareLf) {
        tolerance = new Tolerance(legacy);
        requestLine = new RequestLineParser(limits.requestLine(), tolerance, bareLf);
        fieldLines = FieldLineParser.ofHead(limits, tolerance, bareLf);
    }

    /** Makes the parser ready for the next head. */
    public void reset() {
        requestLine.reset();
        fieldLines.reset(0);
        tolerance.takeUsed();
    }

    /**
     * Reads more of a head.
     *
     * @param input an array that holds the head
     * @param from where the head begins, including empty lines before it: the same first byte on each call
     * @param to the end of the bytes received so far, exclusive
     * @return true if the head is complete and may be taken
     * @throws RequestRefused if the head is invalid
     */
    public boolean parse(byte[] input, int from, int to) {
        if (!requestLine.complete()) {
            if (!requestLine.resume(input, from, to)) {
                return false;
            }
            fieldLines.reset(requestLine.length() + HeadLimits.PER_LINE);
        }
        return fieldLines.resume(input, from + length(), to);
    }

    /**
     * Returns the length of the complete head.
     *
     * @return the number of bytes, including the empty lines before the head and the one after it
     */
    public int length() {
        return requestLine.end() + fieldLines.length();
    }

    /**
     * Copies the complete head out of its buffer.
     *
     * @param input an array that holds the head, as in the last call of {@link #parse}
     * @param from where the head begins, as in that call
     * @param targets the cache that parses targets
     * @return the head
     * @throws RequestRefused if its method or target is refused
     */
    public Http1RequestHead takeHead(byte[] input, int from, RecentCache<RequestTarget> targets) {
        String method = requestLine.method(input, from);
        RequestTarget target = requestLine.target(input, from, targets);
        return new Http1RequestHead(
                Arrays.copyOfRange(input, from + requestLine.end(), from + length()),
                fieldLines.lines(),
                method,
                target,
                requestLine.minorVersion(),
                tolerance.takeUsed());
    }
}
