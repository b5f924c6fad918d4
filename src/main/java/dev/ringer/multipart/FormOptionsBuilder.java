package dev.ringer.multipart;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Builds {@link FormOptions}, beginning with the defaults. Each method checks and sets the option of its name, and
 * returns this builder. Not safe for use by several threads at once.
 *
 * @since 0.1.0
 */
public final class FormOptionsBuilder {
    private static final long EIGHTH_OF_THE_HEAP = Runtime.getRuntime().maxMemory() / 8;

    FormCompliance compliance;
    Charset charset = StandardCharsets.UTF_8;
    int maxParts = 100;
    int maxPartHeaderBytes = 8 << 10;
    int maxPartHeaderLines = 32;
    long maxFieldBytes = 1 << 20;
    long maxFileBytes = 128 << 20;
    long maxTotalBytes = 256 << 20;
    long maxMemoryBytes = 8 << 20;
    int fileThresholdBytes = 64 << 10;
    Path directory;
    long maxMemoryBytesOfAll = EIGHTH_OF_THE_HEAP;
    long maxDiskBytesOfAll = 8L << 30;

    FormOptionsBuilder() {
        compliance = FormCompliance.fromProperty();
    }

    FormOptionsBuilder(FormOptions from) {
        compliance = from.compliance();
        charset = from.charset();
        maxParts = from.maxParts();
        maxPartHeaderBytes = from.maxPartHeaderBytes();
        maxPartHeaderLines = from.maxPartHeaderLines();
        maxFieldBytes = from.maxFieldBytes();
        maxFileBytes = from.maxFileBytes();
        maxTotalBytes = from.maxTotalBytes();
        maxMemoryBytes = from.maxMemoryBytes();
        fileThresholdBytes = from.fileThresholdBytes();
        directory = from.directory();
        maxMemoryBytesOfAll = from.maxMemoryBytesOfAll();
        maxDiskBytesOfAll = from.maxDiskBytesOfAll();
    }

    /**
     * Sets {@link FormOptions#compliance()}.
     *
     * @param value the mode
     * @return this builder
     */
    public FormOptionsBuilder compliance(FormCompliance value) {
        compliance = Objects.requireNonNull(value, "compliance");
        return this;
    }

    /**
     * Sets {@link FormOptions#charset()}.
     *
     * @param value the page's character set
     * @return this builder
     * @throws IllegalArgumentException if the character set is not compatible with ASCII
     */
    public FormOptionsBuilder charset(Charset value) {
        if (!FormCharsets.has(value)) {
            throw new IllegalArgumentException(value + " is not compatible with ASCII");
        }
        charset = value;
        return this;
    }

    /**
     * Sets {@link FormOptions#maxParts()}.
     *
     * @param value the maximum number of parts, 0 or more
     * @return this builder
     * @throws IllegalArgumentException if the value is negative
     */
    public FormOptionsBuilder maxParts(int value) {
        maxParts = (int) notNegative("maxParts", value);
        return this;
    }

    /**
     * Sets {@link FormOptions#maxPartHeaderBytes()}.
     *
     * @param value the maximum number of bytes, 0 or more
     * @return this builder
     * @throws IllegalArgumentException if the value is negative
     */
    public FormOptionsBuilder maxPartHeaderBytes(int value) {
        maxPartHeaderBytes = (int) notNegative("maxPartHeaderBytes", value);
        return this;
    }

    /**
     * Sets {@link FormOptions#maxPartHeaderLines()}.
     *
     * @param value the maximum number of lines, 0 or more
     * @return this builder
     * @throws IllegalArgumentException if the value is negative
     */
    public FormOptionsBuilder maxPartHeaderLines(int value) {
        maxPartHeaderLines = (int) notNegative("maxPartHeaderLines", value);
        return this;
    }

    /**
     * Sets {@link FormOptions#maxFieldBytes()}.
     *
     * @param value the maximum number of bytes, 0 or more
     * @return this builder
     * @throws IllegalArgumentException if the value is negative
     */
    public FormOptionsBuilder maxFieldBytes(long value) {
        maxFieldBytes = notNegative("maxFieldBytes", value);
        return this;
    }

    /**
     * Sets {@link FormOptions#maxFileBytes()}.
     *
     * @param value the maximum number of bytes, 0 or more
     * @return this builder
     * @throws IllegalArgumentException if the value is negative
     */
    public FormOptionsBuilder maxFileBytes(long value) {
        maxFileBytes = notNegative("maxFileBytes", value);
        return this;
    }

    /**
     * Sets {@link FormOptions#maxTotalBytes()}.
     *
     * @param value the maximum number of bytes, 0 or more
     * @return this builder
     * @throws IllegalArgumentException if the value is negative
     */
    public FormOptionsBuilder maxTotalBytes(long value) {
        maxTotalBytes = notNegative("maxTotalBytes", value);
        return this;
    }

    /**
     * Sets {@link FormOptions#maxMemoryBytes()}.
     *
     * @param value the maximum number of bytes, 0 or more
     * @return this builder
     * @throws IllegalArgumentException if the value is negative
     */
    public FormOptionsBuilder maxMemoryBytes(long value) {
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
    public FormOptionsBuilder fileThresholdBytes(int value) {
        fileThresholdBytes = (int) notNegative("fileThresholdBytes", value);
        return this;
    }

    /**
     * Sets {@link FormOptions#directory()}.
     *
     * @param value an existing directory, or null for the system's directory for temporary files
     * @return this builder
     */
    public FormOptionsBuilder directory(Path value) {
        directory = value;
        return this;
    }

    /**
     * Sets {@link FormOptions#maxMemoryBytesOfAll()}. Normally use the same value for all forms: each form compares the
     * total of all forms with its own limit.
     *
     * @param value the maximum number of bytes, 0 or more
     * @return this builder
     * @throws IllegalArgumentException if the value is negative
     */
    public FormOptionsBuilder maxMemoryBytesOfAll(long value) {
        maxMemoryBytesOfAll = notNegative("maxMemoryBytesOfAll", value);
        return this;
    }

    /**
     * Sets {@link FormOptions#maxDiskBytesOfAll()}. Normally use the same value for all forms: each form compares the
     * total of all forms with its own limit.
     *
     * @param value the maximum number of bytes, 0 or more
     * @return this builder
     * @throws IllegalArgumentException if the value is negative
     */
    public FormOptionsBuilder maxDiskBytesOfAll(long value) {
        maxDiskBytesOfAll = notNegative("maxDiskBytesOfAll", value);
        return this;
    }

    private static long notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " is negative: " + value);
        }
        return value;
    }

    /**
     * Builds the options. The builder can be used further.
     *
     * @return the options
     */
    public FormOptions build() {
        return new FormOptions(this);
    }
}
