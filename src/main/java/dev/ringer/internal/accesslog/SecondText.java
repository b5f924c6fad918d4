package dev.ringer.internal.accesslog;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.function.Supplier;

/** Formats points in time as text, with a precision of a second, and remembers the last text. Not thread-safe. */
final class SecondText {
    private final DateTimeFormatter format;
    // read again each second, because an application may change the default time zone
    private final Supplier<ZoneId> zone;
    private long second = Long.MIN_VALUE;
    private String text;

    SecondText(DateTimeFormatter format, Supplier<ZoneId> zone) {
        this.format = format;
        this.zone = zone;
    }

    /** Returns the text for a time in milliseconds since the epoch. The text has whole seconds only. */
    String of(long millis) {
        long asked = Math.floorDiv(millis, 1000);
        if (asked != second) {
            second = asked;
            text = format.format(Instant.ofEpochSecond(asked).atZone(zone.get()));
        }
        return text;
    }
}
