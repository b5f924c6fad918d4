package dev.ringer.multipart;

/**
 * An entry of a {@link Form}: a field or a file. A form has its entries in the order sent.
 *
 * @since 0.1.0
 */
public sealed interface FormEntry permits FormField, FormFile {
    /**
     * Returns the name of the field.
     *
     * @return the name; several entries may have the same name
     */
    String name();
}
