package dev.ringer.example.small;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
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

/** Uploads files, and watches their progress. */
@Over({Transport.CLEAR, Transport.H2})
class UploadsTest {
    private static final int LENGTH = 200_000;

    @TempDir
    private Path folder;

    private TestServer start(Mode mode) throws IOException {
        TestServer server = TestServer.create(Provider.RINGER, mode);
        new Uploads(folder).addTo(server.server());
        return server.start();
    }

    @InModes({Mode.FIXED_POOL, Mode.NO_EXECUTOR})
    void showsTheProgressOfAnUpload(Mode mode) throws Exception {
        try (TestServer server = start(mode)) {
            RawClient page = server.connect().get("/progress");
            page.readUntil("\r\n\r\n");
            RawClient client = server.connect().request("POST", "/uploads", "Content-Length: " + LENGTH);
            client.send("a".repeat(1000));
            assertThat(page.readUntil("\n\n")).contains("event: received").contains("\"upload\": 1");

            Response response = client.send("a".repeat(LENGTH - 1000)).readResponse();

            assertThat(response.status()).isEqualTo(201);
            assertThat(response.text()).isEqualTo("stored as 1\n");
            assertThat(page.readUntil("complete")).isNotEmpty();
            assertThat(folder.resolve("1")).hasSize(LENGTH);
        }
    }

    @InModes({Mode.FIXED_POOL, Mode.NO_EXECUTOR})
    void leavesNothingOfAnUploadThatIsCutOff(Mode mode) throws Exception {
        try (TestServer server = start(mode)) {
            RawClient page = server.connect().get("/progress");
            page.readUntil("\r\n\r\n");
            RawClient client = server.connect().request("POST", "/uploads", "Content-Length: " + LENGTH);
            client.send("a".repeat(1000));
            page.readUntil("\n\n");
            client.reset();

            assertThat(page.readUntil("failed")).isNotEmpty();
            Deadlines.await("no file", this::isEmpty);
        }
    }

    private boolean isEmpty() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
