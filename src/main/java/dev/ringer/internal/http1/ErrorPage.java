package dev.ringer.internal.http1;

import dev.ringer.internal.http.ErrorText;
import dev.ringer.internal.http1.codec.ResponseHeadWriter;
import dev.ringer.internal.http1.codec.ResponseHeadWriter.Framing;
import dev.ringer.internal.protocol.ResponseFields;
import java.io.IOException;

/**
 * An answer that the server itself gives, in the form of the JDK's server. It announces the end of the connection.
 * Immutable.
 */
final class ErrorPage {
    /** The largest size of a page in bytes. The texts are the server's own sentences. */
    static final int MAX_SIZE = 1024;

    private static final ResponseFields FIELDS = visitor -> visitor.accept("Content-type", "text/html");

    private final int status;
    private final byte[] body;
    private final boolean headOnly;

    /**
     * Creates a page.
     *
     * @param status the status code
     * @param text a sentence; must not contain anything that the client sent
     * @param headOnly whether the request was for the head alone
     */
    ErrorPage(int status, String text, boolean headOnly) {
        this.status = status;
        this.body = ErrorText.page(status, text);
        this.headOnly = headOnly;
    }

    /** Returns how many bytes of content are sent. */
    int contentLength() {
        return headOnly ? 0 : body.length;
    }

    /**
     * Sends the whole response as far as the client takes it now.
     *
     * @param output the caller holds its lock; this method releases the lock
     * @return true if nothing is pending any more
     */
    boolean send(ConnectionOutput output) throws IOException {
        try {
            put(output);
            return output.sendAll();
        } finally {
            output.unlock();
        }
    }

    private void put(ConnectionOutput output) throws IOException {
        ResponseHeadWriter writer = output.head();
        writer.compose(status, Framing.LENGTH, body.length, FIELDS, true);
        output.putHead(writer);
        if (!headOnly) {
            output.put(body, 0, body.length);
        }
    }
}
