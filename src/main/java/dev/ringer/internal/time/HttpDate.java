package dev.ringer.internal.time;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * The current time for the Date field, as an IMF-fixdate (RFC 9110, 5.6.7). One object is made for each second, and all
 * threads share it.
 *
 * @param second the time in seconds since the epoch
 * @param text the date as text, such as {@code Sat, 21 Nov 2026 08:49:37 GMT}
 * @param fieldLine the bytes of the whole Date field with its line end; the array is shared and never modified
 */
public record HttpDate(long second, String text, byte[] fieldLine) {
    private static final String DAYS = "MonTueWedThuFriSatSun";
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

    private static final long DAY = 86_400; // seconds of a day
    // the weekday of 1 January 1970, where Monday is 0
    private static final int THURSDAY = 3;

    private static volatile HttpDate current = of(0);

    /** Returns the date of the current second. All callers in the same second get the same object. */
    public static HttpDate now() {
        HttpDate date = current;
        long second = Math.floorDiv(System.currentTimeMillis(), 1000L);
        if (date.second != second) {
            date = of(second);
            current = date; // another thread may do the same now, but both dates are equal
        }
        return date;
    }

    static HttpDate of(long second) {
        String text = format(second);
        return new HttpDate(second, text, ("Date: " + text + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Formats a date. A formatter or {@link LocalDateTime#getDayOfWeek} would load locale data, which would delay the
     * first response of a JVM ({@code FirstAnswerTest}).
     */
    private static String format(long second) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
        StringBuilder text = new StringBuilder(29);
        append(text, DAYS, 1 + (int) Math.floorMod(Math.floorDiv(second, DAY) + THURSDAY, 7L))
                .append(", ");
        append(text, time.getDayOfMonth()).append(' ');
        append(text, MONTHS, time.getMonthValue()).append(' ');
        append(append(text, time.getYear() / 100), time.getYear() % 100).append(' ');
        append(text, time.getHour()).append(':');
        append(text, time.getMinute()).append(':');
        return append(text, time.getSecond()).append(" GMT").toString();
    }

    private static StringBuilder append(StringBuilder to, String names, int number) {
        return to.append(names, 3 * number - 3, 3 * number);
    }

    private static StringBuilder append(StringBuilder to, int twoDigits) {
        return to.append((char) ('0' + twoDigits / 10)).append((char) ('0' + twoDigits % 10));
    }
}
