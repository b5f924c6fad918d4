package dev.ringer.internal.exchange;

import java.io.IOException;

/** Thrown when the application closes a response body before it has written all bytes that it announced. */
final class InsufficientBytes extends IOException {
    private static final long serialVersionUID = 1L;

    private static final int MAX_CAUSES = 32; // the causes of an exception may form a circle

    InsufficientBytes() {
        super("insufficient bytes written");
    }

    /** Whether {@code failure} is such an exception, or wraps one. */
    static boolean caused(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
            if (cause instanceof InsufficientBytes) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
