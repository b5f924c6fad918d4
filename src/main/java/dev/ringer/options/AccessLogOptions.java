package dev.ringer.options;

import java.util.Locale;
import java.util.Objects;

/**
 * Where a server writes a line for each exchange, and in which form. Immutable and valid.
 *
 * <p>As a setting ({@code ringer.accessLog}) it is a format, or a format and a file: {@code combined},
 * {@code combined:/var/log/app/access.log}, {@code json:-} for standard output, {@code off}. In code:
 *
 * <pre>{@code
 * AccessLogOptions.of("json:/var/log/app/access.log").withMaxFileSize(10 << 20).withMaxFiles(7)
 * }</pre>
 *
 * @since 0.1.0
 */
public final class AccessLogOptions {
    /** What stands for standard output in the place of a file. */
    public static final String STANDARD_OUTPUT = "-";

    /** No access log. */
    public static final AccessLogOptions OFF = of(Format.OFF, "");

    private static final long DEFAULT_MAX_FILE_SIZE = 100L << 20;
    private static final int DEFAULT_MAX_FILES = 30;

    /** The form of the lines. */
    public enum Format {
        /** There are none. */
        OFF,
        /** The Common Log Format of the NCSA: client, user, time, request line, status, bytes. */
        COMMON,
        /** The same with Referer and User-Agent, as nginx and Apache call it. */
        COMBINED,
        /** A JSON object on each line, with all that is known. */
        JSON
    }

    private final Format format;
    private final String file;
    private final long maxFileSize;
    private final int maxFiles;

    private AccessLogOptions(Format format, String file, long maxFileSize, int maxFiles) {
        this.format = format;
        this.file = file;
        this.maxFileSize = maxFileSize;
        this.maxFiles = maxFiles;
    }

    /**
     * Names a format and a file.
     *
     * @param format the form of the lines
     * @param file the path of a file, {@value #STANDARD_OUTPUT} for standard output, empty for the logger {@code dev.ringer.access}
     * @return the options, of which the others have their defaults
     */
    public static AccessLogOptions of(Format format, String file) {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(file, "file");
        return new AccessLogOptions(format, file, DEFAULT_MAX_FILE_SIZE, DEFAULT_MAX_FILES);
    }

    /**
     * Reads a setting.
     *
     * @param setting a format, or a format, a colon and a file
     * @return the options, of which the others have their defaults
     * @throws IllegalArgumentException if there is no such format, or no file behind the colon
     */
    public static AccessLogOptions of(String setting) {
        int colon = setting.indexOf(':'); // a second one belongs to the file, such as C:\logs\access.log
        String format = colon < 0 ? setting : setting.substring(0, colon);
        String file = colon < 0 ? "" : setting.substring(colon + 1).strip();
        if (colon >= 0 && file.isEmpty()) {
            throw new IllegalArgumentException("no file behind the colon of the access log: " + setting);
        }
        return switch (format.strip().toLowerCase(Locale.ROOT)) {
            case "off" -> OFF;
            case "common" -> of(Format.COMMON, file);
            case "combined" -> of(Format.COMBINED, file);
            case "json" -> of(Format.JSON, file);
            default -> throw new IllegalArgumentException("no format of the access log: " + setting);
        };
    }

    /**
     * The form of the lines.
     *
     * @return {@link Format#OFF} by default
     */
    public Format format() {
        return format;
    }

    /**
     * The file that lines are written to.
     *
     * @return its path, which is made with its directories when the server starts; {@value #STANDARD_OUTPUT} for standard
     *     output; empty for the logger {@code dev.ringer.access}
     */
    public String file() {
        return file;
    }

    /**
     * The most bytes of the file. One that would grow beyond them is renamed, and a new one begun.
     *
     * @return bytes, 0 = off; 100 MiB by default ({@code ringer.accessLog.maxFileSize})
     */
    public long maxFileSize() {
        return maxFileSize;
    }

    /**
     * How many renamed files are kept. Older ones are deleted.
     *
     * @return a number, 0 = all are kept; 30 by default ({@code ringer.accessLog.maxFiles})
     */
    public int maxFiles() {
        return maxFiles;
    }

    /**
     * The same with another {@link #maxFileSize()}.
     *
     * @param bytes the most, 0 for any
     * @return new options
     * @throws IllegalArgumentException if it is negative
     */
    public AccessLogOptions withMaxFileSize(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("maxFileSize is negative: " + bytes);
        }
        return new AccessLogOptions(format, file, bytes, maxFiles);
    }

    /**
     * The same with other {@link #maxFiles()}.
     *
     * @param count how many renamed ones are kept, 0 for all
     * @return new options
     * @throws IllegalArgumentException if it is negative
     */
    public AccessLogOptions withMaxFiles(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("maxFiles is negative: " + count);
        }
        return new AccessLogOptions(format, file, maxFileSize, count);
    }

    /**
     * Whether there are lines at all.
     *
     * @return false for {@link Format#OFF}
     */
    public boolean enabled() {
        return format != Format.OFF;
    }

    /**
     * Whether format, file and both numbers are the same.
     *
     * @param other anything
     * @return true for equal options
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof AccessLogOptions options
                && format == options.format
                && file.equals(options.file)
                && maxFileSize == options.maxFileSize
                && maxFiles == options.maxFiles;
    }

    @Override
    public int hashCode() {
        return Objects.hash(format, file, maxFileSize, maxFiles);
    }

    /**
     * Names all options.
     *
     * @return such as {@code AccessLogOptions[format=JSON, file=-, maxFileSize=104857600, maxFiles=30]}
     */
    @Override
    public String toString() {
        return "AccessLogOptions[format=" + format + ", file=" + file + ", maxFileSize=" + maxFileSize + ", maxFiles="
                + maxFiles + ']';
    }
}
