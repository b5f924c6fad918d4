package dev.ringer;

import java.io.IOException;

/**
 * Thrown when a request body is longer than the limit that was given to {@link RequestBody}, or than the server's
 * {@code ringer.maxBodySize}. The right answer is status 413 (Content Too Large).
 *
 * @since 0.1.0
 */
public final class BodyTooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    BodyTooLongException(long max) {
        super("the request body is longer than " + max + " bytes");
    }

    /** Makes the exception for a body that exceeds the server's limit. */
    BodyTooLongException(IOException limit) {
        super("the request body is longer than ringer.maxBodySize allows", limit);
    }
}
