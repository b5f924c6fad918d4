package dev.ringer.observe;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Answers requests with a server's statistics for Prometheus and similar tools. Clients that accept
 * {@code application/openmetrics-text}, and prefer no other type, get OpenMetrics text 1.0. All others get the text
 * format 0.0.4 of Prometheus.
 * The handler accepts only GET and HEAD, and stores nothing between requests. It may run on any server of any provider,
 * for example on a second server that only operators can reach. On a server that has reached {@code ringer.maxExchanges},
 * it's as unreachable as any other handler. Thread-safe.
 *
 * @since 0.1.0
 */
public final class MetricsHandler implements HttpHandler {
    /** The media type of OpenMetrics text, for the Content-Type field. */
    public static final String CONTENT_TYPE = MetricsText.OPEN_METRICS_TYPE;

    private final Supplier<List<MetricsText.Server>> servers;

    private MetricsHandler(Supplier<List<MetricsText.Server>> servers) {
        this.servers = servers;
    }

    /**
     * Makes a handler that prints the statistics of one server. From now on that server measures its requests, unless
     * {@code ringer.requestMetrics} is {@code off}.
     *
     * @param statistics the statistics to print; the handler may run on another server
     * @return the handler
     */
    public static MetricsHandler of(ServerStatistics statistics) {
        Objects.requireNonNull(statistics, "statistics");
        statistics.activeRequests(); // this call has an effect: from now on the server measures its requests
        var server = List.of(new MetricsText.Server("", statistics));
        return new MetricsHandler(() -> server);
    }

    /**
     * Makes a handler that prints the statistics of several servers. A label {@code port} distinguishes the servers.
     *
     * @param servers returns the current servers by the value of their label {@code port}; called for each request, on
     *     the thread of the request
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

    /** Chooses OpenMetrics for clients that name it, unless they prefer the other format. */
    private static MetricsText.Format format(HttpExchange exchange) {
        List<String> lines = exchange.getRequestHeaders().getOrDefault("Accept", List.of());
        AcceptedTypes open = new AcceptedTypes(lines, "application/openmetrics-text", "1.0.0");
        AcceptedTypes text = new AcceptedTypes(lines, "text/plain", "0.0.4");
        boolean wanted = open.weight() > text.weight() || open.named() && open.weight() == text.weight();
        return wanted && open.weight() > 0 ? MetricsText.Format.OPEN_METRICS : MetricsText.Format.PROMETHEUS;
    }
}
