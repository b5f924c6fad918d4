package dev.ringer.internal.http;

import java.io.IOException;

/**
 * Thrown by each read of a request body that is at fault. The {@linkplain Violation#scope() scope} of the fault tells
 * the protocol whether the connection can go on.
 */
public final class BodyBroken extends IOException {
    private static final long serialVersionUID = 1L;

    private final Violation violation;

    /** Creates the exception for one violation. */
    public BodyBroken(Violation violation) {
        super(violation.text() + " (" + violation.rule() + ")");
        this.violation = violation;
    }

    /** Returns the fault of the body. */
    public Violation violation() {
        return violation;
    }
}
