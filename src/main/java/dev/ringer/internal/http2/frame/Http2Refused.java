package dev.ringer.internal.http2.frame;

/**
 * Thrown if a broken rule ends the connection. The exception has no stack trace, because refusing a connection must not
 * cost more than serving it.
 */
public final class Http2Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Http2Fault fault; // the broken rule; null if the frame was not allowed in the state of its stream
    private final ErrorCode code;

    /** Makes an exception for a broken rule. The server counts how often each rule is broken. */
    public Http2Refused(Http2Fault fault) {
        super(fault.text(), null, false, false);
        this.fault = fault;
        this.code = fault.code();
    }

    /**
     * Makes an exception for a frame that its stream's state does not allow. The server does not count this exception.
     */
    public Http2Refused(ErrorCode code, String text) {
        super(text, null, false, false);
        this.fault = null;
        this.code = code;
    }

    /** Returns the broken rule, which the server counts; null if the server does not count this exception. */
    public Http2Fault fault() {
        return fault;
    }

    /** Returns the error code that the server sends to the client. */
    public ErrorCode code() {
        return code;
    }
}
