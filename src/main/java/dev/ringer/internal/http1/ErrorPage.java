package dev.ringer.internal.http1;

import dev.ringer.internal.http.ErrorText;
import dev.ringer.internal.http1.codec.ResponseHeadWriter;
import dev.ringer.internal.http1.codec.ResponseHeadWriter.Framing;
import dev.ringer.internal.protocol.ResponseFields;
import java.io.IOException;

/**
 * An error response that the server itself makes, with a page like that of the JDK's server. The response announces
 * that the server then closes the connection. Immutable.
 */
final class ErrorPage {
    private static final ResponseFields FIELDS = visitor -> visitor.accept("Content-type", "text/html");

    private final int status;
    private final byte[] body;
    private final boolean headOnly;

    /**
     * Creates a page.
     *
     * @param text a sentence for the page. It must not contain bytes from the client, because they could inject a
     *     script into the page
     * @param headOnly whether the method of the request is HEAD
     */
    ErrorPage(int status, String text, boolean headOnly) {
        this.status = status;
        this.body = ErrorText.page(status, text);
        this.headOnly = headOnly;
    }

    /** Returns the length of the page in bytes; 0 for a response to HEAD. */
    int contentLength() {
        return headOnly ? 0 : body.length;
    }

    /**
     * Sends as many bytes of the response as the client accepts now. May wait for the lock of the output. The loop must
     * not wait, so it takes the lock before it calls this method.
     *
     * @return whether nothing is pending any more
     */
    boolean send(ConnectionOutput output) throws IOException {
        output.lock();
        try {
            ResponseHeadWriter writer = output.head();
            writer.compose(status, Framing.LENGTH, body.length, FIELDS, true);
            output.putHead(writer);
            if (!headOnly) {
                output.put(body, 0, body.length);
            }
            return output.sendAll();
        } finally {
            output.unlock();
        }
    }
}
