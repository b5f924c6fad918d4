package dev.ringer.multipart;

/**
 * An entry of a {@link Form}: a field or a file.
 *
 * @since 0.1.0
 */
public sealed interface FormEntry permits FormField, FormFile {
    /**
     * Returns the name of the form field.
     *
     * @return the name; several entries may have the same name
     */
    String name();
}
