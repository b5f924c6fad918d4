package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.descriptors.OpenFiles;
import dev.ringer.internal.descriptors.ReopenableFile;
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
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Tests a disk that stops answering in the middle of downloads. The file that a client gets next is opened again, and
 * this call hangs on whichever thread makes it.
 */
@Timeout(60)
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
@Isolated("it takes the descriptors of all idle files of the JVM back")
class HangingDiskTest {
    private static final int DOWNLOADS = 3;
    private static final int SIZE = 12 << 20; // more than the system buffers for a client that reads nothing

    @TempDir
    Path folder;

    private Path file;
    private final AtomicInteger returned = new AtomicInteger(); // how many handlers have returned
    private final AtomicInteger hanging = new AtomicInteger();
    private final CountDownLatch answers = new CountDownLatch(1);

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("file");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(SIZE);
        }
    }

    private void sendFromHangingDisk(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, SIZE);
        try (OutputStream body = exchange.getResponseBody()) {
            ReopenableFile opened = ReopenableFile.open(file, attributes -> hang(), StandardOpenOption.READ);
            FileTransfer.copyAndClose(opened, 0, SIZE, body);
        }
        returned.incrementAndGet();
    }

    private static void read(RawClient client, BlockingQueue<Response> to) {
        try {
            to.add(client.readResponse());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean hang() {
        hanging.incrementAndGet();
        try {
            return answers.await(Deadlines.PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS, Mode.FIXED_POOL, Mode.VIRTUAL})
    void delaysNoOtherClient(Mode mode, Transport transport) throws Exception {
        BlockingQueue<Response> responses = new LinkedBlockingQueue<>();
        ExecutorService readers = Executors.newCachedThreadPool();
        try (TestServer server = TestServer.create(
                        Provider.RINGER, transport, mode, Map.of("ringer.loops", "1", "ringer.http2", "on"))
                .handle("/file", this::sendFromHangingDisk)
                .handle("/other", exchange -> exchange.sendResponseHeaders(204, -1))
                .start()) {
            RawClient connected = server.connect();
            assertThat(connected.get("/other").readResponse().status()).isEqualTo(204);
            List<RawClient> downloads = new ArrayList<>();
            for (int i = 0; i < DOWNLOADS; i++) {
                downloads.add(server.connectNarrow().get("/file"));
            }
            Deadlines.await("the handlers have returned", () -> returned.get() == DOWNLOADS);
            while (OpenFiles.freeSome()) {
                Thread.onSpinWait(); // until no file is idle
            }
            for (RawClient download : downloads) {
                readers.execute(() -> read(download, responses));
            }
            Deadlines.await("the disk hangs", () -> {
                OpenFiles.freeSome();
                return hanging.get() == DOWNLOADS;
            });

            assertThat(connected.get("/other").readResponse().status()).isEqualTo(204);
            assertThat(server.connect().get("/other").readResponse().status()).isEqualTo(204);

            answers.countDown();
            for (int i = 0; i < DOWNLOADS; i++) {
                Response response = responses.poll(Deadlines.PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
                assertThat(response.complete()).isTrue();
                assertThat(response.body()).hasSize(SIZE);
            }
        } finally {
            answers.countDown();
            readers.shutdownNow();
        }
    }
}
