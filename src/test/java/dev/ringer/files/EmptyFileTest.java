package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests an empty file behind a compression filter. */
class EmptyFileTest {
    @Test
    void hasTheSameFieldsForHeadAsForGet(@TempDir Path root) throws IOException {
        Site.write(root, "empty.txt", "");
        try (TestServer server = TestServer.create(
                        Provider.RINGER, Mode.NO_EXECUTOR, Map.of("ringer.compression", "gzip"))
                .handle("/", FileHandler.of(root))
                .start()) {
            Response get = server.connect().get("/empty.txt").readResponse();
            Response head = server.connect().request("HEAD", "/empty.txt").readResponse("HEAD");

            assertThat(get.values("Vary")).containsExactly("Accept-Encoding");
            assertThat(head.values("Vary")).isEqualTo(get.values("Vary"));
            assertThat(head.values("Content-Length")).isEqualTo(get.values("Content-Length"));
        }
    }
}
