package dev.ringer.multipart;

/**
 * What a {@link Form} consists of: fields and files, in the order sent.
 *
 * @since 0.1.0
 */
public sealed interface FormEntry permits FormField, FormFile {
    /**
     * Gives the name of the field.
     *
     * @return the name; several entries may have the same
     */
    String name();
}
