package dev.ringer.multipart;

import java.io.IOException;

/**
 * Thrown when a form is refused. Discard what was read of it, and answer with {@link #status()}.
 *
 * <p>The message contains no bytes that the client sent, so you may send it too. If a handler doesn't catch the
 * exception, Ringer answers with the status itself.
 *
 * @since 0.1.0
 */
public abstract sealed class FormException extends IOException permits FormViolationException, FormLimitException {
    private static final long serialVersionUID = 1L;

    /** HTTP status of the response to send. */
    private final int status;

    FormException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** {@return the HTTP status of the response to send: 400, 413, 415 or 503} */
    public final int status() {
        return status;
    }
}
