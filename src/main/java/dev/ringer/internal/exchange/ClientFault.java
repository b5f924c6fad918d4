package dev.ringer.internal.exchange;

import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.Violation;
import dev.ringer.multipart.FormException;
import java.io.IOException;

/**
 * A fault of a client that made a handler fail. It is found even if the handler, or a framework within it, has wrapped
 * the exception in others.
 *
 * @param status the status code that the request deserves; 0 if there is nobody to answer
 * @param text a sentence for the answer, without anything that the client sent
 * @param expected whether the application may leave the answer to the server
 */
record ClientFault(int status, String text, boolean expected) {
    /** The most causes of a failure that are checked. */
    private static final int MAX_CAUSES = 32;

    private static final ClientFault LOST = new ClientFault(0, "", false);

    /**
     * Searches a failure for a fault of the client.
     *
     * @param failure what the handler threw
     * @param disconnected whether the client can no longer be reached
     * @return null if the failure is the application's own
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
