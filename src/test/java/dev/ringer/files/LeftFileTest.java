package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.OpenDescriptors;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests files that the loop sends as the rest of a response. The handler does not wait, however slow the client is. */
@Timeout(60)
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
// a failure to open a file takes the descriptors of idle downloads back, in the whole JVM
@ResourceLock("idle downloads")
class LeftFileTest {
    private static final int SIZE = 3_000_001;

    /** More than the system buffers for a client that reads nothing. */
    private static final int HUGE = 64 << 20;

    @TempDir
    Path folder;

    private final byte[] content = new byte[SIZE];
    private Path file;
    private Path huge;

    private final AtomicInteger returned = new AtomicInteger(); // how many handlers of /huge have returned

    @BeforeEach
    void write() throws IOException {
        new Random(23).nextBytes(content);
        file = Files.write(folder.resolve("file.bin"), content);
        huge = folder.resolve("huge.bin");
        try (RandomAccessFile sparse = new RandomAccessFile(huge.toFile(), "rw")) {
            sparse.setLength(HUGE);
        }
    }

    private TestServer start(TestServer server) {
        return server.handle("/files", FileHandler.of(folder))
                .handle("/huge", exchange -> {
                    copy(exchange, huge);
                    returned.incrementAndGet();
                })
                .handle("/other", exchange -> exchange.sendResponseHeaders(204, -1))
                .start();
    }

