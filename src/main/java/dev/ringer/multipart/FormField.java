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
     * Gives the text of the field.
     *
     * @return decoded; bytes that are none of the character set's are U+FFFD
     */
    public String text() {
        return text;
    }

    /**
     * Gives the content type that the client claims.
     *
     * @return the type; {@code text/plain} where none is given
     */
    public String contentType() {
        return contentType;
    }

    /**
     * Whether name, text and content type are the same.
     *
     * @param other anything
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
     * Names the field and shows its text.
     *
     * @return such as {@code FormField[name=city, text=Rome, contentType=text/plain]}
     */
    @Override
    public String toString() {
        return "FormField[name=" + name + ", text=" + text + ", contentType=" + contentType + ']';
    }
}
