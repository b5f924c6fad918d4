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
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the handler prints, by the grammar of OpenMetrics 1.0; {@link MetricsIT} gives it to Prometheus's own parser. */
class MetricsHandlerTest {
    private static final String LABEL = "[a-z]+=\"[^\"\\\\]*\"";
    private static final String SAMPLE = "(ringer_[a-z_]+)(\\{" + LABEL + "(," + LABEL + ")*})? \\d+";
    private static final String COMMENT = "# (TYPE|UNIT|HELP) ringer_[a-z_]+ .+";

    @InModes
    void printsWhatTheServerHasDone(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.handle("/metrics", MetricsHandler.of(Ringer.statistics(server.server())))
                    .start();
            server.connect().get("/nothing").readResponse();
            Response response = server.connect().get("/metrics").readResponse();

            String text = new String(response.body(), StandardCharsets.UTF_8);
            assertThat(response.value("Content-Type"))
                    .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
            assertThat(text).endsWith("\n# EOF\n").doesNotContain("\n\n");
            assertThat(text).contains("\nringer_exchanges_in_progress 1\n"); // this one
            assertThat(text)
                    .containsPattern("\nringer_responses_total\\{protocol=\"HTTP/[12].[01]\",status=\"4xx\"} 1\n");
            assertThat(text.lines()).allMatch(line -> line.matches(COMMENT + "|# EOF|" + SAMPLE));
        }
    }

    @Test
    void everySampleBelongsToItsFamily() throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR)) {
            Set<String> families = new HashSet<>();
            Set<String> samples = new HashSet<>();
            String family = "";
            String type = "";
            for (String line :
                    new MetricsText(Ringer.statistics(server.server())).text().split("\n")) {
                if (line.startsWith("# TYPE ")) {
                    family = line.split(" ")[2];
                    type = line.split(" ")[3];
                    assertThat(families.add(family)).as(family).isTrue();
                } else if (line.startsWith("# UNIT ")) {
                    assertThat(family).endsWith("_" + line.split(" ")[3]);
                } else if (!line.startsWith("#")) {
                    assertThat(line.split("[{ ]")[0]).isEqualTo(family + (type.equals("counter") ? "_total" : ""));
                    assertThat(samples.add(line.substring(0, line.lastIndexOf(' '))))
                            .as(line)
                            .isTrue();
                }
            }
            assertThat(samples).hasSizeGreaterThan(50);
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
