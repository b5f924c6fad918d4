package dev.ringer.options;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the sizes and times of system properties, such as {@code 10m} and {@code 150 ms}. A number without a unit
 * counts bytes, or the unit that its property always had.
 */
final class Units {
    // Only letters of ASCII match, in either case. A leading zero would be octal in a number without a unit.
    private static final Pattern SIZE =
            Pattern.compile("(0|[1-9][0-9]*)\\s*(?:([kmg])(?:i?b)?|b)", Pattern.CASE_INSENSITIVE);

    private static final Pattern TIME = Pattern.compile("(0|[1-9][0-9]*)\\s*(ms|s|min|h)", Pattern.CASE_INSENSITIVE);

    private Units() {}

    /** Whether a text is a size with a unit. */
    static boolean hasUnitOfSize(String text) {
        return SIZE.matcher(text.strip()).matches();
    }

    /**
     * Returns the bytes of a size. A kilobyte has 1024 bytes, whether it is written as {@code k}, {@code kB} or {@code
     * KiB}.
     *
     * @throws IllegalArgumentException if the text is not a size, or if the size is too large for a {@code long}
     */
    static long bytes(String text) {
        Matcher size = SIZE.matcher(text.strip());
        if (!size.matches()) {
            return Long.decode(text.strip());
        }
        String unit = size.group(2) == null ? "" : size.group(2).toLowerCase(Locale.ROOT);
        return product(Long.parseLong(size.group(1)), 1L << 10 * (" kmg".indexOf(unit) * unit.length()));
    }

    /**
     * Returns a time.
     *
     * @param plain the unit of a number without a unit
     * @throws IllegalArgumentException if the text is not a time, or if the time is too long for a {@code Duration}
     */
    static Duration time(String text, ChronoUnit plain) {
        Matcher time = TIME.matcher(text.strip());
        if (!time.matches()) {
            return Duration.of(Long.decode(text.strip()), plain);
        }
        long number = Long.parseLong(time.group(1));
        return switch (time.group(2).toLowerCase(Locale.ROOT)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "min" -> Duration.ofSeconds(product(number, 60));
            default -> Duration.ofSeconds(product(number, 3600));
        };
    }

    private static long product(long number, long unit) {
        if (number > Long.MAX_VALUE / unit) {
            throw new IllegalArgumentException("too large: " + number);
        }
        return number * unit;
    }
}
