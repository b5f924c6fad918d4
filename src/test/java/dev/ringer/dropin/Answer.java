package dev.ringer.dropin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ringer.testkit.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** A response without the parts that differ between runs. */
record Answer(int status, Map<String, List<String>> headers, String body) {
    static Answer of(HttpResponse<byte[]> response) throws IOException {
        var headers = new TreeMap<String, List<String>>();
        response.headers().map().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        return of(response.statusCode(), headers, response.body());
    }

    static Answer of(Response response) throws IOException {
        var headers = new TreeMap<String, List<String>>();
        response.fields()
                .forEach(field -> headers.put(field.name().toLowerCase(Locale.ROOT), response.values(field.name())));
        return of(response.status(), headers, response.body());
    }

    private static Answer of(int status, TreeMap<String, List<String>> headers, byte[] body) throws IOException {
        headers.remove("date");
        var zipped = List.of("gzip").equals(headers.get("content-encoding")) && body.length > 0;
        return zipped
                ? new Answer(status, withoutLength(headers), unzipped(body))
                : new Answer(status, headers, new String(body, UTF_8));
    }

    /** Removes the fields for framing. Some programs choose the framing by the version of HTTP. */
    Answer withoutFraming() {
        var rest = new TreeMap<>(headers);
        rest.keySet().removeAll(List.of("connection", "transfer-encoding", "content-length"));
        return new Answer(status, rest, body);
    }

    /** Removes all matches from header values and body. Removes Content-Length if the body changes. */
    Answer without(String pattern) {
        var rest = new TreeMap<String, List<String>>();
        headers.forEach((name, values) -> rest.put(name, removed(values, pattern)));
        var restOfBody = body.replaceAll(pattern, "");
        return new Answer(status, restOfBody.equals(body) ? rest : withoutLength(rest), restOfBody);
    }

    private static List<String> removed(List<String> values, String pattern) {
        return values.stream().map(value -> value.replaceAll(pattern, "")).toList();
    }

    private static Map<String, List<String>> withoutLength(Map<String, List<String>> headers) {
        var rest = new TreeMap<>(headers);
        rest.remove("content-length");
        return rest;
    }

    private static String unzipped(byte[] body) throws IOException {
        return new String(new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes(), UTF_8);
    }
}
