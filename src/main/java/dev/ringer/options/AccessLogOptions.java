package dev.ringer.options;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The options of an access log: the format of its lines, its file, and how the server rotates the file. The server
 * writes a line for each exchange. Immutable.
 *
 * <p>The property {@code ringer.accessLog} is a format, or a format and a file. Examples are {@code combined},
 * {@code combined:/var/log/app/access.log}, {@code json:-} (standard output) and {@code off}. In code:
 *
 * <pre>{@code
 * AccessLogOptions.builder(Format.JSON).file(Path.of("/var/log/app/access.log")).maxFiles(7).build()
 * }</pre>
 *
 * @since 0.1.0
 */
public final class AccessLogOptions {
    /** The options of a server without an access log. */
    public static final AccessLogOptions OFF = new AccessLogOptions(
            Format.OFF,
            Destination.LOGGER,
            null,
            AccessLogOptions.DEFAULT_MAX_FILE_SIZE,
            AccessLogOptions.DEFAULT_MAX_FILES,
            List.of());

    /**
     * The prefix of the names of response fields in {@link #fields()}. Names without this prefix belong to request
     * fields.
     */
    public static final String RESPONSE_FIELD = "response:";

    /** The most names that {@link #fields()} may have. */
    public static final int MAX_FIELDS = 20;

    private static final String STANDARD_OUTPUT = "-";
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

    /** Where the server writes the lines. */
    public enum Destination {
        /** To the logger {@code dev.ringer.access}, at level INFO. */
        LOGGER,
        /** To standard output. */
        STANDARD_OUTPUT,
        /** To a file. */
        FILE
    }

    private final Format format;
    private final Destination destination;
    private final @Nullable Path file; // null unless the destination is a file
    private final long maxFileSize;
    private final int maxFiles;
    private final List<String> fields;

    private AccessLogOptions(
            Format format,
            Destination destination,
            @Nullable Path file,
            long maxFileSize,
            int maxFiles,
            List<String> fields) {
        this.format = format;
        this.destination = destination;
        this.file = file;
        this.maxFileSize = maxFileSize;
        this.maxFiles = maxFiles;
        this.fields = fields;
    }

    /**
     * {@return a builder for a log to the logger {@code dev.ringer.access}, until another destination is set}
     *
     * @param format the format of the lines
     */
    public static Builder builder(Format format) {
        return new Builder(format);
    }

    /** {@return a builder that begins with these options} */
    public Builder toBuilder() {
        Builder builder = new Builder(format);
        builder.destination = destination;
        builder.file = file;
        builder.maxFileSize = maxFileSize;
        builder.maxFiles = maxFiles;
        builder.fields = fields;
        return builder;
    }

    /**
     * Reads the text of the property {@code ringer.accessLog}.
     *
     * @param text {@code off}, or a format such as {@code combined}, which may be followed by a colon and a file, or by
     *     {@code :-} for standard output
     * @return options with this format and destination, and defaults for everything else
     * @throws IllegalArgumentException if the format is unknown, no file follows the colon, or the file is not a path
     */
    public static AccessLogOptions parse(String text) {
        // only the first colon counts, because the file may have one too, as in C:\logs\access.log
        int colon = text.indexOf(':');
        String format = colon < 0 ? text : text.substring(0, colon);
        String file = colon < 0 ? "" : text.substring(colon + 1).strip();
        if (colon >= 0 && file.isEmpty()) {
            throw new IllegalArgumentException("missing file name after the colon, as in common:access.log: " + text);
        }
        Builder builder = switch (format.strip().toLowerCase(Locale.ROOT)) {
            case "off" -> null;
            case "common" -> builder(Format.COMMON);
            case "combined" -> builder(Format.COMBINED);
            case "json" -> builder(Format.JSON);
            default ->
                throw new IllegalArgumentException(
                        "unknown access log format: " + text + "; expected off, common, combined or json");
        };
        if (builder == null) {
            return OFF;
        }
        if (file.equals(STANDARD_OUTPUT)) {
            builder.standardOutput();
        } else if (!file.isEmpty()) {
            builder.file(Path.of(file));
        }
        return builder.build();
    }

    /** Returns the text of the property {@code ringer.accessLog} that means this format and destination. */
    String text() {
        String word = format.name().toLowerCase(Locale.ROOT);
        return switch (destination) {
            case LOGGER -> word;
            case STANDARD_OUTPUT -> word + ':' + STANDARD_OUTPUT;
            case FILE -> word + ':' + file;
        };
    }

    /** {@return the format of the lines; {@link Format#OFF} by default} */
    public Format format() {
        return format;
    }

