package example;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Takes a body of any size to a temporary file and sends it back from there. */
final class UploadEcho implements HttpHandler {
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        var file = Files.createTempFile("upload-", ".tmp");
        try {
            Files.copy(exchange.getRequestBody(), file, REPLACE_EXISTING);
            sendBack(exchange, file);
        } finally {
            Files.delete(file);
        }
    }

    private static void sendBack(HttpExchange exchange, Path file) throws IOException {
        // never the uploader's own type: a page that someone sent must not run as one of ours
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        if (Answer.start(exchange, 200, Files.size(file))) {
            Files.copy(file, exchange.getResponseBody());
        }
        exchange.close();
    }
}
