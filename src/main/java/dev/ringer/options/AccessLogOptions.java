package dev.ringer.options;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The options of an access log: the format of its lines, its file, and how the server rotates the file. The server
 * writes a line for each exchange. Immutable.
 *
 * <p>The property {@code ringer.accessLog} is a format, or a format and a file. Examples are {@code combined},
 * {@code combined:/var/log/app/access.log}, {@code json:-} (standard output) and {@code off}. In code:
 *
 * <pre>{@code
 * AccessLogOptions.of("json:/var/log/app/access.log").withMaxFileSize(10 << 20).withMaxFiles(7)
 * }</pre>
 *
 * @since 0.1.0
 */
public final class AccessLogOptions {
    /** Stands for standard output in place of the path of a file. */
    public static final String STANDARD_OUTPUT = "-";

    /** The options of a server without an access log. */
    public static final AccessLogOptions OFF = of(Format.OFF, "");

    /**
     * The prefix of the names of response fields in {@link #fields()}. Names without this prefix belong to request
     * fields.
     */
    public static final String RESPONSE_FIELD = "response:";

    /** The most names that {@link #fields()} may have. */
    public static final int MAX_FIELDS = 20;

    private static final long DEFAULT_MAX_FILE_SIZE = 100L << 20;
    private static final int DEFAULT_MAX_FILES = 30;

    /** The format of the log's lines. */
    public enum Format {
        /** The server writes no access log. */
        OFF,
        /** The Common Log Format of the NCSA: client, user, time, request line, status and bytes. */
        COMMON,
        /** The Common Log Format with Referer and User-Agent, which nginx and Apache call combined. */
        COMBINED,
        /** A JSON object on each line, with everything that the server knows about an exchange. */
        JSON
    }

    private final Format format;
    private final String file;
    private final long maxFileSize;
    private final int maxFiles;
    private final List<String> fields;

    private AccessLogOptions(Format format, String file, long maxFileSize, int maxFiles, List<String> fields) {
        this.format = format;
        this.file = file;
        this.maxFileSize = maxFileSize;
        this.maxFiles = maxFiles;
        this.fields = fields;
    }

    /**
     * Creates options for a format and a file.
     *
     * @param format the format of the lines
     * @param file the path of a file, {@value #STANDARD_OUTPUT} for standard output, or an empty text for the logger
     *     {@code dev.ringer.access}
     * @return options with this format and file, and defaults for everything else
     */
    public static AccessLogOptions of(Format format, String file) {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(file, "file");
        return new AccessLogOptions(format, file, DEFAULT_MAX_FILE_SIZE, DEFAULT_MAX_FILES, List.of());
    }

    /**
     * Creates the options from the text of the property {@code ringer.accessLog}.
     *
     * @param setting a format such as {@code combined}, or a format, a colon and a file
     * @return options with this format and file, and defaults for everything else
     * @throws IllegalArgumentException if the format is unknown, or no file follows the colon
     */
    public static AccessLogOptions of(String setting) {
        // only the first colon counts, because the file may have one too, as in C:\logs\access.log
        int colon = setting.indexOf(':');
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

    /** {@return the format of the lines; {@link Format#OFF} by default} */
    public Format format() {
        return format;
    }

    /**
     * Returns the file to which the server writes the lines.
     *
     * @return the path of a file, {@value #STANDARD_OUTPUT} for standard output, or an empty text for the logger {@code
     *     dev.ringer.access}. When the server starts, it makes the file and its directories
     */
    public String file() {
        return file;
    }

    /**
     * Returns the largest size of the file. If a line would make the file larger, the server renames the file and
     * begins a new file.
     *
     * @return the size in bytes; 0 for no limit. The default is 100 MiB. The property is {@code
     *     ringer.accessLog.maxFileSize}
     */
    public long maxFileSize() {
        return maxFileSize;
    }

    /**
     * {@return how many renamed files the server keeps; 0 means all; 30 by default} The server deletes older files. The
     * property is {@code ringer.accessLog.maxFiles}.
     */
    public int maxFiles() {
        return maxFiles;
    }

    /**
     * Returns the same options with another {@link #maxFileSize()}.
     *
     * @param bytes the largest size in bytes, 0 for no limit
     * @return new options
     * @throws IllegalArgumentException if {@code bytes} is negative
     */
    public AccessLogOptions withMaxFileSize(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("maxFileSize is negative: " + bytes);
        }
        return new AccessLogOptions(format, file, bytes, maxFiles, fields);
    }