    /** {@return where the server writes the lines; {@link Destination#LOGGER} by default} */
    public Destination destination() {
        return destination;
    }

    /**
     * {@return the file to which the server writes the lines; null unless the destination is {@link Destination#FILE}}
     * When the server starts, it makes the file and its directories.
     */
    public @Nullable Path file() {
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
     * {@return how many renamed files the server keeps; 0 for no limit; 30 by default} The server deletes older files. The
     * property is {@code ringer.accessLog.maxFiles}.
     */
    public int maxFiles() {
        return maxFiles;
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
                throw new IllegalArgumentException("invalid field name: " + text);
            }
            if (SECRETS.contains(name)) {
                throw new IllegalArgumentException(name + " cannot be logged because it carries credentials");
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
                && destination == options.destination
                && Objects.equals(file, options.file)
                && maxFileSize == options.maxFileSize
                && maxFiles == options.maxFiles
                && fields.equals(options.fields);
    }

    @Override
    public int hashCode() {
        return Objects.hash(format, destination, file, maxFileSize, maxFiles, fields);
    }

    /**
     * {@return all options, such as
     * {@code AccessLogOptions[json:access.log, maxFileSize=104857600, maxFiles=30, fields=[]]}}
     */
    @Override
    public String toString() {
        return "AccessLogOptions[" + text() + ", maxFileSize=" + maxFileSize + ", maxFiles=" + maxFiles + ", fields="
                + fields + ']';
    }

    /**
     * Builds {@link AccessLogOptions}. Not safe for use by several threads at once.
     *
     * @since 0.1.0
     */
    public static final class Builder {
        private final Format format;
        private Destination destination = Destination.LOGGER;
        private @Nullable Path file;
        private long maxFileSize = DEFAULT_MAX_FILE_SIZE;
        private int maxFiles = DEFAULT_MAX_FILES;
        private List<String> fields = List.of();

        private Builder(Format format) {
            this.format = Objects.requireNonNull(format, "format");
        }

        /**
         * Writes the lines to a file.
         *
         * @param path the file; the server makes it and its directories when it starts
         * @return this
         */
        public Builder file(Path path) {
            file = Objects.requireNonNull(path, "path");
            destination = Destination.FILE;
            return this;
        }

        /**
         * Writes the lines to standard output.
         *
         * @return this
         */
        public Builder standardOutput() {
            file = null;
            destination = Destination.STANDARD_OUTPUT;
            return this;
        }

        /**
         * Sets {@link AccessLogOptions#maxFileSize()}.
         *
         * @param bytes the largest size in bytes, 0 for no limit
         * @return this
         * @throws IllegalArgumentException if {@code bytes} is negative
         */
        public Builder maxFileSize(long bytes) {
            if (bytes < 0) {
                throw new IllegalArgumentException("maxFileSize must not be negative: " + bytes);
            }
            maxFileSize = bytes;
            return this;
        }

        /**
         * Sets {@link AccessLogOptions#maxFiles()}.
         *
         * @param count how many renamed files the server keeps; 0 for no limit
         * @return this
         * @throws IllegalArgumentException if {@code count} is negative
         */
        public Builder maxFiles(int count) {
            if (count < 0) {
                throw new IllegalArgumentException("maxFiles must not be negative: " + count);
            }
            maxFiles = count;
            return this;
        }

        /**
         * Sets {@link AccessLogOptions#fields()}.
         *
         * @param names at most {@value #MAX_FIELDS} names of request or response fields, in upper or lower case. Names
         *     of response fields begin with {@value #RESPONSE_FIELD}
         * @return this
         * @throws IllegalArgumentException if the format is not {@link Format#JSON}, and so has no place for fields, if
         *     there are too many names, or if a name is too long, is not a field name, or is {@code Authorization},
         *     {@code Proxy-Authorization}, {@code Cookie} or {@code Set-Cookie}
         */
        public Builder fields(String... names) {
            if (format != Format.JSON && names.length > 0) {
                throw new IllegalArgumentException("only the JSON format has fields, not " + format);
            }
            return fieldsOfJson(names);
        }

        /** Sets the fields, which a log in another format ignores: a property may set them for several servers. */
        Builder fieldsOfJson(String... names) {
            List<String> distinct =
                    Stream.of(names).map(FieldNames::checked).distinct().toList();
            if (distinct.size() > MAX_FIELDS) {
                throw new IllegalArgumentException(
                        "at most " + MAX_FIELDS + " fields can be logged, not " + distinct.size());
            }
            fields = distinct;
            return this;
        }

        /** {@return options with the values of this builder} */
        public AccessLogOptions build() {
            return new AccessLogOptions(format, destination, file, maxFileSize, maxFiles, fields);
        }
    }
}
