package published;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import java.io.IOException;

final class PrometheusExporter {
    public static void main(String[] arguments) throws IOException {
        Counter.builder().name("orders_total").help("Orders").register().inc(3);
        Histogram.builder().name("sizes").help("Sizes").register().observe(0.2);

        Ready.at(HTTPServer.builder()
                .hostname("localhost")
                .port(0)
                .buildAndStart()
                .getPort());
    }
}
