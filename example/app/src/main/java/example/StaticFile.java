package example;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;

/** One file of {@code pages}, read once. */
final class StaticFile implements HttpHandler {
    private final byte[] content;
    private final String type;

    StaticFile(String name, String type) {
        this.content = Page.named(name).getBytes(UTF_8);
        this.type = type;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        Answer.send(exchange, 200, type, content);
    }
}
