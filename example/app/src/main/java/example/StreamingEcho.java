package example;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Objects;

/**
 * Sends a body back while it still arrives, whatever its size, in constant memory.
 *
 * <p>For clients that read while they send, such as curl. A browser first sends everything: see {@link UploadEcho}.
 */
final class StreamingEcho implements HttpHandler {
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        var type = exchange.getRequestHeaders().getFirst("Content-Type");
        exchange.getResponseHeaders().set("Content-Type", Objects.requireNonNullElse(type, "application/octet-stream"));
        exchange.sendResponseHeaders(200, 0);
        exchange.getRequestBody().transferTo(exchange.getResponseBody());
        exchange.close(); // not when the upload broke off: a proper end would make a part look like the whole
    }
}
