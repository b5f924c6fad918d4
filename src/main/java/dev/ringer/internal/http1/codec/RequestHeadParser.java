package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.protocol.RequestRefused;
import dev.ringer.internal.protocol.RequestTarget;
import dev.ringer.internal.protocol.Tolerance;
import java.util.Arrays;

/**
 * Reads a request head from bytes that arrive in pieces of any size: the request line, then the field lines. Resumable:
 * each call is given all bytes of the head so far, goes on where the last one stopped and looks at each byte a bounded
 * number of times. Allocates nothing until {@link #takeHead}.
 *
 * <p>Faults are thrown as {@link RequestRefused}, after which the parser must be {@link #reset}. Not thread-safe.
 */
public final class RequestHeadParser {
    private final Tolerance tolerance;
    private final RequestLineParser requestLine;
    private final FieldLineParser fieldLines;

    /**
     * A parser that is ready for its first head.
     *
     * @param limits how large heads may be
     * @param legacy whether violations that cannot desynchronise a connection are let pass
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
     * Goes on with a head.
     *
     * @param input holds the head
     * @param from where it begins, empty lines before it included: the same first byte on each call
     * @param to where the bytes so far end
     * @return true if the head is complete, and may be taken
     * @throws RequestRefused if it is at fault
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
     * The length of the complete head.
     *
     * @return its bytes, empty lines before and the one behind it included
     */
    public int length() {
        return requestLine.end() + fieldLines.length();
    }

    /**
     * Copies the complete head out of its buffer.
     *
     * @param input holds the head, as in the last call of {@link #parse}
     * @param from where it begins, as there
     * @param targets parses targets
     * @return the head
     * @throws RequestRefused if its method or target is at fault
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
