package dev.ringer.internal.accesslog;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Writes each exchange as a JSON object on one line, with everything that is in the record. Members without a value are
 * left out. Characters that are not ASCII are escaped.
 */
final class JsonFormat implements LineFormat {
    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.");

    private final AddressTexts clients = new AddressTexts();
    private final AddressTexts servers = new AddressTexts();
    private final SecondText seconds = new SecondText(SECOND, () -> ZoneOffset.UTC);
    private final ExtraFields fields;

    JsonFormat(ExtraFields fields) {
        this.fields = fields;
    }

    @Override
    public void append(LineBuffer to, AccessRecord record, long begunMillis) {
        LoggedRequest request = record.request();
        to.put("{\"time\":\"").put(seconds.of(begunMillis)).putDigits(Math.floorMod(begunMillis, 1000), 3);
        to.put("Z\",\"exchange\":").put(record.number);
        to.put(",\"client\":\"").put(clients.of(record.client));
        to.put("\",\"clientPort\":").put(record.client.getPort());
        to.put(",\"server\":\"").put(servers.of(record.server));
        to.put("\",\"serverPort\":").put(record.server.getPort());
        text(to, "user", record.user);
        text(to, request.protocol() == null ? "requestLine" : "method", request.method());
        text(to, "target", request.target());
        text(to, "protocol", request.protocol());
        text(to, "host", request.host());
        if (record.status != 0) {
            to.put(",\"status\":").put(record.status);
        }
        text(to, "reason", record.reason);
        to.put(",\"bytes\":").put(record.bytes);
        if (record.firstByteNanos() >= 0) {
            micros(to, "firstByteMicros", record.firstByteNanos());
        }
        micros(to, "durationMicros", record.nanos());
        text(to, "tls", record.tls);
        text(to, "referer", request.referer());
        text(to, "userAgent", request.userAgent());
        text(to, "trace_id", request.traceId());
        text(to, "request_id", request.requestId());
        texts(to, "requestFields", fields.ofRequest(), request.extra());
        texts(to, "responseFields", fields.ofResponse(), record.extra);
        if (record.aborted) {
            to.put(",\"aborted\":true");
        }
        to.put("}\n");
    }

    /** Writes an object that has a member for each value that is not null. Writes nothing if there is no value. */
    private static void texts(LineBuffer to, String name, List<String> names, String[] values) {
        String before = ",\"" + name + "\":{\"";
        boolean any = false;
        for (int i = 0; values != null && i < values.length; i++) {
            if (values[i] != null) {
                to.put(any ? ",\"" : before).put(names.get(i)).put("\":").putJson(values[i]);
                any = true;
            }
        }
        if (any) {
            to.put('}');
        }
    }

    private static void text(LineBuffer to, String name, String value) {
        if (value != null) {
            to.put(",\"").put(name).put("\":").putJson(value);
        }
    }

    private static void micros(LineBuffer to, String name, long nanos) {
        to.put(",\"").put(name).put("\":").put(TimeUnit.NANOSECONDS.toMicros(nanos));
    }
}
