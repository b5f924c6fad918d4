package dev.ringer.internal.http;

import java.nio.charset.StandardCharsets;

/** The content of the answers that the server itself gives, in the form of the JDK's server. */
public final class ErrorText {
    private ErrorText() {}

    /**
     * Returns a page.
     *
     * @param status the status code
     * @param text a sentence; must not contain anything that the client sent
     * @return a new array
     */
    public static byte[] page(int status, String text) {
        String page = "<h1>" + status + " " + ReasonPhrases.of(status) + "</h1>" + text;
        return page.getBytes(StandardCharsets.ISO_8859_1);
    }
}
