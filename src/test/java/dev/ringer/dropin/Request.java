package dev.ringer.dropin;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.LinkedHashMap;
import java.util.Map;

/** A request, and what the answer must contain on every server. */
record Request(String method, String target, Map<String, String> headers, String body, int status, String content) {
    static Request get(String target) {
        return of("GET", target, "");
    }

    static Request of(String method, String target, String body) {
        return new Request(method, target, Map.of(), body, 200, "");
    }

    Request with(String name, String value) {
        var all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new Request(method, target, all, body, status, content);
    }

    Request answers(int expectedStatus, String expectedContent) {
        return new Request(method, target, headers, body, expectedStatus, expectedContent);
    }

    HttpRequest to(int port) {
        var publisher = body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        var request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + target))
                .method(method, publisher);
        headers.forEach(request::header);
        return request.build();
    }

    @Override
    public String toString() {
        return method + " " + target + " " + headers;
    }
}
