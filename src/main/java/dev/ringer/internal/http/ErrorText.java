package dev.ringer.internal.http;

import java.nio.charset.StandardCharsets;

/** Makes the error pages that the server itself sends. The pages look like those of the JDK's server. */
public final class ErrorText {
    private ErrorText() {}

    /**
     * Returns an error page in a new array. The text must not contain anything that the client sent, because a client
     * could inject a script.
     */
    public static byte[] page(int status, String text) {
        String page = "<h1>" + status + " " + ReasonPhrases.of(status) + "</h1>" + text;
        return page.getBytes(StandardCharsets.ISO_8859_1);
    }
}
