package dev.ringer.internal.http2.frame;

/**
 * Thrown for a frame with a fault that ends its connection. The exception carries no stack trace, because refusing must
 * not cost more than serving.
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
     * Returns the fault of the frame.
     *
     * @return never null
     */
    public FrameFault fault() {
        return fault;
    }
}
