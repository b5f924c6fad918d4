package published;

import io.opentelemetry.exporter.prometheus.PrometheusHttpServer;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;

final class OpenTelemetryExporter {
    public static void main(String[] arguments) {
        var port = Ready.freePort();
        var server = PrometheusHttpServer.builder()
                .setHost("localhost")
                .setPort(port)
                .build();
        var meters = SdkMeterProvider.builder().registerMetricReader(server).build();
        meters.get("shop").counterBuilder("orders").build().add(3);

        Ready.at(port);
    }
}
