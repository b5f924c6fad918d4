package dev.ringer.testkit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * One response, read by its own framing.
 *
 * @param statusLine the whole first line
 * @param fields the header section, in order
 * @param body without the framing; empty where none may come
 * @param trailers what followed the last chunk
 * @param complete whether the body came to the end that its framing promised
 */
public record Response(String statusLine, List<Field> fields, byte[] body, List<Field> trailers, boolean complete) {
    /** The three digits, or however many there are. */
    public int status() {
        return Integer.parseInt(statusLine.split(" ", 3)[1]);
    }

    /** All values of a field, whatever the case of its name. */
    public List<String> values(String name) {
        return fields.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(Field::value)
                .toList();
    }

    /** The first value of a field. */
    public Optional<String> value(String name) {
        return values(name).stream().findFirst();
    }

    /** Whether a field is there at all. */
    public boolean has(String name) {
        return !values(name).isEmpty();
    }

    /** The body as ISO-8859-1. */
    public String text() {
        return new String(body, StandardCharsets.ISO_8859_1);
    }
}
