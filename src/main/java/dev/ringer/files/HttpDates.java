package dev.ringer.files;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Parses and formats dates in header fields (RFC 9110, 5.6.7). It parses all three formats of a date, and writes the
 * preferred one.
 */
final class HttpDates {
    private static final DateTimeFormatter FIXED =
            DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH);
    private static final DateTimeFormatter ASCTIME =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH);

    /** The length of the longest date in any of the three formats. */
    private static final int MAX_LENGTH = "Wednesday, 06-Nov-94 08:49:37 GMT".length();

    private HttpDates() {}

    static String text(long epochSecond) {
        return FIXED.format(LocalDateTime.ofEpochSecond(epochSecond, 0, ZoneOffset.UTC));
    }

    /**
     * Parses a date.
     *
     * @return the time in seconds since the epoch; empty if the date is invalid
     */
    static OptionalLong second(String text) {
        if (text.length() > MAX_LENGTH) {
            return OptionalLong.empty();
        }
        try {
            int comma = text.indexOf(',');
            DateTimeFormatter form = comma == 3 ? FIXED : comma < 0 ? ASCTIME : rfc850();
            return OptionalLong.of(LocalDateTime.parse(text, form).toEpochSecond(ZoneOffset.UTC));
        } catch (DateTimeException malformed) {
            return OptionalLong.empty();
        }
    }

    /**
     * Returns the RFC 850 format of dates, which has years of two digits. A date that would lie more than 50 years in
     * the future means the most recent past year with the same two digits. So the format depends on the current year.
     */
    private static DateTimeFormatter rfc850() {
        int firstYear = Year.now(ZoneOffset.UTC).getValue() - 49;
        return new DateTimeFormatterBuilder()
                .appendPattern("EEEE, dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, firstYear)
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.ENGLISH);
    }
}
