package dev.ringer.websocket;

import com.sun.net.httpserver.Headers;
import dev.ringer.internal.headers.FixedHeaders;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The URI and the headers of the request that opened a WebSocket, kept as two strings. A map of headers would take
 * three times the memory, for as long as the WebSocket is open. Immutable.
 */
final class KeptHandshake {
    private final String uri;
    // Header lines of the form NAME:VALUE. Each line ends with a line feed, which no value contains.
    private final String lines;

    KeptHandshake(URI uri, Map<String, List<String>> headers) {
        this.uri = uri.toString();
        StringBuilder text = new StringBuilder();
        headers.forEach((name, values) -> values.forEach(
                value -> text.append(name).append(':').append(value).append('\n')));
        lines = text.toString();
    }

    /** Returns approximately the memory, in bytes, that this object takes. */
    int size() {
        return uri.length() + lines.length();
    }

    /** Returns a new URI that is equal to the URI of the request. */
    URI uri() {
        return URI.create(uri);
    }

    /** Returns new headers that are equal to the headers of the request. They cannot be modified. */
    Headers headers() {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        lines.lines().forEach(line -> {
            int colon = line.indexOf(':');
            fields.computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
                    .add(line.substring(colon + 1));
        });
        return new FixedHeaders(fields);
    }
}
