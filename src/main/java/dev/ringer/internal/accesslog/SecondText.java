package dev.ringer.internal.accesslog;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.function.Supplier;

/** Formats seconds as text, and remembers the last text. For one thread. */
final class SecondText {
    private final DateTimeFormatter format;
    private final Supplier<ZoneId> zone; // read again for each second, since an application may change its time zone
    private long second = Long.MIN_VALUE;
    private String text;

    SecondText(DateTimeFormatter format, Supplier<ZoneId> zone) {
        this.format = format;
        this.zone = zone;
    }

    /** Returns the text of a time in milliseconds since the epoch, down to the second. */
    String of(long millis) {
        long asked = Math.floorDiv(millis, 1000);
        if (asked != second) {
            second = asked;
            text = format.format(Instant.ofEpochSecond(asked).atZone(zone.get()));
        }
        return text;
    }
}
