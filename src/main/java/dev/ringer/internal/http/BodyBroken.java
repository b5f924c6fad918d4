package dev.ringer.internal.http;

import java.io.IOException;

/**
 * Thrown by each read of a request body that is at fault. If the connection carries other streams too, the protocol
 * decides what becomes of the connection, by the {@linkplain Violation#scope() scope} of the fault.
 */
public final class BodyBroken extends IOException {
    private static final long serialVersionUID = 1L;

    private final Violation violation;

    /**
     * Creates the exception for one violation.
     *
     * @param violation what is wrong with the body
     */
    public BodyBroken(Violation violation) {
        super(violation.text() + " (" + violation.rule() + ")");
        this.violation = violation;
    }

    /**
     * Returns what is wrong with the body.
     *
     * @return never null
     */
    public Violation violation() {
        return violation;
    }
}
