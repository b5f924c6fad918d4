package dev.ringer.dropin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.proxy.ProxyProcess;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the metrics of a published application that only system properties configure. A Prometheus server scrapes its
 * admin listener, while h2load sends requests that take known times. The test prints the quantiles that both report.
 */
@Tag("outer")
@Timeout(240)
class PrometheusIT {
    /** Of 20 requests, 14, 5 and 1 take these times, in milliseconds. */
    private static final String PATHS =
            "/after?millis=20\n".repeat(14) + "/after?millis=70\n".repeat(5) + "/after?millis=200\n";

    private static final List<Quantile> QUANTILES =
            List.of(new Quantile(0.5, 10, 20), new Quantile(0.9, 50, 70), new Quantile(0.99, 100, 200));

    private static final int CONNECTIONS = 8;

    /** How often each connection sends all paths. A round takes 0.83 seconds. */
    private static final int ROUNDS = Integer.getInteger("ringer.test.rounds", 5);

    private static final int REQUESTS = CONNECTIONS * 20 * ROUNDS;

    private static final String CONFIG = """
            scrape_configs:
              - job_name: application
                scrape_interval: 1s
                static_configs: [{targets: ["127.0.0.1:%d"]}]
            """;

    private static final Pattern VALUE = Pattern.compile("\"value\":\\[[^,]+,\"([^\"]+)\"]");

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    /**
     * A quantile of the durations. Times are in milliseconds.
     *
     * @param rank from 0 to 1
     * @param bucket the lower bound of the histogram bucket with the quantile
     * @param known the time that the handler takes
     */
    private record Quantile(double rank, double bucket, double known) {}

    @Test
    void showsWhatClientsMeasure() throws Exception {
        var h2load = ProxyProcess.installed("h2load");
        int admin = FreePorts.next();
        var program = Program.using("SolonService", "org.noear:solon-server-jdkhttp:3.9.3")
                .withFlags("-Dringer.admin=" + admin);
        try (var prometheus = ProxyProcess.start(
                        "prometheus",
                        List.of(
                                "--config.file=${config}",
                                "--storage.tsdb.path=${folder}/data",
                                "--web.listen-address=127.0.0.1:${port}"),
                        CONFIG.formatted(admin),
                        folder);
                var service = Service.of(program.start(Provider.RINGER, program.compiled()), Provider.RINGER)) {
            Deadlines.await("Prometheus scrapes", () -> value(prometheus, "up") == 1);

            var measured = load(h2load, service.port());

            Deadlines.await(
                    "all requests in Prometheus",
                    () -> value(prometheus, "sum(http_server_request_duration_seconds_count)") == REQUESTS);
            System.out.println("| quantile | the handler takes | h2load measured | histogram_quantile |");
            for (var quantile : QUANTILES) {
                double scraped = 1000
                        * value(
                                prometheus,
                                "histogram_quantile(%s, sum by (le) (rate(http_server_request_duration_seconds_bucket[1m])))"
                                        .formatted(quantile.rank));
                double seen = measured.get((int) Math.ceil(quantile.rank * REQUESTS) - 1) / 1000.0;
                System.out.printf(
                        Locale.ROOT,
                        "| %s | %.0f ms | %.1f ms | %.1f ms |%n",
                        quantile.rank,
                        quantile.known,
                        seen,
                        scraped);
                assertThat(scraped).isGreaterThan(quantile.bucket);
                assertThat(seen).isGreaterThanOrEqualTo(quantile.known);
            }
        }
    }

    /** Sends all requests, and returns their durations in microseconds, in ascending order. */
    private List<Long> load(String h2load, int port) throws IOException, InterruptedException {
        var paths = Files.writeString(folder.resolve("paths"), PATHS);
        var log = folder.resolve("requests");
        var process = new ProcessBuilder(
                        h2load,
                        "--h1",
                        "-c" + CONNECTIONS,
                        "-n" + REQUESTS,
                        "--base-uri=http://127.0.0.1:" + port,
                        "--input-file=" + paths,
                        "--log-file=" + log)
                .redirectErrorStream(true)
                .start();
        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
                .contains(REQUESTS + " succeeded, 0 failed, 0 errored, 0 timeout");
        try (var lines = Files.lines(log)) {
            return lines.map(line -> Long.valueOf(line.split("\t")[2])).sorted().toList();
        }
    }

    /** Returns the current result of a query; NaN if there is none. */
    private double value(ProxyProcess prometheus, String query) {
        var uri = "http://127.0.0.1:" + prometheus.port() + "/api/v1/query?query=" + URLEncoder.encode(query, UTF_8);
        try {
            var answer = client.send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString());
            var value = VALUE.matcher(answer.body());
            return value.find() ? Double.parseDouble(value.group(1)) : Double.NaN;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
