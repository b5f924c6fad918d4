package dev.ringer.multipart;

/**
 * A text field of a form.
 *
 * @param name the name of the field; several fields may have the same name
 * @param text the decoded text, with U+FFFD for bytes that are illegal in the character set
 * @param contentType the content type that the client claims; {@code text/plain} if the client has sent none
 * @since 0.1.0
 */
public record FormField(String name, String text, String contentType) implements FormEntry {}
