package dev.ringer.internal.http;

import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;

/**
 * The limits that one server sets for requests and responses. All protocols of the server use the same object. A new
 * limit on request heads needs a field in this class and a line in {@link #judge}. Immutable.
 */
public final class RequestLimits {
    private static final long DRAIN_AFTER_RESPONSE = 16 << 20;

    /** The longest request line, in bytes. */
    public final int maxRequestLine;

    /** The most field lines of a request head or a trailer section. */
    public final int maxFields;

    /** The largest request head, in bytes. Each line counts 32 bytes more than it has, because it takes memory. */
    public final int maxHead;

    /** The longest chunk-size line of a request body, in bytes. */
    public final int maxChunkLine;

    /** The most bytes that all chunk extensions of one request body may have together. */
    public final int maxChunkExtensions;

    /** The largest request body, in bytes; {@link Long#MAX_VALUE} for no limit. */
    public final long maxBody;

    /**
     * The most bytes of a request body that the server receives before it calls the handler; 0 if it receives none. It
     * waits for no part of a body that announces a larger length.
     */
    public final int bodyBuffer;

    /**
     * The most bytes of an unread request body that the server reads and drops, to keep the connection usable, if it can
     * still announce the end of the connection instead.
     */
    public final long drainAmount;

    /**
     * The most bytes of an unread request body that the server drops if the response has gone already, so that the
     * client relies on the connection, or if the body is chunked on HTTP/1, where the framing counts, too.
     * {@code drainTimeout} limits the time. A fast client sends as much in some milliseconds, in which it occupies the
     * loop.
     */
    public final long drainAmountAfterResponse;

    /** The most bytes of a response that a handler can write without waiting for the client; 0 if it always waits. */
    public final int responseBuffer;

    /** The lowest rate at which a client may send a body, in bytes per second; 0 for no limit. */
    public final long minBodyRate;

    /** The lowest rate at which a client may read a response, in bytes per second; 0 for no limit. */
    public final long minResponseRate;

    /**
     * The longest time from the first byte of a request head until the head is complete. All times in this class are in
     * nanoseconds; {@link TimeLimit#OFF} stands for no limit.
     */
    public final long headNanos;

    /** The longest time for which a connection may be idle. */
    public final long idleNanos;

    /** The longest time for which the server waits for the next byte of a request body. */
    public final long bodyStallNanos;

    /** The longest time for which a client may read nothing of a response that the server is sending. */
    public final long writeStallNanos;

    /**
     * The longest time for dropping the unread rest of a request body, or for waiting until a client closes the
     * connection.
     */
    public final long drainNanos;

    /** The longest time from the first byte of a request to the last byte of its body. */
    public final long requestNanos;

    /** The longest time from a complete request to the end of its response. */
    public final long responseNanos;

    /** Whether the server tolerates the violations that are {@link Violation#tolerable}. */
    public final boolean legacy;

    /** Whether LF alone ends a line of a request head. */
    public final boolean bareLf;

    /** Whether the server checks the Host field of a request. If not, a request may have no Host field, or several. */
    public final boolean hostValidation;

    public RequestLimits(ServerOptions options) {
        maxRequestLine = options.get(Settings.MAX_REQUEST_LINE).intValue();
        maxFields = options.get(Settings.MAX_REQUEST_HEADERS).intValue();
        maxHead = options.get(Settings.MAX_REQUEST_HEADER_SIZE).intValue();
        maxChunkLine = options.get(Settings.MAX_CHUNK_LINE).intValue();
        maxChunkExtensions = options.get(Settings.MAX_CHUNK_EXTENSIONS).intValue();
        maxBody = options.get(Settings.MAX_BODY_SIZE) == 0 ? Long.MAX_VALUE : options.get(Settings.MAX_BODY_SIZE);
        bodyBuffer = options.get(Settings.BODY_BUFFER).intValue();
        drainAmount = options.get(Settings.DRAIN_AMOUNT);
        drainAmountAfterResponse = Math.max(drainAmount, DRAIN_AFTER_RESPONSE);
        responseBuffer = options.get(Settings.RESPONSE_BUFFER).intValue();
        minBodyRate = options.get(Settings.MIN_BODY_RATE);
        minResponseRate = options.get(Settings.MIN_RESPONSE_RATE);
        headNanos = TimeLimit.nanos(options.get(Settings.HEAD_TIMEOUT));
        idleNanos = TimeLimit.nanos(options.get(Settings.IDLE_INTERVAL));
        bodyStallNanos = TimeLimit.nanos(options.get(Settings.BODY_STALL_TIMEOUT));
        writeStallNanos = TimeLimit.nanos(options.get(Settings.WRITE_STALL_TIMEOUT));
        drainNanos = TimeLimit.nanos(options.get(Settings.DRAIN_TIMEOUT));
        requestNanos = TimeLimit.nanos(options.get(Settings.MAX_REQUEST_TIME));
        responseNanos = TimeLimit.nanos(options.get(Settings.MAX_RESPONSE_TIME));
        legacy = options.get(Settings.COMPLIANCE) == Settings.Compliance.LEGACY;
        bareLf = options.get(Settings.BARE_LF) == Settings.BareLf.ACCEPT;
        hostValidation = options.get(Settings.HOST_VALIDATION);
    }

    /**
     * Checks whether a complete request head exceeds a limit of this server. Call only if the head is valid in its
     * protocol. Each protocol calls this method once for each request.
     *
     * @param bodyLength the declared length of the body in bytes; negative if unknown
     * @return the limit that the request exceeds; null if it exceeds none
     */
    public Violation judge(FieldLines lines, RequestTarget target, long bodyLength) {
        return bodyLength > maxBody ? Violation.BODY_TOO_LARGE : null;
    }

    /**
     * Whether a request body of this length must arrive before the handler is called. A negative length means that the
     * length is unknown. Of such a body, at most {@link #bodyBuffer} bytes arrive before.
     */
    public boolean precedesHandler(long bodyLength) {
        return bodyBuffer > 0 && bodyLength != 0 && bodyLength <= bodyBuffer;
    }
}
