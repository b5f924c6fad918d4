package dev.ringer.multipart;

/**
 * The limits of a form. {@link FormOptions} sets their values.
 *
 * @since 0.1.0
 */
public enum FormLimit {
    /** The parts of a form, or the pairs of an urlencoded form. */
    PARTS(413, "the form has too many parts"),
    /** The bytes of one part's headers. */
    HEADER_BYTES(400, "a part's headers are too long"),
    /** The lines of one part's headers. */
    HEADER_LINES(400, "a part has too many headers"),
    /** The bytes of a part that is not a file. */
    FIELD_BYTES(413, "a field of the form is too long"),
    /** The bytes of a file. */
    FILE_BYTES(413, "a file of the form is too long"),
    /** The bytes of the whole body. */
    TOTAL_BYTES(413, "the form is too long"),
    /** The bytes of fields that a collected form keeps in memory. */
    MEMORY_BYTES(413, "the form's fields are too long together"),
    /**
     * The bytes that all forms of the JVM retain in memory while they are read. A form that was evicted also gets this
     * limit.
     */
    MEMORY_BYTES_OF_ALL(503, "there is no memory for a form at the moment"),
    /** The bytes of files that all forms of the JVM keep on the disk. */
    DISK_BYTES_OF_ALL(503, "there is no room for files of forms at the moment");

    private final int status;
    private final String text;

    FormLimit(int status, String text) {
        this.status = status;
        this.text = text;
    }

    /**
     * Returns the status of the response to a request that exceeds this limit.
     *
     * @return 400 or 413; 503 if the forms of all clients together have exhausted the memory or the disk
     */
    public int status() {
        return status;
    }

    /**
     * Returns one line that says what exceeds the limit. It contains no byte from the client.
     *
     * @return the text
     */
    public String text() {
        return text;
    }
}
