package dev.ringer.dropin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** What a client can see of an answer, without what differs from one run to the next. */
record Answer(int status, Map<String, List<String>> headers, String body) {
    static Answer of(HttpResponse<byte[]> response) throws IOException {
        var headers = new TreeMap<String, List<String>>();
        response.headers().map().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        headers.remove("date");
        var zipped = List.of("gzip").equals(headers.get("content-encoding")) && response.body().length > 0;
        return zipped
                ? new Answer(response.statusCode(), withoutLength(headers), unzipped(response.body()))
                : new Answer(response.statusCode(), headers, new String(response.body(), UTF_8));
    }

    /** Takes what matches out of header values and body; without that the length says nothing. */
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
