package dev.ringer.options;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The file and the format of the access log, in which a server writes a line for each exchange. Immutable.
 *
 * <p>The property {@code ringer.accessLog} is a format, or a format and a file: {@code combined},
 * {@code combined:/var/log/app/access.log}, {@code json:-} for standard output, {@code off}. In code:
 *
 * <pre>{@code
 * AccessLogOptions.of("json:/var/log/app/access.log").withMaxFileSize(10 << 20).withMaxFiles(7)
 * }</pre>
 *
 * @since 0.1.0
 */
public final class AccessLogOptions {
    /** The name that stands for standard output in place of a file. */
    public static final String STANDARD_OUTPUT = "-";

    /** No access log. */
    public static final AccessLogOptions OFF = of(Format.OFF, "");

    /** The prefix of names of response fields among {@link #fields()}. */
    public static final String RESPONSE_FIELD = "response:";

    /** The most names among {@link #fields()}. */
    public static final int MAX_FIELDS = 20;

    private static final long DEFAULT_MAX_FILE_SIZE = 100L << 20;
    private static final int DEFAULT_MAX_FILES = 30;

    /** The form of the lines. */
    public enum Format {
        /** No lines are written. */
        OFF,
        /** The Common Log Format of the NCSA: client, user, time, request line, status and bytes. */
        COMMON,
        /** The Common Log Format with Referer and User-Agent, which nginx and Apache call combined. */
        COMBINED,
        /** A JSON object on each line, with everything that the server knows about the exchange. */
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
     * @param format the form of the lines
     * @param file the path of a file, {@value #STANDARD_OUTPUT} for standard output, empty for the logger
     *     {@code dev.ringer.access}
     * @return the options, with defaults for all others
     */
    public static AccessLogOptions of(Format format, String file) {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(file, "file");
        return new AccessLogOptions(format, file, DEFAULT_MAX_FILE_SIZE, DEFAULT_MAX_FILES, List.of());
    }

    /**
     * Reads the text of the property.
     *
     * @param setting a format, or a format, a colon and a file
     * @return the options, with defaults for all others
     * @throws IllegalArgumentException if there is no such format, or no file behind the colon
     */
    public static AccessLogOptions of(String setting) {
        int colon = setting.indexOf(':'); // a second colon belongs to the file, as in C:\logs\access.log
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

    /** {@return the form of the lines; {@link Format#OFF} by default} */
    public Format format() {
        return format;
    }

    /**
     * Returns the file to which the server writes the lines.
     *
     * @return the path of a file, {@value #STANDARD_OUTPUT} for standard output, or empty for the logger
     *     {@code dev.ringer.access}. The server makes the file and its directories when it starts
     */
    public String file() {
        return file;
    }

    /**
     * Returns the largest size of the file. If a line would make the file larger, the server renames the file and
     * begins a new one.
     *
     * @return bytes, 0 for no limit; 100 MiB by default ({@code ringer.accessLog.maxFileSize})
     */
    public long maxFileSize() {
        return maxFileSize;
    }

    /**
     * {@return how many renamed files the server keeps; 0 = all, 30 by default} The server deletes older ones. The
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
     * @param count how many renamed files are kept, 0 for all
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
     * Returns the names of the further fields that JSON lines have.
     *
     * @return the names in lower case; those of response fields begin with {@value #RESPONSE_FIELD}; none by default
     *     ({@code ringer.accessLog.fields}, separated by commas)
     */
    public List<String> fields() {
        return fields;
    }

    /**
     * Returns the same options with other {@link #fields()}.
     *
     * @param names at most {@value #MAX_FIELDS} names of fields, in any case. Names of response fields begin with
     *     {@value #RESPONSE_FIELD}
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

    /** Checks the names of further fields. Most servers have no such names, and never load this class. */
    private static final class FieldNames {
        private static final Pattern NAME = Pattern.compile("[a-z0-9!#$%&'*+.^_`|~-]{1,100}"); // lower case only
        private static final Set<String> SECRETS =
                Set.of("authorization", "proxy-authorization", "cookie", "set-cookie");

        /** Returns a name in lower case. */
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

    /** {@return whether any lines are written} Only {@link Format#OFF} writes none. */
    public boolean enabled() {
        return format != Format.OFF;
    }

    /**
     * Whether format, file, both numbers and the fields are the same.
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
