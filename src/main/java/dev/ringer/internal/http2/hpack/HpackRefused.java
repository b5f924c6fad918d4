package dev.ringer.internal.http2.hpack;

/**
 * A field block is at fault, and the tables are out of step: its connection cannot go on. Carries no stack trace: refusing
 * must not cost more than serving.
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
     * What is wrong with the block.
     *
     * @return never null
     */
    public HpackFault fault() {
        return fault;
    }
}
