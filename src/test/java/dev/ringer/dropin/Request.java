package dev.ringer.dropin;

import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A request, and what the response must contain on every server. */
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

    /** Sends this request over HTTP/2 with prior knowledge, which the JDK's client does not support. */
    Response overHttp2(int port) throws IOException {
        var length = body.getBytes(StandardCharsets.UTF_8).length;
        var head = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: localhost:" + port + "\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        if (length > 0) {
            head.append("Content-Length: ").append(length).append("\r\n");
        }
        try (var client = RawClient.connect(port, Transport.H2C)) {
            client.send((head + "\r\n" + body).getBytes(StandardCharsets.UTF_8));
            return client.readResponse(method);
        }
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
