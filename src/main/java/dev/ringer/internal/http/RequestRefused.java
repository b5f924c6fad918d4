package dev.ringer.internal.http;

/**
 * Thrown for a request that breaks a rule or a limit. The server sends the error response that belongs to the
 * {@link Violation}, and no handler sees the request. The exception has no stack trace, because refusing a request must
 * not cost more than serving it.
 */
public final class RequestRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Violation violation;

    public RequestRefused(Violation violation) {
        super(violation.text(), null, false, false);
        this.violation = violation;
    }

    public Violation violation() {
        return violation;
    }
}
