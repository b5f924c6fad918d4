package dev.ringer.internal.http2.frame;

/**
 * Reports a fault of the client after which the connection cannot go on. It has no stack trace, because refusing a
 * connection must not cost more than serving it.
 */
public final class Http2Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Http2Fault fault; // null if the state of the stream does not allow the frame
    private final ErrorCode code;

    /** Refuses the connection for a fault, which is counted. */
    public Http2Refused(Http2Fault fault) {
        super(fault.text(), null, false, false);
        this.fault = fault;
        this.code = fault.code();
    }

    /** Refuses a frame that the state of its stream does not allow. Nothing is counted. */
    public Http2Refused(ErrorCode code, String text) {
        super(text, null, false, false);
        this.fault = null;
        this.code = code;
    }

    /** Throws the exception if there is a fault that ends the connection. */
    public static void check(Http2Fault fault) {
        if (fault != null) {
            throw new Http2Refused(fault);
        }
    }

    /** Returns the fault to count; null if the server counts no fault. */
    public Http2Fault fault() {
        return fault;
    }

    /** Returns the error code that is sent to the client. */
    public ErrorCode code() {
        return code;
    }
}
