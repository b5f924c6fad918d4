package dev.ringer.multipart;

import dev.ringer.internal.uploads.PrivateDirectory;
import dev.ringer.internal.uploads.SharedBytes;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rules and limits for forms. Options are immutable, and contain only valid values. The {@link #defaults()} are
 * safe against hostile clients. For every limit ({@code max…}), 0 means no limit.
 *
 * <pre>{@code
 * FormOptions options = FormOptions.builder()
 *         .maxFileBytes(2L << 30)
 *         .maxTotalBytes(2L << 30)
 *         .directory(Path.of("/var/lib/app/uploads"))
 *         .build();
 * try (Form form = Form.read(exchange, options)) {
 *     form.file("document").moveTo(target);
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
public final class FormOptions {
    /** A copy of the builder. No code changes this copy. */
    private final Builder values;

    private FormOptions(Builder values) {
        this.values = values;
    }

    /** {@return the default options} Each call reads the system property {@code ringer.multipart.compliance}. */
    public static FormOptions defaults() {
        return builder().build();
    }

    /** {@return a builder that begins with the defaults} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder that begins with these options} */
    public Builder toBuilder() {
        return new Builder(values);
    }

    /**
     * Returns how strictly forms must follow the RFCs. The default comes from the system property
     * {@code ringer.multipart.compliance} ({@code rfc7578}, {@code legacy}), which is read when the builder is made.
     *
     * @return {@link FormCompliance#RFC7578} unless the builder or the property names another mode
     */
    public FormCompliance compliance() {
        return values.compliance;
    }

    /**
     * Returns the character set of the web page that contains the form. Names are decoded in it, and so are fields
     * without a character set of their own.
     *
     * @return UTF-8 by default; always a character set in which ASCII bytes mean ASCII characters, because browsers
     *     send forms only in such character sets
     */
    public Charset charset() {
        return values.charset;
    }

    /**
     * {@return the maximum number of parts of a form, or of name-value pairs in an urlencoded form; 0 for no limit, 100
     * by default}
     */
    public int maxParts() {
        return values.maxParts;
    }

    /** {@return the maximum length of one part's headers in bytes, line ends included; 0 for no limit, 8 KiB by
     * default} */
    public int maxPartHeaderBytes() {
        return values.maxPartHeaderBytes;
    }

    /** {@return the maximum number of lines of one part's headers; 0 for no limit, 32 by default} */
    public int maxPartHeaderLines() {
        return values.maxPartHeaderLines;
    }

    /** {@return the maximum length in bytes of a part that is not a file; 0 for no limit, 1 MiB by default} */
    public long maxFieldBytes() {
        return values.maxFieldBytes;
    }

    /** {@return the maximum length of a file in bytes; 0 for no limit, 128 MiB by default} */
    public long maxFileBytes() {
        return values.maxFileBytes;
    }

    /** {@return the maximum length of the whole body in bytes; 0 for no limit, 256 MiB by default} */
    public long maxTotalBytes() {
        return values.maxTotalBytes;
    }

    /**
     * {@return the maximum number of bytes that a {@link Form} keeps in memory, fields and files together; 0 for no
     * limit, 8 MiB by default} Files that do not fit are stored on the disk. If fields do not fit, the form is refused.
     */
    public long maxMemoryBytes() {
        return values.maxMemoryBytes;
    }

    /**
     * {@return the size in bytes of the largest file that a {@link Form} may keep in memory; 64 KiB by default}
     * Larger files are stored on the disk; with 0, all files are.
     */
    public int fileThresholdBytes() {
        return values.fileThresholdBytes;
    }

    /**
     * {@return the parent of the private directory that stores the files of forms; null, the default, for the system's
     * directory for temporary files}
     */
    public @Nullable Path directory() {
        return values.directory;
    }

    /**
     * Returns the maximum number of bytes that all {@link Form} objects of this JVM retain in memory while they are
     * read, including buffers and headers of parts.
     *
     * <p>When this memory is exhausted, files are stored on the disk. A form that needs memory for anything else evicts
     * the largest form that waits for its client; among forms of about the same size, the one whose client has been
     * silent longest. The evicted form's memory is free at once, and the thread that reads it gets a
     * {@link FormLimitException} with 503 when the client sends more. If only smaller forms wait, the one that needs
     * memory is refused with 503 itself.
     *
     * @return bytes, an eighth of the heap by default; 0 for no limit
     */
    public long maxMemoryBytesOfAll() {
        return values.maxMemoryBytesOfAll;
    }

    /**
     * {@return the maximum number of bytes of files that all {@link Form} objects of this JVM store on the disk; 8
     * GiB by default, 0 for no limit} A file counts until it is moved or its form is
     * closed. A form that exceeds the limit is refused with 503.
     */
    public long maxDiskBytesOfAll() {
        return values.maxDiskBytesOfAll;
    }

    /** Returns an object for the files of a form, which has none yet. */
    PrivateDirectory newDirectory() {
        return new PrivateDirectory(directory(), bound(maxDiskBytesOfAll()));
    }

    /** Returns the value at which a limit bounds; the largest number if the limit is 0, which means no limit. */
    static long bound(long limit) {
        return limit == 0 ? Long.MAX_VALUE : limit;
    }

    static int bound(int limit) {
        return limit == 0 ? Integer.MAX_VALUE : limit;
    }

    /**
     * Whether two objects have the same values of all options.
     *
     * @param other the object to compare with
     * @return true if all values are equal
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof FormOptions options && values.asMap().equals(options.values.asMap());
    }

    @Override
    public int hashCode() {
        return values.asMap().hashCode();
    }

    /** {@return all options with their values, such as <code>FormOptions{compliance=RFC7578, …}</code>} */
    @Override
    public String toString() {
        return "FormOptions" + values.asMap();
    }

    /**
     * Builds {@link FormOptions}, beginning with the defaults. Each setter sets the option of the same name, and refuses
     * a value that can't be valid. Not safe for use by several threads at once.
     *
     * @since 0.1.0
     */
    public static final class Builder {
        private static final long EIGHTH_OF_THE_HEAP = Runtime.getRuntime().maxMemory() / 8;

        private FormCompliance compliance;
        private Charset charset = StandardCharsets.UTF_8;
        private int maxParts = 100;
        private int maxPartHeaderBytes = 8 << 10;
        private int maxPartHeaderLines = 32;
        private long maxFieldBytes = 1 << 20;
        private long maxFileBytes = 128 << 20;
        private long maxTotalBytes = 256 << 20;
        private long maxMemoryBytes = 8 << 20;
        private int fileThresholdBytes = 64 << 10;
        private @Nullable Path directory;
        private long maxMemoryBytesOfAll = EIGHTH_OF_THE_HEAP;
        private long maxDiskBytesOfAll = SharedBytes.MOST_ON_DISK;

        private Builder() {
            compliance = FormCompliance.fromProperty();
        }

        private Builder(Builder from) {
            compliance = from.compliance;
            charset = from.charset;
            maxParts = from.maxParts;
            maxPartHeaderBytes = from.maxPartHeaderBytes;
            maxPartHeaderLines = from.maxPartHeaderLines;
            maxFieldBytes = from.maxFieldBytes;
            maxFileBytes = from.maxFileBytes;
            maxTotalBytes = from.maxTotalBytes;
            maxMemoryBytes = from.maxMemoryBytes;
            fileThresholdBytes = from.fileThresholdBytes;
            directory = from.directory;
            maxMemoryBytesOfAll = from.maxMemoryBytesOfAll;
            maxDiskBytesOfAll = from.maxDiskBytesOfAll;
        }

        /**
         * Sets {@link FormOptions#compliance()}.
         *
         * @param value the mode
         * @return this builder
         */
        public Builder compliance(FormCompliance value) {
            compliance = Objects.requireNonNull(value, "compliance");
            return this;
        }

        /**
         * Sets {@link FormOptions#charset()}.
         *
         * @param value the character set of the web page that contains the form
         * @return this builder
         * @throws IllegalArgumentException if the character set is not compatible with ASCII
         */
        public Builder charset(Charset value) {
            if (!FormCharsets.has(value)) {
                throw new IllegalArgumentException(
                        "the character set must be compatible with ASCII, as UTF-8 is: " + value);
            }
            charset = value;
            return this;
        }

        /**
         * Sets {@link FormOptions#maxParts()}.
         *
         * @param value the maximum number of parts or pairs, 0 for no limit
         * @return this builder
         * @throws IllegalArgumentException if the value is negative
         */
        public Builder maxParts(int value) {
            maxParts = (int) notNegative("maxParts", value);
            return this;
        }

        /**
         * Sets {@link FormOptions#maxPartHeaderBytes()}.
         *
         * @param value the maximum number of bytes, 0 for no limit
         * @return this builder
         * @throws IllegalArgumentException if the value is negative
         */
        public Builder maxPartHeaderBytes(int value) {
            maxPartHeaderBytes = (int) notNegative("maxPartHeaderBytes", value);
            return this;
        }

        /**
         * Sets {@link FormOptions#maxPartHeaderLines()}.
         *
         * @param value the maximum number of lines, 0 for no limit
         * @return this builder
         * @throws IllegalArgumentException if the value is negative
         */
        public Builder maxPartHeaderLines(int value) {
            maxPartHeaderLines = (int) notNegative("maxPartHeaderLines", value);
            return this;
        }

        /**
         * Sets {@link FormOptions#maxFieldBytes()}.
         *
         * @param value the maximum number of bytes, 0 for no limit
         * @return this builder
         * @throws IllegalArgumentException if the value is negative
         */
        public Builder maxFieldBytes(long value) {
            maxFieldBytes = notNegative("maxFieldBytes", value);
            return this;
        }

        /**
         * Sets {@link FormOptions#maxFileBytes()}.
         *
         * @param value the maximum number of bytes, 0 for no limit
         * @return this builder
         * @throws IllegalArgumentException if the value is negative
         */
        public Builder maxFileBytes(long value) {
            maxFileBytes = notNegative("maxFileBytes", value);
            return this;
        }

        /**
         * Sets {@link FormOptions#maxTotalBytes()}.
         *
         * @param value the maximum number of bytes, 0 for no limit
         * @return this builder
         * @throws IllegalArgumentException if the value is negative
         */
        public Builder maxTotalBytes(long value) {
            maxTotalBytes = notNegative("maxTotalBytes", value);
            return this;
        }

        /**
         * Sets {@link FormOptions#maxMemoryBytes()}.
         *
         * @param value the maximum number of bytes, 0 for no limit
         * @return this builder
         * @throws IllegalArgumentException if the value is negative
         */
        public Builder maxMemoryBytes(long value) {
            maxMemoryBytes = notNegative("maxMemoryBytes", value);
            return this;
        }

        /**
         * Sets {@link FormOptions#fileThresholdBytes()}.
         *
         * @param value the maximum number of bytes of a file in memory, 0 or more
         * @return this builder
         * @throws IllegalArgumentException if the value is negative
         */
        public Builder fileThresholdBytes(int value) {
            fileThresholdBytes = (int) notNegative("fileThresholdBytes", value);
            return this;
        }

        /**
         * Sets {@link FormOptions#directory()}.
         *
         * @param value a directory, which must exist when a form stores its first file in it; null for the system's
         *     directory for temporary files
         * @return this builder
         */
        public Builder directory(Path value) {
            directory = value;
            return this;
        }

        /**
         * Sets {@link FormOptions#maxMemoryBytesOfAll()}. Use the same value for all forms, because each form compares
         * the total of all forms with its own limit.
         *
         * @param value the maximum number of bytes, 0 for no limit
         * @return this builder
         * @throws IllegalArgumentException if the value is negative
         */
        public Builder maxMemoryBytesOfAll(long value) {
            maxMemoryBytesOfAll = notNegative("maxMemoryBytesOfAll", value);
            return this;
        }

        /**
         * Sets {@link FormOptions#maxDiskBytesOfAll()}. Use the same value for all forms, because each form compares
         * the total of all forms with its own limit.
         *
         * @param value the maximum number of bytes, 0 for no limit
         * @return this builder
         * @throws IllegalArgumentException if the value is negative
         */
        public Builder maxDiskBytesOfAll(long value) {
            maxDiskBytesOfAll = notNegative("maxDiskBytesOfAll", value);
            return this;
        }

        private Map<String, Object> asMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("compliance", compliance);
            map.put("charset", charset);
            map.put("maxParts", maxParts);
            map.put("maxPartHeaderBytes", maxPartHeaderBytes);
            map.put("maxPartHeaderLines", maxPartHeaderLines);
            map.put("maxFieldBytes", maxFieldBytes);
            map.put("maxFileBytes", maxFileBytes);
            map.put("maxTotalBytes", maxTotalBytes);
            map.put("maxMemoryBytes", maxMemoryBytes);
            map.put("fileThresholdBytes", fileThresholdBytes);
            map.put("directory", directory);
            map.put("maxMemoryBytesOfAll", maxMemoryBytesOfAll);
            map.put("maxDiskBytesOfAll", maxDiskBytesOfAll);
            return map;
        }

        private static long notNegative(String name, long value) {
            if (value < 0) {
                throw new IllegalArgumentException(name + " must not be negative: " + value);
            }
            return value;
        }

        /** {@return the options} The builder can be used again afterwards. */
        public FormOptions build() {
            return new FormOptions(new Builder(this));
        }
    }
}
