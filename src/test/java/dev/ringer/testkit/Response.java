package dev.ringer.testkit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A response to one request, as {@link ResponseReader} has parsed it.
 *
 * @param statusLine the first line, without its CRLF
 * @param fields the header fields, in order
 * @param body the content without the framing; empty if the response may have none
 * @param trailers the fields after the last chunk
 * @param complete whether the body has the length that its framing announces
 */
public record Response(String statusLine, List<Field> fields, byte[] body, List<Field> trailers, boolean complete) {
    /** Returns the status code. */
    public int status() {
        return Integer.parseInt(statusLine.split(" ", 3)[1]);
    }

    /** Returns all values of a field; the name is case-insensitive. */
    public List<String> values(String name) {
        return fields.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(Field::value)
                .toList();
    }

    /** Returns the first value of a field. */
    public Optional<String> value(String name) {
        return values(name).stream().findFirst();
    }

    /** Returns whether the response has this field. */
    public boolean has(String name) {
        return !values(name).isEmpty();
    }

    /** Returns the body, decoded as ISO-8859-1. */
    public String text() {
        return new String(body, StandardCharsets.ISO_8859_1);
    }
}
