package dev.ringer.internal.protocol;

import dev.ringer.internal.http.ErrorText;
import dev.ringer.internal.observe.Limit;
import java.io.IOException;

/** The answer to a request that the server does not handle because there are too many exchanges (load shedding). */
public final class ShedAnswer {
    private static final int STATUS = 503;
    private static final byte[] PAGE =
            ErrorText.page(STATUS, "The server is handling too many requests; try again later");
    private static final ResponseFields FIELDS = visitor -> {
        visitor.accept("Content-type", "text/html");
        visitor.accept("Retry-after", "1");
    };

    private ShedAnswer() {}

    /** Answers 503, and ends the exchange. Called by the loop. */
    public static void send(RequestHandler handler, HttpStream stream, Limit reached) {
        boolean content = stream.allowsBody(STATUS);
        handler.onRefused(stream, STATUS, content ? PAGE.length : 0, reached.name());
        try {
            stream.respond(STATUS, PAGE.length, FIELDS);
            if (content) {
                stream.write(PAGE, 0, PAGE.length);
            }
            stream.finish();
        } catch (IOException ignored) { // the client has closed the connection
            stream.abort();
        }
    }
}
