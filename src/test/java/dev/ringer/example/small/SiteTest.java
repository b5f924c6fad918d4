package dev.ringer.example.small;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.nio.file.Path;

/** Asks the site for files, and its API for pages and comments. */
@Over({Transport.CLEAR, Transport.H2})
class SiteTest {
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded";

    @InModes({Mode.FIXED_POOL, Mode.NO_EXECUTOR})
    void servesFiles(Mode mode) throws Exception {
        try (TestServer server = start(mode)) {
            Response page = server.connect().get("/").readResponse();
            assertThat(page.text()).contains("<title>Trees</title>");
            assertThat(page.value("X-Content-Type-Options")).contains("nosniff");

            Response script =
                    server.connect().get("/site.js", "Accept-Encoding: gzip").readResponse();
            assertThat(script.value("Content-Encoding")).contains("gzip");
        }
    }

    @InModes({Mode.FIXED_POOL, Mode.NO_EXECUTOR})
    void findsPages(Mode mode) throws Exception {
        try (TestServer server = start(mode)) {
            assertThat(server.connect()
                            .get("/api/search?q=ACORNS")
                            .readResponse()
                            .text())
                    .isEqualTo("[{\"path\": \"/oak.html\", \"title\": \"Oak\"}]");
            assertThat(server.connect()
                            .get("/api/search?q=stylesheet")
                            .readResponse()
                            .text())
                    .isEqualTo("[]");
            assertThat(server.connect().get("/api/search").readResponse().status())
                    .isEqualTo(400);
        }
    }

    @InModes({Mode.FIXED_POOL, Mode.NO_EXECUTOR})
    void showsTheNewestCommentsFirst(Mode mode) throws Exception {
        try (TestServer server = start(mode)) {
            for (int i = 1; i <= 101; i++) {
                Response added = server.connect()
                        .post("/api/comments", "text=comment+" + i, FORM)
                        .readResponse();
                assertThat(added.status()).isEqualTo(201);
            }
            Response empty =
                    server.connect().post("/api/comments", "text=+", FORM).readResponse();
            assertThat(empty.status()).isEqualTo(400);

            assertThat(server.connect().get("/api/comments").readResponse().text())
                    .startsWith("[\"comment 101\", \"comment 100\", ")
                    .endsWith("\"comment 2\"]");
        }
    }

    private static TestServer start(Mode mode) throws IOException {
        TestServer server = TestServer.create(Provider.RINGER, mode);
        new Site(Path.of("example/small/pages/site")).addTo(server.server());
        return server.start();
    }
}
