package example;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.util.regex.Pattern;

/** As many bytes as {@code ?size=} asks for ({@code 500}, {@code 64K}, {@code 10M}, {@code 2G}), from one small array. */
final class Download implements HttpHandler {
    private static final Pattern QUERY = Pattern.compile("size=(\\d{1,12})([KMG]?)");
    private static final String DEFAULT_QUERY = "size=1G";
    private static final byte[] BLOCK =
            "The quick brown fox jumps over the lazy dog.\n".repeat(1400).getBytes();

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        var query = exchange.getRequestURI().getQuery();
        var size = QUERY.matcher(query == null ? DEFAULT_QUERY : query);
        if (size.matches()) {
            send(exchange, Long.parseLong(size.group(1)) * unit(size.group(2)));
        } else {
            Answer.text(exchange, 400, "Ask for ?size=500, 64K, 10M or 2G.");
        }
    }

    private static void send(HttpExchange exchange, long size) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/octet-stream");
        exchange.getResponseHeaders().set("Content-Disposition", "attachment; filename=\"foxes.txt\"");
        if (Answer.start(exchange, 200, size)) {
            write(exchange.getResponseBody(), size);
        }
        exchange.close();
    }

    private static void write(OutputStream body, long size) throws IOException {
        for (var rest = size; rest > 0; rest -= BLOCK.length) {
            body.write(BLOCK, 0, (int) Math.min(BLOCK.length, rest));
        }
    }

    private static long unit(String letter) {
        return switch (letter) {
            case "K" -> 1L << 10;
            case "M" -> 1L << 20;
            case "G" -> 1L << 30;
            default -> 1;
        };
    }
}
