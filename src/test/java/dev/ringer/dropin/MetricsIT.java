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

    @Test
    @Tag("outer")
    void kamon() throws Exception {
        var program = Program.using("KamonExporter", "io.kamon:kamon-prometheus_2.13:2.7.5");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/metrics").answers(200, "orders_total 3.0"),
                    get("/metrics").with("Accept-Encoding", "gzip").answers(200, "orders_total 3.0"),
                    get("/").answers(404, ""));
        }
    }

    /** The jar contains the classes of Prometheus's exporter. */
    @Test
    @Tag("outer")
    void flink() throws Exception {
        var program = Program.using(
                "FlinkExporter",
                "org.apache.flink:flink-metrics-prometheus:1.20.0",
                "org.apache.flink:flink-core:1.20.0");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/metrics").answers(200, "flink_shop_orders 3.0"),
                    get("/").with("Accept-Encoding", "gzip").answers(200, "flink_shop_orders 3.0"),
                    of("HEAD", "/metrics", ""));
        }
    }

    /** A program of its own in one jar, to which operators add Ringer as an agent. */
    @Test
    @Tag("outer")
    void jmxExporterWithoutAnApplication() throws Exception {
        var program = Program.using("JmxExporterService", "io.prometheus.jmx:jmx_prometheus_httpserver:0.20.0")
                .withAgent()
                .withFlags(
                        "-Dcom.sun.management.jmxremote.port=${port}",
                        "-Dcom.sun.management.jmxremote.host=localhost",
                        "-Dcom.sun.management.jmxremote.authenticate=false",
                        "-Dcom.sun.management.jmxremote.ssl=false");

        try (var both = Comparison.of(program).ignoring("(?m)^(?!# .* java_lang).*\\n?")) {
            both.asks(
                    get("/metrics").answers(200, "java_lang_Runtime"),
                    get("/-/healthy").answers(200, "Exporter is Healthy"));
        }
    }

    @Test
    @Tag("outer")
    void coherence() throws Exception {
        var program = Program.using("CacheMember", "com.oracle.coherence.ce:coherence:22.06.12");

        try (var both = Comparison.of(program).ignoring("test\\d+")) {
            both.asks(
                    get("/metrics/Coherence.Cluster.Size").answers(200, "vendor:coherence_cluster_size"),
                    get("/metrics/Coherence.Cluster.Size")
                            .with("Accept", "application/json")
                            .answers(200, "\"value\":1"),
                    get("/metrics/Coherence.Cluster.Size").with("Accept-Encoding", "gzip"));
        }
    }
}
