package dev.ringer.internal.http;

import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;

/**
 * The limits of one server on requests and responses. All protocols use the same object. To add a limit on complete
 * request heads, add a field here and a line to {@link #judge}. Immutable.
 */
public final class RequestLimits {
    /** The longest request line, in bytes. */
    public final int maxRequestLine;

    /** The most field lines of a head or of a trailer section. */
    public final int maxFields;

    /** The largest head, in bytes. Each line counts as its bytes plus 32, because of the memory that it takes. */
    public final int maxHead;

    /** The longest chunk line, in bytes. */
    public final int maxChunkLine;

    /** The most bytes of all chunk extensions of a body. */
    public final int maxChunkExtensions;

    /** The largest request body, in bytes; {@link Long#MAX_VALUE} for no limit. */
    public final long maxBody;

    /**
     * The largest request body that the server receives completely before it calls the handler, in bytes; 0 for none.
     */
    public final int bodyBuffer;

    /** The most bytes of an unread request body that the server drains so that the connection stays usable. */
    public final long drainAmount;

    /**
     * A handler does not wait for the client while it writes up to this many bytes of a response; 0 if it always waits.
     */
    public final int responseBuffer;

    /** The lowest rate at which a client may send a body, in bytes per second; 0 for no limit. */
    public final long minBodyRate;

    /** The lowest rate at which a client may read a response, in bytes per second; 0 for no limit. */
    public final long minResponseRate;

    /**
     * The longest time in which a request head may arrive. All times here are in nanoseconds; {@link TimeLimit#OFF}
     * stands for no limit.
     */
    public final long headNanos;

    /** The longest time that a connection may be idle. */
    public final long idleNanos;

    /** The longest time that the server waits for the next byte of a request body. */
    public final long bodyStallNanos;

    /** The longest time in which a client reads no byte of a response. */
    public final long writeStallNanos;

    /** The longest time in which a client may send the rest of a body, or close the connection. */
    public final long drainNanos;

    /** The longest time for a whole request. */
    public final long requestNanos;

    /** The longest time for a whole response. */
    public final long responseNanos;

    /** Whether the server tolerates harmless violations. */
    public final boolean legacy;

    /** Whether a bare LF ends a line of a head. */
    public final boolean bareLf;

    /** Whether the server checks the host of a request. If not, a request may have no host, or several. */
    public final boolean hostValidation;

    /** Makes the limits of a server. */
    public RequestLimits(ServerOptions options) {
        maxRequestLine = options.get(Settings.MAX_REQUEST_LINE).intValue();
        maxFields = options.get(Settings.MAX_REQUEST_HEADERS).intValue();
        maxHead = options.get(Settings.MAX_REQUEST_HEADER_SIZE).intValue();
        maxChunkLine = options.get(Settings.MAX_CHUNK_LINE).intValue();
        maxChunkExtensions = options.get(Settings.MAX_CHUNK_EXTENSIONS).intValue();
        maxBody = options.get(Settings.MAX_BODY_SIZE) == 0 ? Long.MAX_VALUE : options.get(Settings.MAX_BODY_SIZE);
        bodyBuffer = options.get(Settings.BODY_BUFFER).intValue();
        drainAmount = options.get(Settings.DRAIN_AMOUNT);
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
     * Checks whether a complete request head exceeds a limit of this server. The head must be valid in its protocol.
     * Each protocol calls this method once for each request.
     *
     * @param bodyLength the declared length of the body in bytes; negative if unknown
     * @return the limit that the request exceeds, as the reason to refuse the request; null if it exceeds none
     */
    public Violation judge(FieldLines lines, RequestTarget target, long bodyLength) {
        return bodyLength > maxBody ? Violation.BODY_TOO_LARGE : null;
    }

    /** Whether a body of this length arrives before its handler is called. A negative length is unknown. */
    public boolean precedesHandler(long bodyLength) {
        return bodyLength > 0 && bodyLength <= bodyBuffer;
    }
}
