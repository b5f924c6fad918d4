package dev.ringer.options;

import java.util.Locale;
import java.util.Objects;

/**
 * Where a server writes a line for each exchange, and in which form. Immutable and valid.
 *
 * <p>As a setting ({@code ringer.accessLog}) it is a format, or a format and a file: {@code combined},
 * {@code combined:/var/log/app/access.log}, {@code json:-} for standard output, {@code off}.
 *
 * @param format the form of the lines
 * @param file the path of a file, which is made with its directories when the server starts; {@code -} for standard output;
 *     empty for the logger {@code dev.ringer.access}
 * @param maxFileSize a file that would grow beyond it is renamed, and a new one begun
 *     ({@code ringer.accessLog.maxFileSize}, bytes, 0 = off)
 * @param maxFiles how many renamed files are kept; older ones are deleted ({@code ringer.accessLog.maxFiles}, 0 = all are kept)
 * @since 0.1.0
 */
public record AccessLogOptions(Format format, String file, long maxFileSize, int maxFiles) {
    /** What stands for standard output in the place of a file. */
    public static final String STANDARD_OUTPUT = "-";

    /** No access log. */
    public static final AccessLogOptions OFF = to(Format.OFF, "");

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

    /** Checks every component. */
    public AccessLogOptions {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(file, "file");
        if (maxFileSize < 0 || maxFiles < 0) {
            throw new IllegalArgumentException("maxFileSize or maxFiles is negative");
        }
    }

    private static AccessLogOptions to(Format format, String file) {
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
            case "common" -> to(Format.COMMON, file);
            case "combined" -> to(Format.COMBINED, file);
            case "json" -> to(Format.JSON, file);
            default -> throw new IllegalArgumentException("no format of the access log: " + setting);
        };
    }

    /**
     * The same with another size of files.
     *
     * @param bytes the most, 0 for any
     * @return new options
     */
    public AccessLogOptions withMaxFileSize(long bytes) {
        return new AccessLogOptions(format, file, bytes, maxFiles);
    }

    /**
     * The same with another number of files.
     *
     * @param count how many renamed ones are kept, 0 for all
     * @return new options
     */
    public AccessLogOptions withMaxFiles(int count) {
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
}
