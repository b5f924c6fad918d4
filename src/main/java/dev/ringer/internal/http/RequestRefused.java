package dev.ringer.internal.http;

/**
 * Thrown for a request that is at fault. The request gets the answer of its {@link Violation}, and no handler sees it.
 * Carries no stack trace: to refuse must not cost more than to serve.
 */
public final class RequestRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Violation violation;

    /**
     * Creates the exception for one violation.
     *
     * @param violation what is wrong with the request
     */
    public RequestRefused(Violation violation) {
        super(violation.text(), null, false, false);
        this.violation = violation;
    }

    /**
     * Returns what is wrong with the request.
     *
     * @return never null
     */
    public Violation violation() {
        return violation;
    }
}
