package dev.ringer.internal.websocket.frame;

/** Thrown if a client's frame breaks a rule. It has no stack trace, so that a refusal costs little. */
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
