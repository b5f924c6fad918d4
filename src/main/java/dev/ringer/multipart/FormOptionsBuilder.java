package dev.ringer.multipart;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Builds {@link FormOptions}, beginning with the defaults. Not safe for use by several threads at once.
 *
 * @since 0.1.0
 */
public final class FormOptionsBuilder {
    private static final long EIGHTH_OF_THE_HEAP = Runtime.getRuntime().maxMemory() / 8;

    private FormCompliance compliance = FormCompliance.fromProperty();
    private Charset charset = StandardCharsets.UTF_8;
    private int maxParts = 100;
    private int maxPartHeaderBytes = 8 << 10;
    private int maxPartHeaderLines = 32;
    private long maxFieldBytes = 1 << 20;
    private long maxFileBytes = 128 << 20;
    private long maxTotalBytes = 256 << 20;
    private long maxMemoryBytes = 8 << 20;
    private int fileThresholdBytes = 64 << 10;
    private Path directory;
    private long maxMemoryBytesOfAll = EIGHTH_OF_THE_HEAP;
    private long maxDiskBytesOfAll = 8L << 30;

    FormOptionsBuilder() {}

    /**
     * Sets how closely forms must keep to the RFCs.
     *
     * @param value the mode
     * @return this
     */
    public FormOptionsBuilder compliance(FormCompliance value) {
        compliance = value;
        return this;
    }

    /**
     * Sets the character set of names and fields that name none.
     *
     * @param value the page's character set, one in which the bytes of ASCII mean ASCII
     * @return this
     */
    public FormOptionsBuilder charset(Charset value) {
        charset = value;
        return this;
    }

    /**
     * Bounds the number of parts.
     *
     * @param value the most parts
     * @return this
     */
    public FormOptionsBuilder maxParts(int value) {
        maxParts = value;
        return this;
    }

    /**
     * Bounds the bytes of one part's headers.
     *
     * @param value the most bytes
     * @return this
     */
    public FormOptionsBuilder maxPartHeaderBytes(int value) {
        maxPartHeaderBytes = value;
        return this;
    }

    /**
     * Bounds the lines of one part's headers.
     *
     * @param value the most lines
     * @return this
     */
    public FormOptionsBuilder maxPartHeaderLines(int value) {
        maxPartHeaderLines = value;
        return this;
    }

    /**
     * Bounds a part that is no file.
     *
     * @param value the most bytes
     * @return this
     */
    public FormOptionsBuilder maxFieldBytes(long value) {
        maxFieldBytes = value;
        return this;
    }

    /**
     * Bounds a file.
     *
     * @param value the most bytes
     * @return this
     */
    public FormOptionsBuilder maxFileBytes(long value) {
        maxFileBytes = value;
        return this;
    }

    /**
     * Bounds the whole body.
     *
     * @param value the most bytes
     * @return this
     */
    public FormOptionsBuilder maxTotalBytes(long value) {
        maxTotalBytes = value;
        return this;
    }

    /**
     * Bounds what a collected form keeps in memory.
     *
     * @param value the most bytes
     * @return this
     */
    public FormOptionsBuilder maxMemoryBytes(long value) {
        maxMemoryBytes = value;
        return this;
    }

    /**
     * Sets the size above which a collected form puts a file on the disk.
     *
     * @param value the most bytes of a file in memory
     * @return this
     */
    public FormOptionsBuilder fileThresholdBytes(int value) {
        fileThresholdBytes = value;
        return this;
    }

    /**
     * Sets where a collected form makes its private directory.
     *
     * @param value an existing directory, or null for the system's one
     * @return this
     */
    public FormOptionsBuilder directory(Path value) {
        directory = value;
        return this;
    }

    /**
     * Bounds what all collected forms of the JVM hold in memory while they are read. The same for all forms, as a rule: each
     * compares what all hold with its own bound.
     *
     * @param value the most bytes
     * @return this
     */
    public FormOptionsBuilder maxMemoryBytesOfAll(long value) {
        maxMemoryBytesOfAll = value;
        return this;
    }

    /**
     * Bounds what all collected forms of the JVM keep on the disk. The same for all forms, as a rule: each compares what all
     * keep with its own bound.
     *
     * @param value the most bytes
     * @return this
     */
    public FormOptionsBuilder maxDiskBytesOfAll(long value) {
        maxDiskBytesOfAll = value;
        return this;
    }

    /**
     * Ends the building.
     *
     * @return the options
     * @throws IllegalArgumentException if a bound is negative, or the character set not compatible with ASCII
     */
    public FormOptions build() {
        return new FormOptions(
                compliance,
                charset,
                maxParts,
                maxPartHeaderBytes,
                maxPartHeaderLines,
                maxFieldBytes,
                maxFileBytes,
                maxTotalBytes,
                maxMemoryBytes,
                fileThresholdBytes,
                directory,
                maxMemoryBytesOfAll,
                maxDiskBytesOfAll);
    }
}
