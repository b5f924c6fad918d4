package dev.ringer.multipart;

/**
 * A field of a form with its text.
 *
 * @param name the name of the field; several fields may have the same name
 * @param text the decoded text, with U+FFFD for bytes that are illegal in the character set
 * @param contentType the content type that the client claims; {@code text/plain} if the client names none
 * @since 0.1.0
 */
public record FormField(String name, String text, String contentType) implements FormEntry {}