    private static void copy(HttpExchange exchange, Path file) throws IOException {
        long size = Files.size(file);
        exchange.sendResponseHeaders(200, size);
        try (OutputStream body = exchange.getResponseBody()) {
            FileTransfer.copy(file, 0, size, body);
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS, Mode.FIXED_POOL, Mode.VIRTUAL})
    void arriveWholeAndTheConnectionGoesOn(Mode mode, Transport transport) throws IOException {
        try (TestServer server = start(TestServer.create(Provider.RINGER, transport, mode, Map.of()))) {
            RawClient client = server.connectNarrow();
            for (int i = 0; i < 3; i++) {
                assertContent(client.get("/files/file.bin").readResponse(), 0, SIZE);
                assertContent(
                        client.get("/files/file.bin", "Range: bytes=70000-2000000")
                                .readResponse(),
                        70_000,
                        2_000_001);
                Response head = client.request("HEAD", "/files/file.bin").readResponse("HEAD");
                assertThat(head.value("Content-Length")).contains(Integer.toString(SIZE));
                assertThat(client.get("/other").readResponse().status()).isEqualTo(204);
            }

            String get = "GET /files/file.bin HTTP/1.1\r\nHost: test\r\n\r\n";
            client.send(get.repeat(4));
            for (int i = 0; i < 4; i++) {
                assertContent(client.readResponse(), 0, SIZE);
            }
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    private void assertContent(Response response, int from, int to) {
        assertThat(response.complete()).isTrue();
        assertThat(Arrays.equals(response.body(), Arrays.copyOfRange(content, from, to)))
                .isTrue();
    }

    @InModes(Mode.FIXED_POOL)
    void slowClientsHoldNoThread(Transport transport) throws IOException {
        try (TestServer server =
                start(TestServer.create(Provider.RINGER, transport, Executors.newFixedThreadPool(2), Map.of()))) {
            List<RawClient> slow = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                slow.add(server.connectNarrow().get("/huge"));
            }

            Deadlines.await("all handlers have returned", () -> returned.get() == slow.size());

            assertThat(server.connect().get("/other").readResponse().status()).isEqualTo(204);
            Response response = slow.get(0).readResponse();
            assertThat(response.complete()).isTrue();
            assertThat(response.body()).hasSize(HUGE);
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void thatShrinkEndVisibly(Mode mode, Transport transport) throws Exception {
        try (TestServer server = start(TestServer.create(Provider.RINGER, transport, mode, Map.of()))) {
            RawClient client = server.connectNarrow().get("/huge");
            Deadlines.await("the handler has returned", () -> returned.get() == 1);

            try (RandomAccessFile shrinking = new RandomAccessFile(huge.toFile(), "rw")) {
                shrinking.setLength(1);
            }

            assertIncomplete(client);
            assertThat(server.connect().get("/other").readResponse().status()).isEqualTo(204);
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void thatShrinkBeforeAFlushEndVisibly(Mode mode, Transport transport) throws Exception {
        HttpHandler handler = exchange -> {
            long size = Files.size(huge);
            exchange.sendResponseHeaders(200, size);
            try (OutputStream body = exchange.getResponseBody();
                    RandomAccessFile shrinking = new RandomAccessFile(huge.toFile(), "rw")) {
                FileTransfer.copy(huge, 0, size, body);
                shrinking.setLength(1);
                body.flush();
            }
        };
        try (TestServer server = start(
                TestServer.create(Provider.RINGER, transport, mode, Map.of()).handle("/shrunk", handler))) {
            RawClient client = server.connectNarrow().get("/shrunk");

            assertIncomplete(client);
        }
    }

    private static void assertIncomplete(RawClient client) throws IOException {
        try {
            assertThat(client.readResponse().complete()).isFalse();
        } catch (SocketException brokenOff) {
            // the client notices this, too
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    @Needs(Ability.LINUX)
    void areClosed(Mode mode, Transport transport) throws IOException {
        try (TestServer server = start(TestServer.create(Provider.RINGER, transport, mode, Map.of()))) {
            RawClient reading = server.connectNarrow().get("/huge");
            RawClient leaving = server.connectNarrow().get("/huge");
            Deadlines.await("the handlers have returned", () -> returned.get() == 2);
            assertThat(OpenDescriptors.of(huge)).isEqualTo(2);

            leaving.reset();
            Deadlines.await("the file of the client that left is closed", () -> OpenDescriptors.of(huge) == 1);

            assertThat(reading.readResponse().complete()).isTrue();
            Deadlines.await("the file that was sent is closed", () -> OpenDescriptors.of(huge) == 0);

            server.connectNarrow().get("/huge");
            Deadlines.await("the handler has returned", () -> returned.get() == 3);
            server.server().stop(0);
            Deadlines.await("the file is closed with the server", () -> OpenDescriptors.of(huge) == 0);
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    @Needs(Ability.LINUX)
    void areClosedAfterAnExchangeThatNeverEnds(Mode mode, Transport transport) throws IOException {
        List<HttpExchange> open = new CopyOnWriteArrayList<>();
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, Map.of())
                .handle("/", exchange -> {
                    exchange.sendResponseHeaders(200, HUGE);
                    FileTransfer.copy(huge, 0, HUGE, exchange.getResponseBody());
                    open.add(exchange);
                })
                .start()) {
            RawClient client = server.connectNarrow().get("/");
            Deadlines.await("the handler has left the file", () -> open.size() == 1);
            assertThat(OpenDescriptors.of(huge)).isEqualTo(1);

            client.reset();

            Deadlines.await("the file is closed", () -> OpenDescriptors.of(huge) == 0);
            open.forEach(HttpExchange::close);
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void aStopWaitsForThem(Mode mode, Transport transport) throws IOException {
        try (TestServer server = start(TestServer.create(Provider.RINGER, transport, mode, Map.of()))) {
            RawClient client = server.connectNarrow().get("/huge");
            Deadlines.await("the handler has returned", () -> returned.get() == 1);
            CountDownLatch stopped = new CountDownLatch(1);
            ThreadKind.PLATFORM.start(() -> {
                server.server().stop(60);
                stopped.countDown();
            });

            Response response = client.readResponse();

            assertThat(response.complete()).isTrue();
            assertThat(response.body()).hasSize(HUGE);
            client.close();
            Deadlines.await(stopped);
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    @Needs(Ability.LINUX)
    void areCutOffIfTheClientReadsNothing(Mode mode, Transport transport) throws IOException {
        Map<String, String> soon = Map.of("ringer.writeStallTimeout", "200 ms");
        try (TestServer server = start(TestServer.create(Provider.RINGER, transport, mode, soon))) {
            RawClient client = server.connectNarrow().get("/huge");
            Deadlines.await("the handler has returned", () -> returned.get() == 1);

            Deadlines.await("the file is closed", () -> OpenDescriptors.of(huge) == 0);

            assertIncomplete(client);
        }
    }

    /** The exchange is in progress until its file has been sent. */
    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void countAsExchanges(Mode mode, Transport transport) throws IOException {
        Map<String, String> one = Map.of("ringer.maxExchanges", "1");
        try (TestServer server = start(TestServer.create(Provider.RINGER, transport, mode, one))) {
            RawClient client = server.connectNarrow().get("/huge");
            Deadlines.await("the handler has returned", () -> returned.get() == 1);

            assertThat(server.connect().get("/other").readResponse().status()).isEqualTo(503);

            client.reset();
            RawClient other = server.connect();
            Deadlines.await("the place is free", () -> status(other) == 204);
        }
    }

    private static int status(RawClient client) {
        try {
            return client.get("/other").readResponse().status();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void areNotLeftIfTheyAreCompressed(Mode mode, Transport transport) throws IOException {
        byte[] text = "a line of text\n".repeat(20_000).getBytes(StandardCharsets.US_ASCII);
        Files.write(folder.resolve("text.txt"), text);
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, Map.of())) {
            server.context("/", FileHandler.of(folder)).getFilters().add(CompressionFilter.of());
            server.start();

            Response response =
                    server.connect().get("/text.txt", "Accept-Encoding: gzip").readResponse();

            assertThat(response.value("Content-Encoding")).contains("gzip");
            assertThat(new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes())
                    .isEqualTo(text);
        }
    }
}
