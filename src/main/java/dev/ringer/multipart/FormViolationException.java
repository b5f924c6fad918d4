package dev.ringer.multipart;

/**
 * Thrown when a form breaks a rule, and the form's {@link FormCompliance} mode does not tolerate this.
 *
 * @since 0.1.0
 */
public final class FormViolationException extends FormException {
    private static final long serialVersionUID = 1L;

    /** The broken rule. */
    private final FormViolation violation;

    /**
     * Makes an exception for this violation.
     *
     * @param violation the broken rule
     */
    public FormViolationException(FormViolation violation) {
        super(violation.status(), violation.text());
        this.violation = violation;
    }

    /** {@return the broken rule} */
    public FormViolation violation() {
        return violation;
    }
}
