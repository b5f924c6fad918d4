package dev.ringer.internal.accesslog;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Writes lines in the Common Log Format, {@code client - user [time] "request line" status bytes}. The combined format
 * adds {@code "referer" "user agent"}. As in nginx, a status of {@code 000} means that there was no response.
 */
final class CommonFormat implements LineFormat {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern(" '['dd/MMM/yyyy:HH:mm:ss Z'] \"'", Locale.ENGLISH);

    private final boolean combined;
    private final AddressTexts addresses = new AddressTexts();
    private final SecondText times = new SecondText(TIME, ZoneId::systemDefault);

    CommonFormat(boolean combined) {
        this.combined = combined;
    }

    @Override
    public void append(LineBuffer to, AccessRecord record, long begunMillis) {
        LoggedRequest request = record.request();
        to.put(addresses.of(record.client)).put(" - ");
        if (record.user == null || record.user.isEmpty()) {
            to.put('-');
        } else {
            to.putEscaped(record.user, true);
        }
        to.put(times.of(begunMillis)).putEscaped(request.method(), false);
        if (request.protocol() != null) {
            to.put(' ').putEscaped(request.target() == null ? "-" : request.target(), false);
            to.put(' ').put(request.protocol());
        }
        to.put("\" ").putDigits(record.status, 3).put(' ');
        if (record.bytes == 0) {
            to.put('-');
        } else {
            to.put(record.bytes);
        }
        if (combined) {
            quoted(to, request.referer());
            quoted(to, request.userAgent());
        }
        to.put('\n');
    }

    private static void quoted(LineBuffer to, String text) {
        to.put(" \"").putEscaped(text == null ? "-" : text, false).put('"');
    }
}
