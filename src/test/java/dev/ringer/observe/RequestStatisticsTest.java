package dev.ringer.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.Ringer;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.LoadedClasses;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the durations and sizes of requests, in the statistics and in the metrics for Prometheus. */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
class RequestStatisticsTest {
    private static final Map<String, String> ON = Map.of("ringer.requestMetrics", "on");
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String TRACE_PARENT = "traceparent: 00-" + TRACE + "-00f067aa0ba902b7-01";

    @InModes
    void measuresByMethodRouteStatusAndVersion(Mode mode, Transport transport) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, ON)
                .handle("/echo", RequestStatisticsTest::echo)
                .start()) {
            RawClient client = server.connect();
            client.post("/echo/more", "four").readResponse();
            client.post("/echo", "seven..").readResponse();
            client.get("/nothing").readResponse();

            List<RequestStatistics> requests = statistics(server).requests();
            RequestStatistics echoed = requests.get(0);
            RequestStatistics missing = requests.get(1);
            assertThat(requests).hasSize(2);
            assertThat(echoed.method()).isEqualTo("POST");
            assertThat(echoed.route()).isEqualTo("/echo");
            assertThat(echoed.status()).isEqualTo(200);
            assertThat(echoed.protocolVersion()).isEqualTo(transport.isHttp2() ? "2" : "1.1");
            assertThat(echoed.durations().count()).isEqualTo(2);
            assertThat(echoed.durations().sum()).isPositive();
            assertThat(echoed.requestBodySizes().sum()).isEqualTo(11);
            assertThat(echoed.responseBodySizes().sum()).isEqualTo(11);
            assertThat(missing.method()).isEqualTo("GET");
            assertThat(missing.route()).isNull();
            assertThat(missing.status()).isEqualTo(404);
            assertThat(statistics(server).requestDurations().count()).isEqualTo(3);
        }
    }

    @InModes
    void countsActiveRequests(Mode mode, Transport transport) throws IOException {
        boolean tls = transport == Transport.TLS || transport == Transport.H2;
        try (Gate gate = new Gate();
                TestServer server = TestServer.create(Provider.RINGER, transport, mode, ON)
                        .handle("/", exchange -> {
                            gate.pass();
                            echo(exchange);
                        })
                        .start()) {
            RawClient client = server.connect().request("PUT", "/", "Content-Length: 0");
            gate.awaitArrival();

            String scheme = tls ? "https" : "http";
            List<ActiveRequestCount> active = statistics(server).activeRequests();
            assertThat(active)
                    .contains(new ActiveRequestCount(scheme, "PUT", 1), new ActiveRequestCount(scheme, "GET", 0))
                    .filteredOn(each -> !each.scheme().equals(scheme))
                    .isNotEmpty()
                    .allMatch(each -> each.count() == 0);
            gate.open();
            client.readResponse();
            assertThat(statistics(server).activeRequests()).contains(new ActiveRequestCount(scheme, "PUT", 0));
        }
    }

    @InModes
    void countsWhatIsBrokenOffOnce(Mode mode, Transport transport) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, ON)
                .handle("/", exchange -> {
                    throw new IllegalStateException("on purpose, for the statistics");
                })
                .start()) {
            server.connect().get("/").awaitEnd(Deadlines.PATIENCE);

            Deadlines.await("it is counted", () -> count(server) == 1);
            assertThat(statistics(server).requests().get(0).status()).isZero();
            assertThat(statistics(server).activeRequests()).allMatch(each -> each.count() == 0);
        }
    }

    @Test
    void countsWhatTheServerAnswersByItself() throws IOException {
        Map<String, String> settings = Map.of("ringer.requestMetrics", "on", "ringer.maxExchanges", "1");
        try (Gate gate = new Gate();
                TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.CACHED_POOL, settings)
                        .handle("/", exchange -> {
                            gate.pass();
                            exchange.sendResponseHeaders(204, -1);
                        })
                        .start()) {
            RawClient first = server.connect().get("/");
            gate.awaitArrival();
            assertThat(server.connect().get("/").readResponse().status()).isEqualTo(503);
            gate.open();
            first.readResponse();

            assertThat(statistics(server).requests())
                    .extracting(RequestStatistics::status)
                    .containsExactly(503, 204);
        }
    }

    @Test
    void hasOneNameForUnknownMethods() throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, ON)
                .handle("/", RequestStatisticsTest::echo)
                .start()) {
            server.connect().request("BREW", "/").readResponse();
            server.connect().request("get", "/").readResponse();

            assertThat(statistics(server).requests()).singleElement().satisfies(requests -> {
                assertThat(requests.method()).isEqualTo("_OTHER");
                assertThat(requests.durations().count()).isEqualTo(2);
            });
        }
    }

    @Test
    void measuresFromTheFirstReadingUnlessItIsOff() throws IOException {
        for (String setting : List.of("auto", "on", "off")) {
            Map<String, String> settings = Map.of("ringer.requestMetrics", setting);
            try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, settings)
                    .handle("/", RequestStatisticsTest::echo)
                    .start()) {
                server.connect().get("/").readResponse();
                long before = count(server);
                server.connect().get("/").readResponse();

                assertThat(before).as(setting).isEqualTo(setting.equals("on") ? 1 : 0);
                assertThat(count(server)).as(setting).isEqualTo(setting.equals("off") ? 0 : before + 1);
                assertThat(statistics(server).activeRequests().isEmpty()).isEqualTo(setting.equals("off"));
            }
        }
    }

    @Test
    void measuresFromTheMakingOfAHandler() throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, Map.of())
                .handle("/", RequestStatisticsTest::echo)
                .start()) {
            MetricsHandler.of(statistics(server));
            server.connect().get("/").readResponse();

            assertThat(count(server)).isEqualTo(1);
        }
    }

    @Test
    void loadsNothingUnlessRequestsAreMeasured() {
        assertThat(LoadedClasses.ofOneRequest())
                .contains("answer 72")
                .doesNotContain("dev.ringer.internal.observe.RequestMetrics")
                .doesNotContain("dev.ringer.internal.observe.RequestSeries")
                .doesNotContain("MeasuringListener")
                .doesNotContain("TraceParent")
                .doesNotContain("dev.ringer.observe.Histogram");
    }

    // ---- as an MBean

    @Test
    void attributesOfTheBeanHaveTypesThatEveryClientKnows() throws Exception {
        Map<String, String> settings = Map.of("ringer.requestMetrics", "on", "ringer.jmx", "true");
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, settings)
                .handle("/", RequestStatisticsTest::echo)
                .start()) {
            server.connect().get("/", TRACE_PARENT).readResponse();
            server.connect().get("/").readResponse();
            MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
            ObjectName name =
                    new ObjectName("dev.ringer:type=ServerStatistics,address=\"127.0.0.1:" + server.port() + "\"");

            CompositeData requests = ((CompositeData[]) beans.getAttribute(name, "Requests"))[0];
            CompositeData durations = (CompositeData) requests.get("durations");
            assertThat(requests.get("route")).isEqualTo("/");
            assertThat((long[]) durations.get("counts")).endsWith(2);
            assertThat(((CompositeData[]) requests.get("exemplars"))[0].get("traceId"))
                    .isEqualTo(TRACE);
            assertThat((CompositeData[]) beans.getAttribute(name, "ActiveRequests"))
                    .anyMatch(each -> each.get("method").equals("GET")
                            && each.get("count").equals(0L));
            TabularData limits = (TabularData) beans.getAttribute(name, "Limits");
            assertThat(limits.get(new Object[] {"MAX_CONNECTIONS"}).get("value"))
                    .isEqualTo(0L);
        }
    }

    @Test
    void everyAttributeOfTheBeanCanBeRead() throws Exception {
        Map<String, String> settings = Map.of("ringer.jmx", "true");
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, settings)
                .handle("/", RequestStatisticsTest::echo)
                .start()) {
            MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
            ObjectName name =
                    new ObjectName("dev.ringer:type=ServerStatistics,address=\"127.0.0.1:" + server.port() + "\"");
            server.connect().get("/").readResponse();

            String[] attributes = Stream.of(beans.getMBeanInfo(name).getAttributes())
                    .map(MBeanAttributeInfo::getName)
                    .toArray(String[]::new);
            assertThat(attributes).hasSize(ServerStatistics.class.getMethods().length);
            assertThat(beans.getAttributes(name, attributes)).hasSize(attributes.length);
        }
    }

    // ---- as metrics

    @Test
    void namesMetricsAsTheConventionsDo() throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, ON)
                .handle("/echo", RequestStatisticsTest::echo)
                .start()) {
            server.connect().post("/echo", "four").readResponse();
            String labels = "http_request_method=\"POST\",http_response_status_code=\"200\",http_route=\"/echo\","
                    + "network_protocol_version=\"1.1\"";

            for (MetricsText.Format format : MetricsText.Format.values()) {
                MetricsSyntax read = MetricsSyntax.check(text(server, format), format);
                assertThat(read.types())
                        .containsEntry("http_server_request_duration_seconds", "histogram")
                        .containsEntry("http_server_request_body_size_bytes", "histogram")
                        .containsEntry("http_server_response_body_size_bytes", "histogram")
                        .containsEntry("http_server_active_requests", "gauge");
                assertThat(read.samples())
                        .containsEntry("http_server_request_duration_seconds_bucket{" + labels + ",le=\"10.0\"}", 1d)
                        .containsEntry("http_server_request_duration_seconds_bucket{" + labels + ",le=\"+Inf\"}", 1d)
                        .containsEntry("http_server_request_duration_seconds_count{" + labels + "}", 1d)
                        .containsEntry("http_server_request_body_size_bytes_sum{" + labels + "}", 4d)
                        .containsEntry("http_server_response_body_size_bytes_bucket{" + labels + ",le=\"1e+06\"}", 1d)
                        .containsEntry(
                                "http_server_active_requests{http_request_method=\"POST\",url_scheme=\"http\"}", 0d);
            }
        }
    }

    @Test
    void namesTracesInOpenMetricsOnly() throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, ON)
                .handle("/", RequestStatisticsTest::echo)
                .start()) {
            server.connect().get("/", "traceparent: nonsense").readResponse();
            assertThat(text(server, MetricsText.Format.OPEN_METRICS)).doesNotContain("trace_id");
            server.connect().get("/", TRACE_PARENT).readResponse();

            Map<String, String> exemplars = MetricsSyntax.check(
                            text(server, MetricsText.Format.OPEN_METRICS), MetricsText.Format.OPEN_METRICS)
                    .exemplars();
            assertThat(exemplars).hasSize(1);
            exemplars.forEach((sample, exemplar) -> {
                assertThat(sample).startsWith("http_server_request_duration_seconds_bucket{");
                assertThat(exemplar).startsWith("{trace_id=\"" + TRACE + "\"} ");
            });
            assertThat(text(server, MetricsText.Format.PROMETHEUS)).doesNotContain("trace_id");
        }
    }

    @Test
    void boundsAndEscapesTheLabels() throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, ON)
                .start()) {
            RawClient client = server.connect();
            for (int i = 0; i < 1010; i++) {
                String path = "/a\"\\%" + i;
                server.handle("/" + i + path, RequestStatisticsTest::echo);
                client.get("/" + i + "/a%22%5C%25" + i).readResponse();
                server.server().removeContext("/" + i + path);
            }

            MetricsSyntax read =
                    MetricsSyntax.check(text(server, MetricsText.Format.PROMETHEUS), MetricsText.Format.PROMETHEUS);
            assertThat(read.samples())
                    .containsEntry("http_server_request_duration_seconds_count{otel_metric_overflow=\"true\"}", 10d);
            assertThat(read.samples().keySet()).anyMatch(key -> key.contains("http_route=\"/7/a\\\"\\\\%7\""));
        }
    }

    @Test
    @Needs(Ability.LINUX)
    void givesPromtoolNothingToComplainAbout(@TempDir Path folder) throws Exception {
        assumeThat(Path.of("/usr/bin/promtool")).exists();
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, ON)
                .handle("/", RequestStatisticsTest::echo)
                .start()) {
            server.connect().get("/", TRACE_PARENT).readResponse();
            Path metrics = Files.writeString(folder.resolve("metrics"), text(server, MetricsText.Format.PROMETHEUS));
            Path output = folder.resolve("output");

            Process promtool = new ProcessBuilder("/usr/bin/promtool", "check", "metrics")
                    .redirectInput(metrics.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();

            assertThat(promtool.waitFor(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                    .isTrue();
            assertThat(Files.readString(output)).isEmpty();
            assertThat(promtool.exitValue()).isZero();
        }
    }

    private static String text(TestServer server, MetricsText.Format format) {
        return new MetricsText(format, List.of(new MetricsText.Server("", statistics(server)))).text();
    }

    private static ServerStatistics statistics(TestServer server) {
        return Ringer.statistics(server.server());
    }

    private static long count(TestServer server) {
        return statistics(server).requestDurations().count();
    }

    private static void echo(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
