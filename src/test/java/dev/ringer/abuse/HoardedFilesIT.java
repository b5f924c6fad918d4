package dev.ringer.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests clients that request many large files and do not read them, so that the server might keep the files open.
 * Meanwhile the server needs descriptors for other clients, for its access log and for the files of forms.
 */
@Execution(ExecutionMode.CONCURRENT)
class HoardedFilesIT {
    private static final int DESCRIPTORS = 1024;
    private static final int CONNECTIONS = 16;
    private static final int STREAMS = 100;
    private static final int ROTATING_REQUESTS = 300;
    private static final String FILE = "/jdk/lib/modules"; // too large to be cached: each request opens it
    private static final String SEVERAL_RANGES = "bytes=0-99999,200000-50000000";
    private static final String[] PATIENT = {
        "-Dringer.http2=on",
        "-Dringer.writeStallTimeout=300",
        "-Dringer.minResponseRate=0",
        "-Dsun.net.httpserver.maxReqTime=300",
        "-Dsun.net.httpserver.maxRspTime=300"
    };

    @TempDir
    private Path folder;

    @Abuse
    void leaveDescriptorsToOthers(Mode mode) throws IOException {
        List<AutoCloseable> hostile = new ArrayList<>();
        try (var server = started(DESCRIPTORS, mode)) {
            for (int i = 0; i < CONNECTIONS; i++) {
                hostile.add(requestedOverHttp2(server, mode == Mode.VIRTUAL && i % 2 == 0));
                hostile.add(server.connectNarrow().get(FILE));
            }
            assertServesAll(server);
            assertThat(server.holdings().descriptors()).isLessThan(DESCRIPTORS / 2);
        } finally {
            close(hostile);
        }
    }

    /** Each download takes a descriptor for its file, in addition to that of its connection. */
    @Abuse
    void giveDescriptorsBackAtTheLimit(Mode mode) throws IOException {
        int limit = 200;
        List<AutoCloseable> hostile = new ArrayList<>();
        try (var server = started(limit, mode)) {
            server.assertServes();
            int room = (limit - server.holdings().descriptors()) * 3 / 5; // with a file each, these are too many
            var slow = server.connectNarrow().get(FILE);
            slow.stream().read();
            for (int i = 0; i < room; i++) {
                hostile.add(server.connectNarrow().get(FILE));
            }
            for (var client : hostile) {
                assertThat(((RawClient) client).stream().read()).as("an answer").isEqualTo('H');
            }

            assertServesAll(server);

            assertThat(slow.readResponse().complete()).isTrue();
        } finally {
            close(hostile);
        }
    }

    private AbusedServer started(int descriptors, Mode mode) throws IOException {
        var options = new ArrayList<>(List.of(PATIENT));
        options.add("-Dringer.accessLog=common:" + folder.resolve("access.log"));
        options.add("-Dringer.accessLog.maxFileSize=10000");
        return AbusedServer.startedWithDescriptors(descriptors, mode, options.toArray(String[]::new));
    }

    private static Http2Client requestedOverHttp2(AbusedServer server, boolean ranges) throws IOException {
        var client = Http2Client.connect(server.port()).preface().giveNoRoom();
        for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
            if (ranges) {
                client.get(stream, FILE, "range", SEVERAL_RANGES);
            } else {
                client.get(stream, FILE);
            }
        }
        for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
            while (client.soFar(stream).heads().isEmpty()) {
                client.read();
            }
        }
        return client;
    }

    private void assertServesAll(AbusedServer server) throws IOException {
        long renamed = renamedLogs();
        for (int i = 0; i < ROTATING_REQUESTS; i++) {
            server.assertServes();
        }
        Deadlines.await("the access log has rotated", () -> renamedLogs() > renamed);
        try (var client = server.connect()) {
            client.get("/jdk/release");
            assertThat(client.readResponse().status()).isEqualTo(200);
            client.request("HEAD", FILE);
            assertThat(client.readResponse("HEAD").status()).isEqualTo(200);
            var file = "x".repeat(300_000); // too large to be kept in memory
            client.post(
                    "/upload",
                    "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n" + file
                            + "\r\n--b--\r\n",
                    "Content-Type: multipart/form-data; boundary=b");
            assertThat(client.readResponse().text()).isEqualTo("300000");
        }
    }

    private long renamedLogs() {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(log -> !log.endsWith("access.log")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close(List<AutoCloseable> clients) {
        for (var client : clients) {
            try {
                client.close();
            } catch (Exception ignored) {
                // the server has closed the connection
            }
        }
    }
}