    /**
     * Returns the same options with another {@link #maxFiles()}.
     *
     * @param count how many renamed files the server keeps; 0 for all
     * @return new options
     * @throws IllegalArgumentException if {@code count} is negative
     */
    public AccessLogOptions withMaxFiles(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("maxFiles is negative: " + count);
        }
        return new AccessLogOptions(format, file, maxFileSize, count, fields);
    }

    /**
     * Returns the names of fields whose values the server adds to each JSON line.
     *
     * @return the names in lower case; those of response fields begin with {@value #RESPONSE_FIELD}. By default there
     *     are none. The property {@code ringer.accessLog.fields} has the names with commas between them
     */
    public List<String> fields() {
        return fields;
    }

    /**
     * Returns the same options with other {@link #fields()}.
     *
     * @param names at most {@value #MAX_FIELDS} names of request or response fields, in upper or lower case. Names of
     *     response fields begin with {@value #RESPONSE_FIELD}
     * @return new options
     * @throws IllegalArgumentException if there are too many names, or if a name is too long, is not a field name, or
     *     is {@code Authorization}, {@code Proxy-Authorization}, {@code Cookie} or {@code Set-Cookie}
     */
    public AccessLogOptions withFields(String... names) {
        List<String> distinct =
                Stream.of(names).map(FieldNames::checked).distinct().toList();
        if (distinct.size() > MAX_FIELDS) {
            throw new IllegalArgumentException("more than " + MAX_FIELDS + " fields: " + distinct.size());
        }
        return new AccessLogOptions(format, file, maxFileSize, maxFiles, distinct);
    }

    /**
     * Checks the names of fields to log. This code is in a separate class, so the JVM loads it only if fields are
     * logged.
     */
    private static final class FieldNames {
        // names are in lower case here
        private static final Pattern NAME = Pattern.compile("[a-z0-9!#$%&'*+.^_`|~-]{1,100}");
        private static final Set<String> SECRETS =
                Set.of("authorization", "proxy-authorization", "cookie", "set-cookie");

        static String checked(String text) {
            String field = text.strip().toLowerCase(Locale.ROOT);
            String name = field.startsWith(RESPONSE_FIELD) ? field.substring(RESPONSE_FIELD.length()) : field;
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("no name of a field: " + text);
            }
            if (SECRETS.contains(name)) {
                throw new IllegalArgumentException(name + " is refused because it has credentials");
            }
            return field;
        }
    }

    /** {@return whether the server writes an access log} It does so for every format except {@link Format#OFF}. */
    public boolean enabled() {
        return format != Format.OFF;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AccessLogOptions options
                && format == options.format
                && file.equals(options.file)
                && maxFileSize == options.maxFileSize
                && maxFiles == options.maxFiles
                && fields.equals(options.fields);
    }

    @Override
    public int hashCode() {
        return Objects.hash(format, file, maxFileSize, maxFiles, fields);
    }

    /**
     * {@return all options, such as
     * {@code AccessLogOptions[format=JSON, file=-, maxFileSize=104857600, maxFiles=30, fields=[]]}}
     */
    @Override
    public String toString() {
        return "AccessLogOptions[format=" + format + ", file=" + file + ", maxFileSize=" + maxFileSize + ", maxFiles="
                + maxFiles + ", fields=" + fields + ']';
    }
}
