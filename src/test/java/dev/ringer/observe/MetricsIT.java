package dev.ringer.observe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringer.Ringer;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Tests the handler's output with {@code promtool} and with Prometheus's OpenMetrics parser, where they are installed.
 * The parser is in the Python package {@code prometheus_client}; {@code -Dringer.test.python} names another Python.
 */
class MetricsIT {
    private static final String PYTHON = System.getProperty("ringer.test.python", "python3");
    private static final String PROGRAM = """
            import sys, urllib.request
            from prometheus_client.openmetrics.parser import text_string_to_metric_families
            request = urllib.request.Request(sys.argv[1], headers={"Accept": "application/openmetrics-text"})
            with urllib.request.urlopen(request) as response:
                print(response.headers["Content-Type"])
                text = response.read().decode("utf-8")
            for family in text_string_to_metric_families(text):
                print(family.name, family.type, family.unit, len(family.samples))
                for sample in family.samples:
                    print(sample.name, sorted(sample.labels.items()), int(sample.value))
            """;

    @Test
    void isReadByPrometheusParser() throws Exception {
        assumeTrue(succeeds("import prometheus_client"), "prometheus_client is not installed");
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, Map.of())) {
            server.handle("/metrics", MetricsHandler.of(Ringer.statistics(server.server())))
                    .start();
            server.connect().get("/nothing").readResponse();

            String read = output(start(PROGRAM, "http://127.0.0.1:" + server.port() + "/metrics"));

            assertThat(read)
                    .startsWith(MetricsHandler.CONTENT_TYPE)
                    .contains("ringer_connections gauge  1\n")
                    .contains("ringer_received_bytes counter bytes 1\n")
                    .contains("ringer_responses_total [('protocol', 'HTTP/1.1'), ('status', '4xx')] 1\n")
                    .contains("http_server_request_duration_seconds histogram seconds 17\n")
                    .contains("http_server_response_body_size_bytes histogram bytes 10\n")
                    .contains("ringer_limits_total [('limit', 'max_exchanges')] 0\n")
                    .contains("ringer_violations_total [('violation', 'bad_request_line')] 0\n");
        }
    }

    /** Reads the metrics of two servers that have answered, refused and failed requests over several protocols. */
    @Test
    void hasNoFindingOfPromtool() throws Exception {
        assumeTrue(starts("promtool", "--version"), "promtool is not installed");
        Map<String, String> settings = Map.of("ringer.http2", "on", "ringer.requestMetrics", "on");
        try (TestServer first = used(Transport.CLEAR, settings);
                TestServer second = used(Transport.TLS, settings)) {
            Map<String, ServerStatistics> servers = Map.of(
                    "" + first.port(), Ringer.statistics(first.server()),
                    "127.0.0.1:" + second.port() + " #2", Ringer.statistics(second.server()));
            first.handle("/metrics", MetricsHandler.byPort(() -> servers));
            String text = RawClient.connect(first.port(), Transport.CLEAR)
                    .get("/metrics")
                    .readResponse()
                    .text();
            assertThat(text)
                    .containsPattern("http_server_request_duration_seconds_bucket\\{.*network_protocol_version=\"2\"")
                    .containsPattern("http_server_request_duration_seconds_bucket\\{.*status_code=\"404\"")
                    .containsPattern("ringer_responses_total\\{.*status=\"4xx\"} [1-9]");

            Process check = new ProcessBuilder("promtool", "check", "metrics")
                    .redirectErrorStream(true)
                    .start();
            try (OutputStream in = check.getOutputStream()) {
                in.write(text.getBytes(UTF_8));
            }

            assertThat(output(check)).isEmpty();
            assertThat(check.exitValue()).isZero();
        }
    }

    private static TestServer used(Transport transport, Map<String, String> settings) throws IOException {
        TestServer server = TestServer.create(Provider.RINGER, transport, Mode.CACHED_POOL, settings)
                .handle("/echo", Http2Servers::echo)
                .handle("/fails", exchange -> {
                    throw new IllegalStateException("on purpose, for the metrics");
                })
                .start();
        server.connect().post("/echo", "content").readResponse();
        server.connect().get("/nothing").readResponse();
        server.connect().request("BREW", "/echo").readResponse();
        server.connect().send("no request\r\n\r\n").readResponse();
        server.connect().get("/fails").awaitEnd(Deadlines.PATIENCE);
        try (Http2Client client = Http2Client.open(server)) {
            client.get(1, "/echo").answer(1);
        }
        return server;
    }

    private static boolean starts(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) { // there is no such program
            return false;
        }
    }

    private static boolean succeeds(String program) throws InterruptedException {
        try {
            Process process = start(program);
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (IOException e) { // there is no Python
            return false;
        }
    }

    private static Process start(String program, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(PYTHON, "-c", program);
        builder.command().addAll(List.of(arguments));
        return builder.redirectErrorStream(true).start();
    }

    private static String output(Process process) throws IOException, InterruptedException {
        String text = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return text;
    }
}
