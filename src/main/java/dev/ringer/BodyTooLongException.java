package dev.ringer;

import java.io.IOException;

/**
 * The failure of a {@link RequestBody} that is longer than the limit given to it, or than the server's
 * {@code ringer.maxBodySize}. The right answer is status 413 (Content Too Large).
 *
 * <p>Forms and reads from {@code HttpExchange.getRequestBody()} fail with other {@link IOException}s, for which
 * {@link RequestBody#statusOf} returns 413, too.
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
