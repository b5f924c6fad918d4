package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a server without executor that hands over its slow responses to other threads. */
@Timeout(120)
class OffloadTest {
    private static final int LARGE = 64 << 20; // more than any buffers between server and client hold

    @TempDir
    private Path root;

    private final ExecutorService threads =
            (ExecutorService) (Mode.VIRTUAL.available() ? Mode.VIRTUAL : Mode.CACHED_POOL)
                    .newExecutor()
                    .orElseThrow();
    private final AtomicInteger handedOver = new AtomicInteger();
    private final AtomicInteger sending = new AtomicInteger();

    @BeforeEach
    void writeFiles() throws IOException {
        Site.write(root, "index.html", "<p>index");
        Site.write(root, "small.txt", "small");
        Site.write(root, "coded.txt", "coded");
        Site.write(root, "coded.txt.gz", "x".repeat(100_000));
        truncate("large.bin", LARGE);
    }

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    private void truncate(String name, long size) throws IOException {
        Path file = root.resolve(name);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.truncate(size);
            if (channel.size() < size) {
                channel.write(ByteBuffer.allocate(1), size - 1); // the rest is sparse
            }
        }
        Files.setLastModifiedTime(file, FileTime.from(Site.CHANGED));
    }

    private TestServer serving(Provider provider, Filter... behind) throws IOException {
        return serving(TestServer.create(provider, Mode.NO_EXECUTOR), behind);
    }

    private TestServer serving(TestServer server, Filter... behind) {
        return serving(server, FileHandler.of(root), behind);
    }

    private TestServer serving(TestServer server, FileHandler files, Filter... behind) {
        List<Filter> filters = server.context("/", files).getFilters();
        filters.add(files.offload(task -> {
            handedOver.incrementAndGet();
            sending.incrementAndGet();
            threads.execute(() -> {
                try {
                    task.run();
                } finally {
                    sending.decrementAndGet();
                }
            });
        }));
        filters.addAll(List.of(behind));
        return server.start();
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void slowDownloadsHoldNobodyUp(Provider provider) throws IOException {
        try (TestServer server = serving(provider)) {
            for (int i = 0; i < 20; i++) {
                server.connectNarrow().get("/large.bin").readUntil("\r\n\r\n");
            }
            RawClient client = server.connect();

            assertThat(client.get("/small.txt").readResponse().text()).isEqualTo("small");
            assertThat(client.get("/small.txt").readResponse().text()).isEqualTo("small");
            assertThat(client.get("/large.bin", "Range: bytes=0-99999")
                            .readResponse()
                            .body())
                    .hasSize(100_000);
        }
    }

    /** Responses waiting in the buffer leave room for another short one, so its handler never waits for the client. */
    @ParameterizedTest
    @ValueSource(ints = {8 << 10, 64 << 10})
    void aClientThatPipelinesAndReadsNothingHoldsNobodyUp(int size) throws IOException {
        Site.write(root, "short.bin", "x".repeat(size));
        try (TestServer server = serving(Provider.RINGER)) {
            RawClient client = server.connect();
            client.get("/short.bin").readResponse();

            RawClient silent = server.connectNarrow();
            silent.sendMeanwhile(
                    "GET /short.bin HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20_000).getBytes(StandardCharsets.US_ASCII));
            silent.readUntil("\r\n\r\n");
            for (int i = 0; i < 1000; i++) {
                assertThat(client.get("/short.bin").readResponse().body()).hasSize(size);
            }

            assertThat(handedOver).hasValue(1);
        }
    }

    /** On another server, a handler might wait for a client that does not read so much. */
    @Test
    void whatIsCachedAndNotShortIsHandedOverElsewhere() throws IOException {
        Site.write(root, "page.bin", "x".repeat(64 << 10));
        try (TestServer server = serving(Provider.JDK)) {
            RawClient client = server.connect();

            assertThat(client.get("/page.bin").readResponse().body()).hasSize(64 << 10);
            assertThat(client.get("/page.bin").readResponse().body()).hasSize(64 << 10);

            assertThat(handedOver).hasValue(2);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"NO_EXECUTOR", "LOOPS"})
    void largeFilesArriveWhole(Mode mode) throws Exception {
        byte[] content = new byte[Ring.choose(8, 20) * 1_000_000];
        new Random(17).nextBytes(content);
        Files.write(root.resolve("random.bin"), content);
        try (TestServer server = serving(TestServer.create(Provider.RINGER, mode))) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                clients.add((i % 2 == 0 ? server.connectNarrow() : server.connect()).get("/random.bin"));
            }
            for (RawClient client : clients) { // each client reads after those before it
                assertThat(client.readResponse().body()).isEqualTo(content);
                assertThat(client.get("/small.txt").readResponse().text()).isEqualTo("small");
            }
        }
    }

    /** The limit applies to time without progress, not to the time of the whole transfer. */
    @Test
    void aClientThatReadsOnIsNotLeft() throws Exception {
        truncate("huge.bin", 1L << 36);
        Map<String, String> impatient = Map.of("ringer.writeStallTimeout", "500 ms");
        try (TestServer server = serving(TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR, impatient))) {
            RawClient steady = server.connectNarrow().get("/huge.bin");
            steady.readUntil("\r\n\r\n");

            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1200);
            while (System.nanoTime() < end) {
                assertThat(steady.readText(1000)).hasSize(1000);
            }
            Deadlines.await("its thread is free", () -> sending.get() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void whatIsKnownAndShortStays(Provider provider) throws IOException {
        try (TestServer server = serving(provider)) {
            RawClient client = server.connect();
            client.get("/small.txt").readResponse();
            client.get("/").readResponse();
            client.get("/large.bin", "Range: bytes=0-0").readResponse();
            assertThat(handedOver).hasValue(3);

            assertThat(client.get("/small.txt").readResponse().text()).isEqualTo("small");
            assertThat(client.get("/").readResponse().text()).isEqualTo("<p>index");
            assertThat(client.get("/large.bin", "If-Modified-Since: " + Site.LAST_MODIFIED)
                            .readResponse()
                            .status())
                    .isEqualTo(304);
            assertThat(client.get("/%2e%2e/x").readResponse().status()).isEqualTo(404);
            assertThat(client.request("PUT", "/small.txt").readResponse().status())
                    .isEqualTo(405);
            assertThat(handedOver).hasValue(3);

            assertThat(client.get("/missing").readResponse().status()).isEqualTo(404);
            assertThat(client.get("/large.bin", "Range: bytes=0-0")
                            .readResponse()
                            .body())
                    .hasSize(1);
            assertThat(handedOver).hasValue(5);
        }
    }

    /** The page is on the disk, which may be slow, and a client may be slow to receive it. */
    @ParameterizedTest
    @EnumSource(Provider.class)
    void thePageOfA404IsHandedOverForEveryPath(Provider provider) throws IOException {
        Site.write(root, "404.html", "<p>nothing here");
        FileHandler files = FileHandler.builder(root).notFoundPage("404.html").build();
        try (TestServer server = serving(TestServer.create(provider, Mode.NO_EXECUTOR), files)) {
            RawClient client = server.connect();

            for (String target : new String[] {"/missing", "/%2e%2e/x", "/.git/HEAD", "/missing", "/%2e%2e/x"}) {
                assertThat(client.get(target).readResponse().text()).as(target).isEqualTo("<p>nothing here");
            }

            assertThat(handedOver).hasValue(5);
        }
    }

    @Test
    void whatHasGrownSinceIsHandedOver() throws IOException {
        try (TestServer server = serving(Provider.RINGER)) {
            RawClient client = server.connect();
            client.get("/small.txt").readResponse();
            String tag = client.get("/small.txt").readResponse().value("ETag").orElseThrow();
            assertThat(handedOver).hasValue(1);

            truncate("small.txt", 100_000);
            Response grown = client.get("/small.txt", "If-None-Match: " + tag).readResponse();

            assertThat(grown.body()).hasSize(100_000);
            assertThat(handedOver).hasValue(2);
        }
    }

    @Test
    void theFormThatIsSentDecides() throws IOException {
        try (TestServer server = serving(Provider.RINGER)) {
            RawClient client = server.connect();
            Response plain = client.get("/coded.txt").readResponse();
            client.get("/coded.txt").readResponse();
            assertThat(handedOver).hasValue(1);

            Response coded = client.get(
                            "/coded.txt",
                            "Accept-Encoding: gzip",
                            "If-None-Match: " + plain.value("ETag").orElseThrow())
                    .readResponse();

            assertThat(coded.body()).hasSize(100_000);
            assertThat(handedOver).hasValue(2);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void whatIsCutEndsVisibly(Provider provider) throws IOException {
        CompressionFilter compression = CompressionFilter.of();
        try (TestServer server = serving(provider, compression)) {
            RawClient counted = server.connectNarrow().get("/large.bin");
            counted.readUntil("\r\n\r\n");
            truncate("large.bin", 1 << 20);
            assertThat(counted.readToEnd().length()).isLessThan(LARGE);

            truncate("large.txt", 1 << 29); // which takes seconds to compress
            RawClient chunked = server.connectNarrow().get("/large.txt", "Accept-Encoding: gzip");
            assertThat(chunked.readUntil("\r\n\r\n")).containsIgnoringCase("Transfer-Encoding: chunked");
            truncate("large.txt", 1 << 20);
            assertThat(chunked.readToEnd()).doesNotEndWith("\r\n0\r\n\r\n");
            Deadlines.await("the compressor is back", () -> compression.compressorsAtWork() == 0);
        }
    }

    @Test
    void whatFailsBehindCompressionEndsVisibly() throws IOException {
        Filter failing = new Filter() {
            @Override
            public String description() {
                return "fails half way";
            }

            @Override
            public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
                exchange.getResponseHeaders().set("Content-Type", "text/plain");
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write('x');
                exchange.getResponseBody().flush();
                throw new IOException("on purpose");
            }
        };
        Map<String, String> compressing = Map.of("ringer.compression", "gzip");
        try (TestServer server = serving(TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR, compressing), failing)) {
            for (String accepted : new String[] {"identity", "gzip"}) {
                RawClient client = server.connect().get("/large.bin", "Accept-Encoding: " + accepted);

                assertThat(client.readResponse().complete()).as(accepted).isFalse();
            }
            assertThat(handedOver).hasValue(2);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aFullExecutorIsTold(Provider provider) throws IOException {
        FileHandler files = FileHandler.of(root);
        TestServer server = TestServer.create(provider, Mode.NO_EXECUTOR);
        server.context("/", files).getFilters().add(files.offload(task -> {
            throw new RejectedExecutionException("full");
        }));
        try (server) {
            RawClient client = server.start().connect();

            assertThat(client.get("/small.txt").readResponse().status()).isEqualTo(503);
            assertThat(client.get("/%2e%2e/x").readResponse().status()).isEqualTo(404);
        }
    }
}
