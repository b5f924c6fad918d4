package dev.ringer.multipart;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What a form may be and how much of it is taken. Immutable; {@link #defaults()} is safe against hostile clients.
 *
 * @param compliance how closely the form must keep to the RFCs
 * @param charset of names and fields that name none, as the page's: one in which the bytes of ASCII mean ASCII, as in all
 *     that browsers send forms in; UTF-8 by default
 * @param maxParts the most parts, or pairs of an urlencoded form; 100 by default
 * @param maxPartHeaderBytes the most bytes of one part's headers with their line ends; 8 KiB by default
 * @param maxPartHeaderLines the most lines of one part's headers; 32 by default
 * @param maxFieldBytes the most bytes of a part that is no file; 1 MiB by default
 * @param maxFileBytes the most bytes of a file; 128 MiB by default
 * @param maxTotalBytes the most bytes of the whole body; 256 MiB by default
 * @param maxMemoryBytes the most bytes that a collected form keeps in memory, of fields and files together; files that do
 *     not fit go to the disk, fields are refused; 8 MiB by default
 * @param fileThresholdBytes a collected form keeps files up to this size in memory; 64 KiB by default
 * @param directory in which a collected form makes its private directory for files; null, the default, means the
 *     system's one for temporary files
 * @param maxMemoryBytesOfAll the most bytes that all collected forms of this JVM hold in memory while they are read,
 *     buffers and headers of parts included; when they are spent, files go to the disk, and what cannot is refused with
 *     503; an eighth of the heap by default; {@link Long#MAX_VALUE} for no limit
 * @param maxDiskBytesOfAll the most bytes of files that all collected forms of this JVM keep on the disk, until they are
 *     moved or their form is closed; beyond it forms are refused with 503; 8 GiB by default; {@link Long#MAX_VALUE} for no
 *     limit
 * @since 0.1.0
 */
public record FormOptions(
        FormCompliance compliance,
        Charset charset,
        int maxParts,
        int maxPartHeaderBytes,
        int maxPartHeaderLines,
        long maxFieldBytes,
        long maxFileBytes,
        long maxTotalBytes,
        long maxMemoryBytes,
        int fileThresholdBytes,
        Path directory,
        long maxMemoryBytesOfAll,
        long maxDiskBytesOfAll) {

    /**
     * Checks the bounds; {@link #builder()} is easier to read.
     *
     * @param compliance see the record
     * @param charset see the record
     * @param maxParts see the record
     * @param maxPartHeaderBytes see the record
     * @param maxPartHeaderLines see the record
     * @param maxFieldBytes see the record
     * @param maxFileBytes see the record
     * @param maxTotalBytes see the record
     * @param maxMemoryBytes see the record
     * @param fileThresholdBytes see the record
     * @param directory see the record
     * @param maxMemoryBytesOfAll see the record
     * @param maxDiskBytesOfAll see the record
     * @throws IllegalArgumentException if a bound is negative, or the character set not compatible with ASCII
     */
    public FormOptions {
        Objects.requireNonNull(compliance, "compliance");
        Objects.requireNonNull(charset, "charset");
        long any = (long) maxParts | maxPartHeaderBytes | maxPartHeaderLines | fileThresholdBytes;
        any |= maxFieldBytes | maxFileBytes | maxTotalBytes | maxMemoryBytes;
        if ((any | maxMemoryBytesOfAll | maxDiskBytesOfAll) < 0) {
            throw new IllegalArgumentException("a limit is negative");
        }
        if (!FormCharsets.has(charset)) {
            throw new IllegalArgumentException(charset + " is not compatible with ASCII");
        }
    }

    /**
     * Gives the options that hold where none are named. The system property {@code ringer.multipart.compliance} ({@code rfc7578}, {@code legacy}) is read here.
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
}
