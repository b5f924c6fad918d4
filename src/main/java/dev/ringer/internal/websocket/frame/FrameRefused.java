package dev.ringer.internal.websocket.frame;

/**
 * Thrown if a client's frames break a rule. It has no stack trace, because refusing a client must not cost more than
 * serving it.
 */
public final class FrameRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FrameFault fault;

    /** Creates the exception for a fault. */
    public FrameRefused(FrameFault fault) {
        super(fault.text() + " (" + fault.rule() + ")", null, false, false);
        this.fault = fault;
    }

    /** Returns the fault. */
    public FrameFault fault() {
        return fault;
    }
}
