package dev.ringer.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.Ringer;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the handler's output with the grammar of OpenMetrics 1.0. {@link MetricsIT} uses the parser of Prometheus. */
class MetricsHandlerTest {
    @InModes
    void printsWhatTheServerHasDone(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.handle("/metrics", MetricsHandler.of(Ringer.statistics(server.server())))
                    .start();
            server.connect().get("/nothing").readResponse();
            Response response = server.connect()
                    .request("GET", "/metrics", "Accept: application/openmetrics-text; version=1.0.0")
                    .readResponse();

            String text = new String(response.body(), StandardCharsets.UTF_8);
            assertThat(response.value("Content-Type"))
                    .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
            MetricsSyntax.check(text, MetricsText.Format.OPEN_METRICS);
            assertThat(text).contains("\nringer_exchanges_in_progress 1\n"); // the request for the metrics
            assertThat(text)
                    .containsPattern("\nringer_responses_total\\{protocol=\"HTTP/[12].[01]\",status=\"4xx\"} 1\n");
        }
    }

    @Test
    void printsTheOlderFormatUnlessAskedForOpenMetrics() throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR)) {
            server.handle("/metrics", MetricsHandler.of(Ringer.statistics(server.server())))
                    .start();
            Response response = server.connect()
                    .request("GET", "/metrics", "Accept: text/plain, */*")
                    .readResponse();

            assertThat(response.value("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
            assertThat(new String(response.body(), StandardCharsets.UTF_8))
                    .contains("# TYPE ringer_connections_accepted_total counter\n")
                    .doesNotContain("# EOF")
                    .doesNotContain("# UNIT");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                                                              | text",
                "''                                                            | text",
                "*/*                                                           | text",
                "text/html, */*;q=0.1                                          | text",
                "application/json                                              | text",
                "application/*                                                 | open",
                "application/*, text/*                                         | text",
                "application/openmetrics-text                                  | open",
                "Application/OpenMetrics-Text                                  | open",
                "application/openmetrics-text, */*                             | open",
                "application/openmetrics-text, text/plain                      | open",
                "text/plain, application/openmetrics-text                      | open",
                "application/openmetrics-text;q=0                              | text",
                "application/openmetrics-text;q=0, */*                         | text",
                "application/openmetrics-text;q=0.0, text/plain                | text",
                "application/openmetrics-text; q=0.4, text/plain; q=0.5        | text",
                "application/openmetrics-text;Q=0.5,text/plain;Q=0.4           | open",
                "application/openmetrics-text;q=0.4, text/*;q=0.5              | text",
                "application/openmetrics-text;q=0.4, */*;q=0.5                 | text",
                "application/openmetrics-text;q=x, text/plain;q=0.1            | text",
                "application/openmetrics-text;q=1.5                            | text",
                "application/openmetrics-textual                               | text",
                "x/application/openmetrics-text                                | text",
                "text/plain;x=\"application/openmetrics-text\"                 | text",
                "text/plain;x=\",application/openmetrics-text,\"               | text",
                "application/openmetrics-text;version=\"1.0.0\";q=0.2,text/plain;q=0.1 | open",
                // Prometheus 2.48, and Prometheus 3 by default
                "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                        + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1 | open",
                "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
                        + "application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,"
                        + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2 | open",
                // Prometheus 3 with scrape_protocols: [PrometheusText0.0.4, OpenMetricsText1.0.0]
                "text/plain;version=0.0.4;q=0.6,application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
                        + "*/*;q=0.4 | text",
                "application/openmetrics-text;version=0.0.1,text/plain;version=0.0.4;q=0.5,*/*;q=0.1 | open",
                "application/openmetrics-text;version=0.0.1;q=0,application/openmetrics-text;q=0.5,text/plain;q=0.1 | open",
                "application/openmetrics-text;version=1.0.0;q=0,application/openmetrics-text;q=0.5,text/plain;q=0.1 | text",
            })
    void choosesTheFormatThatTheClientPrefers(String accept, String format) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR)) {
            server.handle("/", MetricsHandler.of(Ringer.statistics(server.server())))
                    .start();
            String[] fields = accept == null ? new String[0] : new String[] {"Accept: " + accept};
            Response response = server.connect().request("GET", "/", fields).readResponse();

            assertThat(response.value("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type)
                            .startsWith(format.equals("open") ? "application/openmetrics-text" : "text/plain"));
        }
    }

    @Test
    void printsSeveralServersByPort() throws IOException {
        try (TestServer first = TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR);
                TestServer second = TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR)) {
            Map<String, ServerStatistics> servers = new TreeMap<>();
            servers.put("1", Ringer.statistics(first.server()));
            servers.put("2", Ringer.statistics(second.server()));
            first.handle("/metrics", MetricsHandler.byPort(() -> servers)).start();
            Response response = first.connect().get("/metrics").readResponse();

            String text = new String(response.body(), StandardCharsets.UTF_8);
            assertThat(text).contains("\nringer_loops{port=\"1\"} 1\nringer_loops{port=\"2\"} 0\n");
            assertThat(text).contains("\nringer_limits_total{port=\"2\",limit=\"max_exchanges\"} 0\n");
        }
    }

    @ParameterizedTest
    @EnumSource(MetricsText.Format.class)
    void everySampleBelongsToItsFamily(MetricsText.Format format) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR)) {
            ServerStatistics statistics = Ringer.statistics(server.server());
            var servers = List.of(
                    new MetricsText.Server("port=\"1\"", statistics), new MetricsText.Server("port=\"2\"", statistics));

            MetricsSyntax read = MetricsSyntax.check(new MetricsText(format, servers).text(), format);

            assertThat(read.samples()).hasSizeGreaterThan(100);
        }
    }

    @Test
    void answersGetAndHeadAlone() throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR)) {
            server.handle("/metrics", MetricsHandler.of(Ringer.statistics(server.server())))
                    .start();
            RawClient client = server.connect();
            Response head = client.request("HEAD", "/metrics").readResponse("HEAD");
            Response other =
                    client.request("POST", "/metrics", "Content-Length: 0").readResponse();

            assertThat(head.status()).isEqualTo(200);
            assertThat(Integer.parseInt(head.value("Content-Length").orElse("0")))
                    .isGreaterThan(1000);
            assertThat(other.status()).isEqualTo(405);
            assertThat(other.value("Allow")).contains("GET, HEAD");
        }
    }
}
