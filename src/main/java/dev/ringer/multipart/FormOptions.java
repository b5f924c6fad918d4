package dev.ringer.multipart;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a form may be and how much of it is taken. Immutable and valid; {@link #defaults()} is safe against hostile clients.
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
    private final FormCompliance compliance;
    private final Charset charset;
    private final int maxParts;
    private final int maxPartHeaderBytes;
    private final int maxPartHeaderLines;
    private final long maxFieldBytes;
    private final long maxFileBytes;
    private final long maxTotalBytes;
    private final long maxMemoryBytes;
    private final int fileThresholdBytes;
    private final Path directory;
    private final long maxMemoryBytesOfAll;
    private final long maxDiskBytesOfAll;

    /** Takes over what the setters have checked. */
    FormOptions(FormOptionsBuilder from) {
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
     * Gives the options that hold where none are named. The system property {@code ringer.multipart.compliance} is read here.
     *
     * @return the defaults
     */
    public static FormOptions defaults() {
        return builder().build();
    }

    /**
     * Begins with the defaults.
     *
     * @return a builder
     */
    public static FormOptionsBuilder builder() {
        return new FormOptionsBuilder();
    }

    /**
     * Begins with these options.
     *
     * @return a builder
     */
    public FormOptionsBuilder toBuilder() {
        return new FormOptionsBuilder(this);
    }

    /**
     * How closely forms must keep to the RFCs.
     *
     * @return what the system property {@code ringer.multipart.compliance} ({@code rfc7578}, {@code legacy}) names when the builder is
     *     made, else {@link FormCompliance#RFC7578}
     */
    public FormCompliance compliance() {
        return compliance;
    }

    /**
     * The character set of names and fields that name none: the page's.
     *
     * @return one in which the bytes of ASCII mean ASCII, as in all that browsers send forms in; UTF-8 by default
     */
    public Charset charset() {
        return charset;
    }

    /**
     * The most parts, or pairs of an urlencoded form.
     *
     * @return 0 or more, 100 by default
     */
    public int maxParts() {
        return maxParts;
    }

    /**
     * The most bytes of one part's headers with their line ends.
     *
     * @return bytes, 0 or more, 8 KiB by default
     */
    public int maxPartHeaderBytes() {
        return maxPartHeaderBytes;
    }

    /**
     * The most lines of one part's headers.
     *
     * @return 0 or more, 32 by default
     */
    public int maxPartHeaderLines() {
        return maxPartHeaderLines;
    }

    /**
     * The most bytes of a part that is no file.
     *
     * @return bytes, 0 or more, 1 MiB by default
     */
    public long maxFieldBytes() {
        return maxFieldBytes;
    }

    /**
     * The most bytes of a file.
     *
     * @return bytes, 0 or more, 128 MiB by default
     */
    public long maxFileBytes() {
        return maxFileBytes;
    }

    /**
     * The most bytes of the whole body.
     *
     * @return bytes, 0 or more, 256 MiB by default
     */
    public long maxTotalBytes() {
        return maxTotalBytes;
    }

    /**
     * The most bytes that a collected form keeps in memory, of fields and files together. Files that do not fit go to the disk,
     * fields are refused.
     *
     * @return bytes, 0 or more, 8 MiB by default
     */
    public long maxMemoryBytes() {
        return maxMemoryBytes;
    }

    /**
     * The size above which a collected form puts a file on the disk.
     *
     * @return bytes, 0 or more, 64 KiB by default
     */
    public int fileThresholdBytes() {
        return fileThresholdBytes;
    }

    /**
     * The directory in which a collected form makes its private directory for files.
     *
     * @return null, the default, for the system's one for temporary files
     */
    public Path directory() {
        return directory;
    }

    /**
     * The most bytes that all collected forms of this JVM hold in memory while they are read, buffers and headers of parts
     * included. When they are exhausted, files go to the disk. For what cannot go there, another form is evicted that waits for its
     * client: the largest one, and among those of about one size the one whose client has been silent longest. Its memory is free at
     * once, and its thread gets the {@link FormLimitException} with 503 when its client sends more. A form that would have to evict
     * smaller ones is refused with 503 itself.
     *
     * @return bytes, 0 or more, an eighth of the heap by default; {@link Long#MAX_VALUE} for no limit
     */
    public long maxMemoryBytesOfAll() {
        return maxMemoryBytesOfAll;
    }

    /**
     * The most bytes of files that all collected forms of this JVM keep on the disk, until they are moved or their form is
     * closed. Beyond it forms are refused with 503.
     *
     * @return bytes, 0 or more, 8 GiB by default; {@link Long#MAX_VALUE} for no limit
     */
    public long maxDiskBytesOfAll() {
        return maxDiskBytesOfAll;
    }

    private Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("compliance", compliance);
        values.put("charset", charset);
        values.put("maxParts", maxParts);
        values.put("maxPartHeaderBytes", maxPartHeaderBytes);
        values.put("maxPartHeaderLines", maxPartHeaderLines);
        values.put("maxFieldBytes", maxFieldBytes);
        values.put("maxFileBytes", maxFileBytes);
        values.put("maxTotalBytes", maxTotalBytes);
        values.put("maxMemoryBytes", maxMemoryBytes);
        values.put("fileThresholdBytes", fileThresholdBytes);
        values.put("directory", directory);
        values.put("maxMemoryBytesOfAll", maxMemoryBytesOfAll);
        values.put("maxDiskBytesOfAll", maxDiskBytesOfAll);
        return values;
    }

    /**
     * Whether all options are the same.
     *
     * @param other anything
     * @return true for equal options
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof FormOptions options && values().equals(options.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    /**
     * Names all options.
     *
     * @return such as <code>FormOptions{compliance=RFC7578, …}</code>
     */
    @Override
    public String toString() {
        return "FormOptions" + values();
    }
}
