package published;

import com.typesafe.config.ConfigFactory;
import java.util.Map;
import kamon.Kamon;
import kamon.prometheus.PrometheusReporter;

/** Kamon's exporter for Prometheus, which Kamon itself starts. */
final class KamonExporter {
    public static void main(String[] arguments) {
        var port = Ready.freePort();
        Kamon.init(ConfigFactory.parseMap(Map.of(
                        "kamon.metric.tick-interval", "100 ms",
                        "kamon.prometheus.embedded-server.hostname", "localhost",
                        "kamon.prometheus.embedded-server.port", port))
                .withFallback(ConfigFactory.load()));
        Kamon.counter("orders").withoutTags().increment(3);
        while (!hasOrders()) {
            Thread.onSpinWait(); // for the first tick
        }
        Ready.at(port);
    }

    private static boolean hasOrders() {
        var page = PrometheusReporter.latestScrapeData();
        return page.isDefined() && page.get().contains("orders_total 3.0");
    }
}
