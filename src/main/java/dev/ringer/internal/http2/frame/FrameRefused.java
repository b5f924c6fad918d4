package dev.ringer.internal.http2.frame;

/**
 * A frame is at fault, and its connection cannot go on. Carries no stack trace: refusing must not cost more than serving.
 */
public final class FrameRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FrameFault fault;

    /**
     * Refuses a frame.
     *
     * @param fault a fault that ends the connection
     */
    public FrameRefused(FrameFault fault) {
        super(fault.text(), null, false, false);
        this.fault = fault;
    }

    /**
     * What is wrong with the frame.
     *
     * @return never null
     */
    public FrameFault fault() {
        return fault;
    }
}
