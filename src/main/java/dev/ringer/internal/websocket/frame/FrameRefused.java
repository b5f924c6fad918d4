package dev.ringer.internal.websocket.frame;

/**
 * Thrown if a frame of the client breaks a rule. The exception has no stack trace, because refusing a client must not
 * cost more than serving it.
 */
public final class FrameRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FrameFault fault;

    public FrameRefused(FrameFault fault) {
        super(fault.text() + " (" + fault.rule() + ")", null, false, false);
        this.fault = fault;
    }

    public FrameFault fault() {
        return fault;
    }
}
