package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.ResponseHeadWriter;
import dev.ringer.internal.http1.codec.ResponseHeadWriter.Framing;
import dev.ringer.internal.protocol.ErrorText;
import dev.ringer.internal.protocol.ResponseFields;
import java.io.IOException;

/** An answer of the server's own, in the form of the JDK's server; it announces the end of the connection. Immutable. */
final class ErrorPage {
    /** No page is larger, in bytes: its texts are the server's own sentences. */
    static final int MAX_SIZE = 1024;

    private static final ResponseFields FIELDS = visitor -> visitor.accept("Content-type", "text/html");

    private final int status;
    private final byte[] body;
    private final boolean headOnly;

    /**
     * A page.
     *
     * @param status the status code
     * @param text a sentence, nothing that the client sent
     * @param headOnly whether the request was for the head alone
     */
    ErrorPage(int status, String text, boolean headOnly) {
        this.status = status;
        this.body = ErrorText.page(status, text);
        this.headOnly = headOnly;
    }

    /** How many bytes of content are sent. */
    int contentLength() {
        return headOnly ? 0 : body.length;
    }

    /**
     * Sends the whole response as far as the client takes it now.
     *
     * @param output its lock is held, and let go
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
