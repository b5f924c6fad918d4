package dev.ringer.internal.protocol;

/**
 * A request is at fault: it gets the answer of its {@link Violation}, and no handler hears of it.
 * Carries no stack trace: refusing must not cost more than serving.
 */
public final class RequestRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Violation violation;

    /**
     * Refuses a request.
     *
     * @param violation what is wrong with it
     */
    public RequestRefused(Violation violation) {
        super(violation.text(), null, false, false);
        this.violation = violation;
    }

    /**
     * What is wrong with the request.
     *
     * @return never null
     */
    public Violation violation() {
        return violation;
    }
}
