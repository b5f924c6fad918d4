package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests {@code --cors}. */
class CrossOriginTest {
    @TempDir
    private Path root;

    @ParameterizedTest
    @EnumSource(Provider.class)
    void pagesOfAllOriginsMayRead(Provider provider) throws IOException {
        Site.write(root, "a.txt", "text");
        try (TestServer server = TestServer.create(provider, Mode.CACHED_POOL)) {
            server.context("/", FileHandler.of(root)).getFilters().add(new CrossOrigin());
            server.start();

            for (String target : new String[] {"/a.txt", "/missing.txt"}) {
                assertThat(request(server, "GET", target, "Origin: http://other.example")
                                .value("Access-Control-Allow-Origin"))
                        .as(target)
                        .contains("*");
            }
            Response preflight = request(
                    server,
                    "OPTIONS",
                    "/a.txt",
                    "Origin: http://other.example",
                    "Access-Control-Request-Method: GET",
                    "Access-Control-Request-Headers: range");
            assertThat(preflight.status()).isEqualTo(204);
            assertThat(preflight.value("Access-Control-Allow-Methods")).contains("GET, HEAD");
            assertThat(preflight.value("Access-Control-Allow-Headers")).contains("*");
            assertThat(request(server, "OPTIONS", "/a.txt").value("Allow")).contains("GET, HEAD, OPTIONS");
        }
    }

    private static Response request(TestServer server, String method, String target, String... fieldLines)
            throws IOException {
        try (RawClient client = RawClient.connect(server.port())) {
            return client.request(method, target, fieldLines).readResponse(method);
        }
    }
}
