package dev.ringer.multipart;

/**
 * An entry of a {@link Form}: a field or a file.
 *
 * @since 0.1.0
 */
public sealed interface FormEntry permits FormField, FormFile {
    /** {@return the name of the form field; several entries may have the same name} */
    String name();
}
