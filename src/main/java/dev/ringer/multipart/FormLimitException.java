package dev.ringer.multipart;

/**
 * Thrown when a form exceeds one of the limits that its {@link FormOptions} set.
 *
 * @since 0.1.0
 */
public final class FormLimitException extends FormException {
    private static final long serialVersionUID = 1L;

    /** The limit that the form exceeds. */
    private final FormLimit limit;

    /**
     * Makes an exception for this limit.
     *
     * @param limit the limit that the form exceeds
     */
    public FormLimitException(FormLimit limit) {
        super(limit.status(), limit.text());
        this.limit = limit;
    }

    FormLimitException(FormLimit limit, FormOptions options) {
        super(limit.status(), limit.text(options));
        this.limit = limit;
    }

    /** {@return the limit that the form exceeds} */
    public FormLimit limit() {
        return limit;
    }
}
