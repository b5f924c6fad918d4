package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.files.FileHandler;
import dev.ringer.files.FileTransfer;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Answer;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.OpenDescriptors;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a client that requests many files and opens no flow-control window. Its connection holds few descriptors, and
 * each file still arrives whole when the client opens the window.
 */
@Timeout(60)
@Over({Transport.H2C, Transport.H2})
@Needs(Ability.LINUX)
class WaitingFilesTest {
    private static final int MOST = 8;
    private static final int STREAMS = 100;
    private static final int SIZE = 150_000;
    private static final int FIRST_PART = 20_000;
    private static final int INTERNAL_ERROR = 2;
    private static final int ENOUGH = STREAMS * SIZE;

    @TempDir
    Path folder;

    private final byte[] content = new byte[SIZE];
    private Path file;

    @BeforeEach
    void write() throws IOException {
        new Random(5).nextBytes(content);
        file = written("file.bin", content);
    }

    private Path written(String name, byte[] bytes) throws IOException {
        Path path = Files.write(folder.resolve(name), bytes);
        return Files.setLastModifiedTime(path, FileTime.from(Instant.parse("2020-01-02T03:04:05Z")));
    }

    private TestServer start(Mode mode) throws IOException {
        return Http2Servers.create(mode)
                .handle("/files", FileHandler.of(folder))
                .handle("/copied", this::copy)
                .start();
    }

    private void copy(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, SIZE);
        try (OutputStream body = exchange.getResponseBody()) {
            FileTransfer.copy(file, 0, SIZE, body);
        }
    }

    private static void get(Http2Client client, int stream) throws IOException {
        switch (stream / 2 % 3) {
            case 0 -> client.get(stream, "/files/file.bin");
            case 1 -> client.get(stream, "/copied");
            default -> client.get(stream, "/files/file.bin", "range", "bytes=0-" + (SIZE - 1));
        }
    }

    private static void awaitHeads(Http2Client client, int last) throws IOException {
        for (int stream = 1; stream <= last; stream += 2) {
            while (client.soFar(stream).heads().isEmpty()) {
                client.read();
            }
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS, Mode.FIXED_POOL, Mode.VIRTUAL})
    void needFewDescriptorsAndArriveWhole(Mode mode) throws IOException {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.connect(server).preface().giveNoRoom()) {
            for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
                get(client, stream);
            }
            awaitHeads(client, 2 * STREAMS - 1);
            Deadlines.await("few files are open", () -> OpenDescriptors.of(file) <= MOST);

            client.windowUpdate(0, ENOUGH);
            for (int round = 0; round < SIZE; round += FIRST_PART) { // the streams take turns
                for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
                    client.windowUpdate(stream, FIRST_PART);
                }
            }

            for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
                assertThat(Arrays.equals(client.answer(stream).content(), content))
                        .isTrue();
            }
            Deadlines.await("no file is open", () -> OpenDescriptors.of(file) == 0);
        }
    }

    /** The handlers' threads send these. */
    @InModes(Mode.VIRTUAL)
    void ofSeveralRangesNeedFewDescriptors(Mode mode) throws IOException {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.connect(server).preface().giveNoRoom()) {
            for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
                client.get(stream, "/files/file.bin", "range", "bytes=0-69999,80000-149999");
            }
            awaitHeads(client, 2 * STREAMS - 1);

            Deadlines.await("few files are open", () -> OpenDescriptors.of(file) <= MOST);

            client.windowUpdate(0, 2 * ENOUGH);
            for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
                client.windowUpdate(stream, 2 * SIZE);
                assertThat(client.answer(stream).complete()).isTrue();
            }
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void thatAreReplacedArriveWholeOrEndVisibly(Mode mode) throws IOException {
        byte[] other = new byte[SIZE];
        new Random(6).nextBytes(other);
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.connect(server).preface().giveNoRoom()) {
            client.windowUpdate(0, ENOUGH);
            for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
                get(client, stream);
                client.windowUpdate(stream, FIRST_PART);
            }
            for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
                while (client.soFar(stream).content().length < FIRST_PART) {
                    client.read();
                }
            }
            Deadlines.await("few files are open", () -> OpenDescriptors.of(file) <= MOST);

            Files.move(written("other", other), file, StandardCopyOption.REPLACE_EXISTING);
            int whole = 0;
            for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
                client.windowUpdate(stream, SIZE);
                Http2Answer answer = client.answer(stream);
                assertThat(Arrays.equals(answer.content(), 0, FIRST_PART, content, 0, FIRST_PART))
                        .isTrue();
                if (answer.complete()) {
                    whole++;
                    assertThat(Arrays.equals(answer.content(), content)).isTrue();
                } else {
                    assertThat(answer.resetCode()).isEqualTo(INTERNAL_ERROR);
                    assertThat(answer.content()).hasSize(FIRST_PART);
                }
            }

            assertThat(whole).isBetween(0, MOST);
            int next = 2 * STREAMS + 1;
            client.get(next, "/hello").windowUpdate(next, SIZE);
            assertThat(client.answer(next).text()).isEqualTo("hello");
        }
    }
}
