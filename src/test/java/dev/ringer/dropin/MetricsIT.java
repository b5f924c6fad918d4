package dev.ringer.dropin;

import static dev.ringer.dropin.Request.get;
import static dev.ringer.dropin.Request.of;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests metrics exporters, the most common use of the JDK's server. */
class MetricsIT {
    @Test
    void prometheusExporter() throws Exception {
        var program = Program.using(
                "PrometheusExporter",
                "io.prometheus:prometheus-metrics-core:1.8.0",
                "io.prometheus:prometheus-metrics-exporter-httpserver:1.8.0",
                "io.prometheus:prometheus-metrics-exposition-formats:1.8.0");

        try (var both = Comparison.of(program).ignoring("sizes_created.*|_created .*")) {
            both.asks(
                    get("/metrics").answers(200, "orders_total 3.0"),
                    get("/metrics?name[]=orders_total").answers(200, "orders_total 3.0"),
                    get("/metrics")
                            .with("Accept", "application/openmetrics-text")
                            .answers(200, "# EOF"),
                    get("/metrics").with("Accept-Encoding", "gzip"),
                    of("HEAD", "/metrics", ""),
                    of("POST", "/metrics", "name[]=orders_total"),
                    get("/-/healthy").answers(200, "healthy"),
                    get("/").answers(200, "Prometheus"));
        }
    }

    @Test
    @Tag("outer")
    void simpleclientExporter() throws Exception {
        var program = Program.using(
                "SimpleclientExporter",
                "io.prometheus:simpleclient:0.16.0",
                "io.prometheus:simpleclient_httpserver:0.16.0");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/metrics").answers(200, "open_orders 3.0"),
                    get("/metrics").with("Accept-Encoding", "gzip"),
                    of("HEAD", "/metrics", ""),
                    get("/-/healthy").answers(200, "Healthy"));
        }
    }

    @Test
    @Tag("outer")
    void micrometer() throws Exception {
        var program = Program.using("MicrometerService", "io.micrometer:micrometer-registry-prometheus:1.17.2");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/prometheus").answers(200, "orders_total{shop=\"east\"} 3.0"), of("HEAD", "/prometheus", ""));
        }
    }

    @Test
    @Tag("outer")
    void openTelemetryPrometheusExporter() throws Exception {
        var program = Program.using(
                "OpenTelemetryExporter",
                "io.opentelemetry:opentelemetry-sdk:1.65.0",
                "io.opentelemetry:opentelemetry-exporter-prometheus:1.65.0-alpha");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/metrics").answers(200, "orders_total"),
                    get("/metrics")
                            .with("Accept", "application/openmetrics-text")
                            .answers(200, "# EOF"));
        }
    }
}
