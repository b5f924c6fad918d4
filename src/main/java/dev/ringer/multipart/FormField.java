package dev.ringer.multipart;

/**
 * A field of a form with its text.
 *
 * @param name of the field
 * @param text decoded; bytes that are none of the character set's are U+FFFD
 * @param contentType that the client claims; {@code text/plain} where none is given
 * @since 0.1.0
 */
public record FormField(String name, String text, String contentType) implements FormEntry {}
