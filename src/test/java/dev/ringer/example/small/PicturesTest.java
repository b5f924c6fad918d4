package dev.ringer.example.small;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Uploads, lists, downloads and deletes pictures. */
@Over({Transport.CLEAR, Transport.H2})
class PicturesTest {
    @TempDir
    private Path folder;

    @InModes({Mode.FIXED_POOL, Mode.NO_EXECUTOR})
    void keepsAPictureUntilItIsDeleted(Mode mode) throws Exception {
        try (TestServer server = start(mode)) {
            Response created = upload(server.connect(), "An \"oak\"", "image/png", "content");
            assertThat(created.status()).isEqualTo(201);
            assertThat(created.value("Location")).contains("/pictures/1");

            Response list = server.connect().get("/pictures").readResponse();
            assertThat(list.text())
                    .isEqualTo(
                            "[{\"id\": 1, \"title\": \"An \\u0022oak\\u0022\", \"type\": \"image/png\", \"size\": 7}]");
            Response picture = server.connect().get("/pictures/1").readResponse();
            assertThat(picture.text()).isEqualTo("content");
            assertThat(picture.value("Content-Type")).contains("image/png");

            assertThat(status(server, "DELETE", "/pictures/1")).isEqualTo(204);
            assertThat(status(server, "GET", "/pictures/1")).isEqualTo(404);
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files).isEmpty();
            }
        }
    }

    @InModes({Mode.FIXED_POOL, Mode.NO_EXECUTOR})
    void refusesWhatIsNoPicture(Mode mode) throws Exception {
        try (TestServer server = start(mode)) {
            assertThat(upload(server.connect(), "Page", "text/html", "<script>").status())
                    .isEqualTo(415);
            assertThat(upload(server.connect(), " ", "image/png", "content").status())
                    .isEqualTo(400);
            assertThat(upload(server.connect(), "Empty", "image/png", "").status())
                    .isEqualTo(400);
            Response json = server.connect()
                    .post("/pictures", "{}", "Content-Type: application/json")
                    .readResponse();
            assertThat(json.status()).isEqualTo(415);

            assertThat(status(server, "PUT", "/pictures")).isEqualTo(405);
            assertThat(status(server, "GET", "/pictures/x")).isEqualTo(404);
        }
    }

    private TestServer start(Mode mode) throws IOException {
        return TestServer.create(Provider.RINGER, mode)
                .handle("/pictures", new Pictures(folder))
                .start();
    }

    private static int status(TestServer server, String method, String target) throws IOException {
        return server.connect().request(method, target).readResponse().status();
    }

    private static Response upload(RawClient client, String title, String type, String content) throws IOException {
        String form = """
                --B\r
                Content-Disposition: form-data; name="title"\r
                \r
                %s\r
                --B\r
                Content-Disposition: form-data; name="file"; filename="a"\r
                Content-Type: %s\r
                \r
                %s\r
                --B--\r
                """.formatted(title, type, content);
        return client.post("/pictures", form, "Content-Type: multipart/form-data; boundary=B")
                .readResponse();
    }
}
