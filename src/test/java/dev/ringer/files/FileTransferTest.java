package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests files that the engine reads itself: large and small, with a length and chunked, clear and over TLS. */
@Timeout(120)
@Over({Transport.CLEAR, Transport.TLS})
class FileTransferTest {
    private static final int SIZE = 5_000_000; // more than any socket's buffers

    @TempDir
    Path folder;

    private Path file;
    private final byte[] content = new byte[SIZE];

    @BeforeEach
    void write() throws IOException {
        new Random(17).nextBytes(content);
        file = Files.write(folder.resolve("file"), content);
    }

    @InModes({Mode.NO_EXECUTOR, Mode.CACHED_POOL})
    void arriveWhole(Mode mode, Transport transport) throws IOException {
        int[] lengths = {0, 1, 1000, 32_734, 32_735, 100_000, SIZE};
        try (TestServer server = create(transport, mode)
                .handle("/counted", exchange -> {
                    int length = Integer.parseInt(exchange.getRequestURI().getQuery());
                    exchange.sendResponseHeaders(200, length == 0 ? -1 : length);
                    try (OutputStream body = exchange.getResponseBody()) {
                        FileTransfer.copy(file, 7, length == SIZE ? length - 7 : length, body);
                        body.write(content, SIZE - 7, length == SIZE ? 7 : 0);
                    }
                })
                .handle("/chunked", exchange -> {
                    int length = Integer.parseInt(exchange.getRequestURI().getQuery());
                    exchange.sendResponseHeaders(200, 0);
                    try (OutputStream body = exchange.getResponseBody()) {
                        body.write('x');
                        FileTransfer.copy(file, 0, length, body);
                    }
                })
                .start()) {
            RawClient client = server.connect();
            for (int length : lengths) {
                Response counted = client.get("/counted?" + length).readResponse();
                assertThat(counted.body()).hasSize(length);
                assertThat(Arrays.copyOf(counted.body(), Math.min(length, SIZE - 7)))
                        .isEqualTo(Arrays.copyOfRange(content, 7, 7 + Math.min(length, SIZE - 7)));

                Response chunked = client.get("/chunked?" + length).readResponse();
                assertThat(chunked.complete()).isTrue();
                assertThat(Arrays.copyOfRange(chunked.body(), 1, length + 1)).isEqualTo(Arrays.copyOf(content, length));
            }
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.CACHED_POOL})
    void endVisiblyWhenTheFileIsShorter(Mode mode, Transport transport) throws Exception {
        for (int length : new int[] {SIZE + 1, 2 * SIZE}) {
            assertThat(failure(transport, mode, exchange -> exchange.sendResponseHeaders(200, length), 0, length))
                    .isInstanceOf(EOFException.class);
            assertThat(failure(transport, mode, exchange -> exchange.sendResponseHeaders(200, 0), 0, length))
                    .isInstanceOf(EOFException.class);
        }
        assertThat(failure(transport, mode, exchange -> exchange.sendResponseHeaders(200, 0), SIZE + 5, 10))
                .isInstanceOf(EOFException.class);
    }

    private Throwable failure(Transport transport, Mode mode, HttpHandler head, long position, long count)
            throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        try (TestServer server = create(transport, mode)
                .handle("/", exchange -> {
                    head.handle(exchange);
                    try {
                        FileTransfer.copy(file, position, count, exchange.getResponseBody());
                        thrown.complete(null);
                    } catch (IOException e) {
                        thrown.complete(e);
                        throw e;
                    }
                })
                .start()) {
            RawClient client = server.connect().get("/");
            try {
                assertThat(client.readResponse().complete()).isFalse();
            } catch (IOException brokenOff) {
                // the client notices this, too
            }
        }
        return thrown.get();
    }

    @InModes({Mode.NO_EXECUTOR, Mode.CACHED_POOL})
    void endWhenTheClientReadsNothing(Mode mode, Transport transport) throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        try (TestServer server = TestServer.create(
                        Provider.RINGER, transport, mode, Map.of("ringer.writeStallTimeout", "200 ms"))
                .handle("/", exchange -> {
                    exchange.sendResponseHeaders(200, 20L * SIZE);
                    try {
                        for (int i = 0; i < 20; i++) {
                            FileTransfer.copy(file, 0, SIZE, exchange.getResponseBody());
                        }
                        thrown.complete(null);
                    } catch (IOException e) {
                        thrown.complete(e);
                        throw e;
                    }
                })
                .start()) {
            server.connectNarrow().get("/");

            assertThat(thrown.get()).isInstanceOf(IOException.class);
        }
    }

    private static TestServer create(Transport transport, Mode mode) throws IOException {
        return TestServer.create(Provider.RINGER, transport, mode, Map.of());
    }
}
