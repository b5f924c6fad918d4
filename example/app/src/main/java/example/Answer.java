package example;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** Complete answers: status, type and a body that is at hand. */
final class Answer {
    private Answer() {}

    static void html(HttpExchange exchange, int status, String page) throws IOException {
        send(exchange, status, "text/html; charset=utf-8", page.getBytes(UTF_8));
    }

    static void json(HttpExchange exchange, int status, Object value) throws IOException {
        send(exchange, status, "application/json", Json.text(value).getBytes(UTF_8));
    }

    static void text(HttpExchange exchange, int status, String text) throws IOException {
        send(exchange, status, "text/plain; charset=utf-8", (text + "\n").getBytes(UTF_8));
    }

    static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        if (start(exchange, status, body.length)) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    /**
     * Sends the head of an answer whose length is known.
     *
     * @return whether the body is to follow: not for HEAD, and not when it is empty
     */
    static boolean start(HttpExchange exchange, int status, long length) throws IOException {
        var head = exchange.getRequestMethod().equals("HEAD");
        if (head) {
            exchange.getResponseHeaders().set("Content-Length", Long.toString(length));
        }
        // the API's 0 means "unknown length", its -1 "no body"
        var bodyFollows = !head && length > 0;
        exchange.sendResponseHeaders(status, bodyFollows ? length : -1);
        return bodyFollows;
    }
}
