package dev.ringer.internal.server;

import dev.ringer.internal.protocol.BodyBroken;
import dev.ringer.internal.protocol.Violation;
import dev.ringer.multipart.FormException;
import java.io.IOException;

/**
 * What a client did to make a handler fail. It is found also where the handler, or a framework within, has wrapped the
 * exception in others.
 *
 * @param status what its request deserves; 0 if there is nobody to be answered
 * @param text a sentence for the answer, nothing that the client sent
 * @param expected whether the application may leave the answer to the server
 */
record ClientFault(int status, String text, boolean expected) {
    /** As many causes of a failure are looked at. */
    private static final int MAX_CAUSES = 32;

    private static final ClientFault LOST = new ClientFault(0, "", false);

    /**
     * Looks for the client's fault in a failure.
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
