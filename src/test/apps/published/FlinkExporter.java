package published;

import org.apache.flink.metrics.CharacterFilter;
import org.apache.flink.metrics.LogicalScopeProvider;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.metrics.prometheus.PrometheusReporterFactory;

/** Flink's exporter for Prometheus, whose jar contains the classes of Prometheus's own exporter. */
final class FlinkExporter {
    public static void main(String[] arguments) {
        var port = Ready.freePort();
        var settings = new MetricConfig();
        settings.setProperty("port", Integer.toString(port));
        var reporter = new PrometheusReporterFactory().createMetricReporter(settings);
        var orders = new SimpleCounter();
        orders.inc(3);
        reporter.notifyOfAddedMetric(orders, "orders", new ShopGroup());
        Ready.at(port);
    }

    private static final class ShopGroup extends UnregisteredMetricsGroup implements LogicalScopeProvider {
        @Override
        public String getLogicalScope(CharacterFilter filter) {
            return "shop";
        }

        @Override
        public String getLogicalScope(CharacterFilter filter, char delimiter) {
            return "shop";
        }

        @Override
        public MetricGroup getWrappedMetricGroup() {
            return this;
        }
    }
}
