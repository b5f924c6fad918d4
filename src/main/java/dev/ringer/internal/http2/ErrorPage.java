package dev.ringer.internal.http2;

import dev.ringer.internal.http.ErrorText;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ResponseFields;
import java.io.IOException;

/** A response that the server makes by itself, in the form of the JDK's server. Immutable. */
final class ErrorPage {
    private static final ResponseFields FIELDS = visitor -> visitor.accept("Content-type", "text/html");

    private final int status;
    private final byte[] body;

    /**
     * Makes a page.
     *
     * @param status the status code
     * @param text a sentence without anything that the client sent
     */
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

    /** Answers 503 to a request, because too many requests are being handled. Never blocks. */
    static void shed(Http2Stream stream) {
        byte[] page = new ErrorPage(503, "Too many requests are being handled").body();
        boolean content = stream.allowsBody(503);
        int length = content ? page.length : 0;
        stream.host().shared().handler.onRefused(stream, 503, length, Limit.MAX_EXCHANGES.name());
        try {
            stream.respond(503, page.length, visitor -> {
                FIELDS.forEach(visitor);
                visitor.accept("Retry-after", "1");
            });
            if (content) {
                stream.write(page, 0, page.length);
            }
            stream.finish();
        } catch (IOException ignored) { // the client has left
            stream.abort();
        }
    }
}
