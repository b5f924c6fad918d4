package dev.ringer.multipart;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The limits on forms. {@link FormOptions} sets their values.
 *
 * @since 0.1.0
 */
public enum FormLimit {
    /** Limits the number of parts of a form, or of name-value pairs in an urlencoded form. */
    PARTS(413, "The form has too many parts", "maxParts", "", FormOptions::maxParts),
    /** Limits the bytes of one part's headers. */
    HEADER_BYTES(400, "The part headers are too long", "maxPartHeaderBytes", " bytes", FormOptions::maxPartHeaderBytes),
    /** Limits the lines of one part's headers. */
    HEADER_LINES(400, "A part has too many headers", "maxPartHeaderLines", "", FormOptions::maxPartHeaderLines),
    /** Limits the bytes of a part that is not a file. */
    FIELD_BYTES(413, "A form field is too long", "maxFieldBytes", " bytes", FormOptions::maxFieldBytes),
    /** Limits the bytes of one file. */
    FILE_BYTES(413, "An uploaded file is too large", "maxFileBytes", " bytes", FormOptions::maxFileBytes),
    /** Limits the bytes of the whole body. */
    TOTAL_BYTES(413, "The form is too large", "maxTotalBytes", " bytes", FormOptions::maxTotalBytes),
    /** Limits the bytes of fields that a {@link Form} keeps in memory. */
    MEMORY_BYTES(413, "The form fields are too long in total", "maxMemoryBytes", " bytes", FormOptions::maxMemoryBytes),
    /**
     * Limits the bytes that all forms of the JVM retain in memory while they are read. A form that was evicted to free
     * memory for another form also fails with this limit.
     */
    MEMORY_BYTES_OF_ALL(503, "The server has no memory for another form at the moment; try again later"),
    /** Limits the bytes of files that all forms of the JVM store on the disk. */
    DISK_BYTES_OF_ALL(503, "The server has no disk space for uploaded files at the moment; try again later");

    private final int status;
    private final String text;
    private final @Nullable String option;
    private final String unit;
    /** Returns the limit on one form; null if the limit is for all forms, which is no client's business. */
    private final @Nullable ToLongFunction<FormOptions> value;

    FormLimit(int status, String text) {
        this(status, text, null, "", null);
    }

    FormLimit(
            int status,
            String text,
            @Nullable String option,
            String unit,
            @Nullable ToLongFunction<FormOptions> value) {
        this.status = status;
        this.text = text;
        this.option = option;
        this.unit = unit;
        this.value = value;
    }

    /**
     * {@return the status of the response to a request that exceeds this limit: 400 or 413; 503 if all forms of the JVM
     * together have exhausted the memory or the disk}
     */
    public int status() {
        return status;
    }

    /** {@return one line that says what exceeds the limit, without bytes that the client sent} */
    public String text() {
        return text;
    }

    /** Returns {@link #text()} with the value of the limit and the name of its option. */
    String text(FormOptions options) {
        long most = value == null ? 0 : value.applyAsLong(options);
        return most == 0 ? text : text + " (limit: " + most + unit + ", set by " + option + ")";
    }
}
