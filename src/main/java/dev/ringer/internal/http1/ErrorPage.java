package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.ReasonPhrases;
import dev.ringer.internal.http1.codec.ResponseHeadWriter;
import dev.ringer.internal.http1.codec.ResponseHeadWriter.Framing;
import dev.ringer.internal.protocol.ResponseFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The server's own answers, in the form of the JDK's server. Nothing that the client sent stands in them. */
final class ErrorPage {
    private static final ResponseFields FIELDS = visitor -> visitor.accept("Content-type", "text/html");

    private ErrorPage() {}

    /** Adds a whole response that announces the end of the connection. With the output's lock held. */
    static void put(ConnectionOutput output, int status, String text, boolean headOnly) throws IOException {
        String page = "<h1>" + status + " " + ReasonPhrases.of(status) + "</h1>" + text;
        byte[] body = page.getBytes(StandardCharsets.ISO_8859_1);
        ResponseHeadWriter writer = output.head();
        writer.compose(status, Framing.LENGTH, body.length, FIELDS, true);
        output.putHead(writer);
        if (!headOnly) {
            output.put(body, 0, body.length);
        }
    }
}
