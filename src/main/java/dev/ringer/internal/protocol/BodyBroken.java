package dev.ringer.internal.protocol;

import java.io.IOException;

/**
 * A request body is at fault: each read throws this. What becomes of its connection, where that carries other streams too,
 * is the protocol's decision by the {@linkplain Violation#scope() scope} of the fault.
 */
public final class BodyBroken extends IOException {
    private static final long serialVersionUID = 1L;

    private final Violation violation;

    /**
     * Breaks a body off.
     *
     * @param violation what is wrong with it
     */
    public BodyBroken(Violation violation) {
        super(violation.text() + " (" + violation.rule() + ")");
        this.violation = violation;
    }

    /**
     * What is wrong with the body.
     *
     * @return never null
     */
    public Violation violation() {
        return violation;
    }
}
