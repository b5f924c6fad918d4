package dev.ringer.files;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Sends small responses in one piece. The response to HEAD is the same as to GET, but without the content. */
final class Answers {
    private static final Map<Integer, String> REASONS = Map.of(
            301, "Moved Permanently",
            403, "Forbidden",
            404, "Not Found",
            405, "Method Not Allowed",
            412, "Precondition Failed",
            416, "Range Not Satisfiable",
            503, "Service Unavailable");

    private Answers() {}

    /** Sends a response with this status. The content is the code and the name of the status. */
    static void status(HttpExchange exchange, int status) throws IOException {
        byte[] text = (status + " " + REASONS.get(status) + "\n").getBytes(StandardCharsets.US_ASCII);
        whole(exchange, status, "text/plain; charset=utf-8", text);
    }

    static void whole(HttpExchange exchange, int status, String type, byte[] content) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        if (isHead(exchange)) {
            headOnly(exchange, status, content.length);
            return;
        }
        exchange.sendResponseHeaders(status, content.length);
        OutputStream body = exchange.getResponseBody();
        body.write(content);
        body.close();
    }

    static boolean isHead(HttpExchange exchange) {
        return exchange.getRequestMethod().equals("HEAD");
    }

    /** Answers a HEAD request with the Content-Length of the response to GET. */
    static void headOnly(HttpExchange exchange, int status, long length) throws IOException {
        exchange.getResponseHeaders().set("Content-Length", Long.toString(length));
        empty(exchange, status);
    }

    static void empty(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }
}
