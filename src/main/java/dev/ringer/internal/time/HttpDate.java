package dev.ringer.internal.time;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The present second as an IMF-fixdate (RFC 9110, 5.6.7), made once per second and shared by all threads.
 *
 * @param second the second since the epoch that this instance stands for
 * @param text such as {@code Sat, 21 Nov 2026 08:49:37 GMT}
 * @param fieldLine the whole field line as bytes, {@code Date: …} with its line end; shared, never modified
 */
public record HttpDate(long second, String text, byte[] fieldLine) {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private static volatile HttpDate current = of(0);

    /**
     * The date of now.
     *
     * @return the shared instance of this second
     */
    public static HttpDate now() {
        HttpDate date = current;
        long second = Math.floorDiv(System.currentTimeMillis(), 1000L);
        if (date.second != second) {
            date = of(second);
            current = date; // two threads may both make it: the same text either way
        }
        return date;
    }

    static HttpDate of(long second) {
        String text = FORMAT.format(Instant.ofEpochSecond(second));
        return new HttpDate(second, text, ("Date: " + text + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }
}
