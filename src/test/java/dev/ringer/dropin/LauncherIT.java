package dev.ringer.dropin;

import static dev.ringer.dropin.Request.get;
import static dev.ringer.dropin.Request.of;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests servers whose classes a launcher loads by class loaders of its own. */
@Tag("outer")
class LauncherIT {
    @Test
    void springBootLoader() throws Exception {
        var program = Program.using(
                        "PrometheusExporter",
                        "io.prometheus:prometheus-metrics-core:1.8.0",
                        "io.prometheus:prometheus-metrics-exporter-httpserver:1.8.0",
                        "io.prometheus:prometheus-metrics-exposition-formats:1.8.0")
                .inBootJar();

        try (var both = Comparison.of(program).ignoring("sizes_created.*|_created .*")) {
            both.asks(
                    get("/metrics").answers(200, "orders_total 3.0"),
                    get("/metrics").with("Accept-Encoding", "gzip"),
                    of("HEAD", "/metrics", ""));
        }
    }

    @Test
    void felix() throws Exception {
        var program = Program.using("FelixService", "org.apache.felix:org.apache.felix.main:7.0.5");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/bundle").answers(200, "service"),
                    of("POST", "/bundle", "x".repeat(100_000)).answers(200, "service"),
                    get("/").answers(404, ""));
        }
    }
}
