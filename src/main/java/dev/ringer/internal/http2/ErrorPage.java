package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.ReasonPhrases;
import dev.ringer.internal.protocol.ResponseFields;
import java.nio.charset.StandardCharsets;

/** An answer of the server's own, in the form of the JDK's server. Immutable. */
final class ErrorPage {
    private static final ResponseFields FIELDS = visitor -> visitor.accept("Content-type", "text/html");

    private final int status;
    private final byte[] body;

    /**
     * A page.
     *
     * @param status the status code
     * @param text a sentence, nothing that the client sent
     */
    ErrorPage(int status, String text) {
        this.status = status;
        String page = "<h1>" + status + " " + ReasonPhrases.of(status) + "</h1>" + text;
        this.body = page.getBytes(StandardCharsets.ISO_8859_1);
    }

    ResponseHead head() {
        return new ResponseHead(status, body.length, false, FIELDS);
    }

    byte[] body() {
        return body;
    }
}
