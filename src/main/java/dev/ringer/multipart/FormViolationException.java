package dev.ringer.multipart;

/**
 * Thrown when a form breaks a rule and its {@link FormCompliance} does not tolerate that.
 *
 * @since 0.1.0
 */
public final class FormViolationException extends FormException {
    private static final long serialVersionUID = 1L;

    /** The violation of the rule. */
    private final FormViolation violation;

    /**
     * Makes the exception.
     *
     * @param violation the violation of the rule
     */
    public FormViolationException(FormViolation violation) {
        super(violation.status(), violation.text());
        this.violation = violation;
    }

    /**
     * Returns the violation.
     *
     * @return the violation
     */
    public FormViolation violation() {
        return violation;
    }
}
