package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.http.RequestRefused;
import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.Tolerance;
import java.util.Arrays;

/**
 * Parses a request head from bytes that arrive in pieces of any size: the request line, then the field lines. Each call
 * gets all bytes of the head so far, and resumes where the last call stopped. The parser reads each byte a bounded
 * number of times, and allocates nothing before {@link #takeHead}.
 *
 * <p>After a {@link RequestRefused} the parser must be {@link #reset}. Not thread-safe.
 */
public final class RequestHeadParser {
    private final Tolerance tolerance;
    private final RequestLineParser requestLine;
    private final FieldLineParser fieldLines;

    /**
     * Creates a parser that is ready for its first head.
     *
     * @param legacy whether to tolerate violations after which all parsers still agree where the message ends
     * @param bareLf whether LF alone ends a line
     */
    public RequestHeadParser(HeadLimits limits, boolean legacy, boolean bareLf) {
        tolerance = new Tolerance(legacy);
        requestLine = new RequestLineParser(limits.requestLine(), tolerance, bareLf);
        fieldLines = FieldLineParser.ofHead(limits, tolerance, bareLf);
    }

    public void reset() {
        requestLine.reset();
        fieldLines.reset(0);
        tolerance.takeUsed();
    }

    /**
     * Parses a head as far as it has arrived.
     *
     * @param from the index of the first byte of the head, including empty lines before it
     * @param to the end of the received bytes, exclusive
     * @return whether the head is complete
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

    /** Returns the length of the complete head in bytes, with empty lines before it and the empty line that ends it. */
    public int length() {
        return requestLine.end() + fieldLines.length();
    }

    /**
     * Returns the complete head, with a copy of its bytes.
     *
     * @param input the same array as in the last call of {@link #parse}
     * @param from the same index as in the last call of {@link #parse}
     * @param targets parses the target, or returns an equal target from its cache
     * @throws RequestRefused if the method or the target is refused
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
