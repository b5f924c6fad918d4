package dev.ringer.observe;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Prints statistics in OpenMetrics text 1.0, for Prometheus and other readers of that format. Any server can run this
 * handler, for example a second server that only operators reach. The handler accepts only GET and HEAD. It keeps
 * nothing between requests. Thread-safe.
 *
 * @since 0.1.0
 */
public final class MetricsHandler implements HttpHandler {
    /** The media type of the printed text. */
    public static final String CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final ServerStatistics statistics;

    private MetricsHandler(ServerStatistics statistics) {
        this.statistics = statistics;
    }

    /**
     * Makes a handler that prints the statistics of one server.
     *
     * @param statistics the statistics of that server, which need not be the server that runs the handler
     * @return the handler
     */
    public static MetricsHandler of(ServerStatistics statistics) {
        return new MetricsHandler(Objects.requireNonNull(statistics, "statistics"));
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (!head && !exchange.getRequestMethod().equals("GET")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            exchange.sendResponseHeaders(405, -1);
            return;
        }
        byte[] text = new MetricsText(statistics).text().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", CONTENT_TYPE);
        if (head) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(text.length));
            exchange.sendResponseHeaders(200, -1);
            return;
        }
        exchange.sendResponseHeaders(200, text.length);
        exchange.getResponseBody().write(text);
        exchange.close();
    }
}
