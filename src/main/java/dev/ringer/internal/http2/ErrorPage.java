package dev.ringer.internal.http2;

import dev.ringer.internal.http.ErrorText;
import dev.ringer.internal.protocol.ResponseFields;

/** An error response of the server itself. It looks like one of the JDK's server. Immutable. */
final class ErrorPage {
    static final ResponseFields FIELDS = visitor -> visitor.accept("Content-type", "text/html");

    private final int status;
    private final byte[] body;

    /** Makes a page. The text must not contain anything that the client sent. */
    ErrorPage(int status, String text) {
        this.status = status;
        this.body = ErrorText.page(status, text);
    }

    ResponseHead head() {
        return new ResponseHead(status, body.length, false, FIELDS);
    }

    byte[] body() {
        return body;
    }
}
