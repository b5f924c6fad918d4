package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.ErrorCode;

/**
 * Reports a fault of the client after which the connection cannot go on. It has no stack trace, because refusing must
 * not cost more than serving.
 */
final class Http2Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Enum<?> cause; // null for a frame that the state of its stream does not allow
    private final ErrorCode code;

    Http2Refused(ErrorCode code, String text) {
        this(null, code, text);
    }

    Http2Refused(Enum<?> cause, ErrorCode code, String text) {
        super(text, null, false, false);
        this.cause = cause;
        this.code = code;
    }

    /** Refuses the connection if there is a fault that ends it. */
    static void check(Http2Fault fault) {
        if (fault != null) {
            throw new Http2Refused(fault, fault.code(), fault.text());
        }
    }

    /** Returns the fault that is counted; null if nothing is counted. */
    Enum<?> fault() {
        return cause;
    }

    /** Returns the error code that is sent to the client. */
    ErrorCode code() {
        return code;
    }
}
