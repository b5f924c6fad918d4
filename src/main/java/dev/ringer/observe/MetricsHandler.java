package dev.ringer.observe;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Prints statistics for Prometheus and similar tools. Clients that accept {@code application/openmetrics-text} get
 * OpenMetrics text 1.0, all others get Prometheus's text format 0.0.4. Any server can run this handler, for example a
 * second server that only operators reach. The handler accepts only GET and HEAD. It keeps nothing between requests.
 * Thread-safe.
 *
 * @since 0.1.0
 */
public final class MetricsHandler implements HttpHandler {
    /** The media type of OpenMetrics text. */
    public static final String CONTENT_TYPE = MetricsText.OPEN_METRICS_TYPE;

    private final Supplier<List<MetricsText.Server>> servers;

    private MetricsHandler(Supplier<List<MetricsText.Server>> servers) {
        this.servers = servers;
    }

    /**
     * Makes a handler that prints the statistics of one server. From now on that server measures its requests, unless
     * {@code ringer.requestMetrics} is {@code off}.
     *
     * @param statistics the statistics of that server, which need not be the server that runs the handler
     * @return the handler
     */
    public static MetricsHandler of(ServerStatistics statistics) {
        Objects.requireNonNull(statistics, "statistics");
        statistics.getActiveRequests(); // this call makes the server measure requests from now on
        var server = List.of(new MetricsText.Server("", statistics));
        return new MetricsHandler(() -> server);
    }

    /**
     * Makes a handler that prints the statistics of several servers. Each sample has a label {@code port}.
     *
     * @param servers returns the current servers, each with the value of its label {@code port}. The handler calls it
     *     for each request, on the thread of that request
     * @return the handler
     */
    public static MetricsHandler byPort(Supplier<Map<String, ServerStatistics>> servers) {
        Objects.requireNonNull(servers, "servers");
        return new MetricsHandler(() -> servers.get().entrySet().stream()
                .map(each -> new MetricsText.Server(MetricsText.label("port", each.getKey()), each.getValue()))
                .toList());
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (!head && !exchange.getRequestMethod().equals("GET")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            exchange.sendResponseHeaders(405, -1);
            return;
        }
        MetricsText.Format format = format(exchange);
        byte[] text = new MetricsText(format, servers.get()).text().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", format.mediaType);
        if (head) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(text.length));
            exchange.sendResponseHeaders(200, -1);
            return;
        }
        exchange.sendResponseHeaders(200, text.length);
        exchange.getResponseBody().write(text);
        exchange.close();
    }

    private static MetricsText.Format format(HttpExchange exchange) {
        List<String> accepted = exchange.getRequestHeaders().getOrDefault("Accept", List.of());
        return accepted.stream()
                        .anyMatch(each -> each.toLowerCase(Locale.ROOT).contains("application/openmetrics-text"))
                ? MetricsText.Format.OPEN_METRICS
                : MetricsText.Format.PROMETHEUS;
    }
}
