package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.ErrorCode;

/**
 * The client is at fault, and its connection cannot go on. Carries no stack trace: refusing must not cost more than serving.
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

    /** What is counted; null for nothing. */
    Enum<?> fault() {
        return cause;
    }

    /** What the client is told. */
    ErrorCode code() {
        return code;
    }
}
