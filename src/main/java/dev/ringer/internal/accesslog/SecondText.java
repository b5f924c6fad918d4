package dev.ringer.internal.accesslog;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.function.Supplier;

/** The text of a second, of which the last one is remembered. For one thread. */
final class SecondText {
    private final DateTimeFormatter format;
    private final Supplier<ZoneId> zone; // asked for each second, since an application may change its own
    private long second = Long.MIN_VALUE;
    private String text;

    SecondText(DateTimeFormatter format, Supplier<ZoneId> zone) {
        this.format = format;
        this.zone = zone;
    }

    /** The text of the second in which a moment lies, in milliseconds of the epoch. */
    String of(long millis) {
        long asked = Math.floorDiv(millis, 1000);
        if (asked != second) {
            second = asked;
            text = format.format(Instant.ofEpochSecond(asked).atZone(zone.get()));
        }
        return text;
    }
}
