package dev.ringer.multipart;

import java.util.Objects;

/**
 * A field of a form with its text. Immutable.
 *
 * @since 0.1.0
 */
public final class FormField implements FormEntry {
    private final String name;
    private final String text;
    private final String contentType;

    FormField(String name, String text, String contentType) {
        this.name = name;
        this.text = text;
        this.contentType = contentType;
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * Returns the text of the field.
     *
     * @return the decoded text, with U+FFFD for bytes that are illegal in the character set
     */
    public String text() {
        return text;
    }

    /**
     * Returns the content type that the client claims.
     *
     * @return the type; {@code text/plain} if the client names none
     */
    public String contentType() {
        return contentType;
    }

    /**
     * Whether name, text and content type are the same.
     *
     * @param other the object to compare with
     * @return true for an equal field
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof FormField field
                && name.equals(field.name)
                && text.equals(field.text)
                && contentType.equals(field.contentType);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, text, contentType);
    }

    /**
     * Returns the name, the text and the content type.
     *
     * @return a text such as {@code FormField[name=city, text=Rome, contentType=text/plain]}
     */
    @Override
    public String toString() {
        return "FormField[name=" + name + ", text=" + text + ", contentType=" + contentType + ']';
    }
}
