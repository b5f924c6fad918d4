package dev.ringer.internal.http;

import java.io.IOException;

/** Thrown when the application reads a request body that breaks a rule, and by each later read of that body. */
public final class BodyBroken extends IOException {
    private static final long serialVersionUID = 1L;

    private final Violation violation;

    public BodyBroken(Violation violation) {
        super(violation.text() + " (" + violation.rule() + ")");
        this.violation = violation;
    }

    public Violation violation() {
        return violation;
    }
}
