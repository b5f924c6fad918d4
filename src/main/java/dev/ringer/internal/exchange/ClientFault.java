package dev.ringer.internal.exchange;

import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.Violation;
import java.io.IOException;
import java.util.function.ToIntFunction;

/**
 * Something that a client did wrong and that made a handler fail, such as a malformed body. {@link #of} also searches
 * the causes of the handler's exception, because handlers and frameworks wrap exceptions.
 *
 * @param status the status code of the error response; 0 if the client is gone
 * @param text a sentence for the error response, which contains nothing that the client sent
 * @param expected whether the server sends the error response even if the setting {@code errorResponse} is
 *     {@code close}; false if the client has stopped sending, because then it usually does not read either
 */
record ClientFault(int status, String text, boolean expected) {
    /** The most causes of an exception that are searched. */
    private static final int MAX_CAUSES = 32;

    private static final ClientFault LOST = new ClientFault(0, "", false);

    /**
     * Returns the client's fault that made a handler throw {@code failure}; null if the application is at fault. If
     * {@code disconnected}, the client is gone, and every {@link IOException} is its fault.
     *
     * @param statusOf as {@link ServerSettings#statusOf}
     */
    static ClientFault of(Throwable failure, boolean disconnected, ToIntFunction<Throwable> statusOf) {
        boolean lost = false;
        Throwable cause = failure;
        for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
            int status = statusOf.applyAsInt(cause);
            if (status != 0) {
                return new ClientFault(status, cause.getMessage(), true);
            }
            if (cause instanceof BodyBroken body) {
                Violation why = body.violation();
                return new ClientFault(why.status(), why.text(), why != Violation.BODY_TRUNCATED);
            }
            lost |= disconnected && cause instanceof IOException;
            cause = cause.getCause();
        }
        return lost ? LOST : null;
    }
}
