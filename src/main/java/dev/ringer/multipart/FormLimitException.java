package dev.ringer.multipart;

/**
 * A form that exceeds a bound of its {@link FormOptions}.
 *
 * @since 0.1.0
 */
public final class FormLimitException extends FormException {
    private static final long serialVersionUID = 1L;

    /** The bound exceeded. */
    private final FormLimit limit;

    /**
     * Makes the exception.
     *
     * @param limit the bound exceeded
     */
    public FormLimitException(FormLimit limit) {
        super(limit.status(), limit.text());
        this.limit = limit;
    }

    /**
     * Says which bound is exceeded.
     *
     * @return the limit
     */
    public FormLimit limit() {
        return limit;
    }
}
