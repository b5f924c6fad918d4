package dev.ringer.multipart;

/**
 * A form that breaks a rule which its {@link FormCompliance} does not let pass.
 *
 * @since 0.1.0
 */
public final class FormViolationException extends FormException {
    private static final long serialVersionUID = 1L;

    /** The rule broken. */
    private final FormViolation violation;

    /**
     * Makes the exception.
     *
     * @param violation the rule broken
     */
    public FormViolationException(FormViolation violation) {
        super(violation.status(), violation.text());
        this.violation = violation;
    }

    /**
     * Says which rule is broken.
     *
     * @return the violation
     */
    public FormViolation violation() {
        return violation;
    }
}
