package published;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Serves metrics as Micrometer's documentation shows. */
final class MicrometerService {
    public static void main(String[] arguments) throws IOException {
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        registry.counter("orders", "shop", "east").increment(3);

        var server = HttpServer.create(new InetSocketAddress(0), 0);
        server.createContext("/prometheus", exchange -> {
            var response = registry.scrape();
            exchange.sendResponseHeaders(200, response.getBytes().length);
            try (var body = exchange.getResponseBody()) {
                body.write(response.getBytes());
            }
        });
        new Thread(server::start).start();

        Ready.at(server.getAddress().getPort());
    }
}
