package dev.ringer.multipart;

import java.io.IOException;

/**
 * A form that is refused. What was read of it is worth nothing, and its request deserves {@link #status()}.
 *
 * <p>The message holds no byte of the client's and may be sent back.
 *
 * @since 0.1.0
 */
public abstract sealed class FormException extends IOException permits FormViolationException, FormLimitException {
    private static final long serialVersionUID = 1L;

    /** What to answer. */
    private final int status;

    FormException(int status, String message) {
        super(message);
        this.status = status;
    }

    /**
     * Says what to answer.
     *
     * @return an HTTP status: 400, 413, 415 or 503
     */
    public final int status() {
        return status;
    }
}
