package dev.ringer.internal.http2.hpack;

/**
 * Thrown for a field block with a fault. The tables are then out of step, so the connection cannot go on. The exception
 * carries no stack trace, because refusing must not cost more than serving.
 */
public final class HpackRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final HpackFault fault;

    /**
     * Refuses a block.
     *
     * @param fault what is wrong with it
     */
    public HpackRefused(HpackFault fault) {
        super(fault.text(), null, false, false);
        this.fault = fault;
    }

    /**
     * Returns the fault of the block.
     *
     * @return never null
     */
    public HpackFault fault() {
        return fault;
    }
}
