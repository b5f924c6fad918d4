package dev.ringer.internal.exchange;

import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.Violation;
import dev.ringer.multipart.FormException;
import java.io.IOException;

/**
 * A fault of a client that made a handler fail. The search follows the causes of an exception, because handlers and
 * frameworks wrap exceptions.
 *
 * @param status the status code for the answer; 0 if the client is gone
 * @param text a sentence for the answer, without anything that the client sent
 * @param expected whether the server answers even if the setting {@code errorResponse} is {@code close}
 */
record ClientFault(int status, String text, boolean expected) {
    /** The most causes of a failure that the search follows. */
    private static final int MAX_CAUSES = 32;

    private static final ClientFault LOST = new ClientFault(0, "", false);

    /**
     * Returns the client's fault behind an exception that a handler threw; null if the failure is the application's
     * own. If the client is {@code disconnected}, every {@link IOException} counts as its fault.
     */
    static ClientFault of(Throwable failure, boolean disconnected) {
        boolean lost = false;
        Throwable cause = failure;
        for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
            if (cause instanceof FormException form) {
                return new ClientFault(form.status(), form.getMessage(), true);
            }
            if (cause instanceof BodyBroken body) {
                Violation why = body.violation();
                return new ClientFault(why.status(), why.text(), why == Violation.HEAD_MEMORY_SPENT);
            }
            lost |= disconnected && cause instanceof IOException;
            cause = cause.getCause();
        }
        return lost ? LOST : null;
    }
}
