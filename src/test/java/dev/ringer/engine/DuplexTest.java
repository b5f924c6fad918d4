package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a handler with two threads: one reads the request's body, the other writes a response made of it. The client
 * sends everything before it reads. The reader must go on while the writer's socket is full. Otherwise both wait until
 * a time limit ends them. In an earlier version, a reader flushed before it waited, and this flush blocked.
 *
 * <p>{@code -Dringer.test.duplexBytes=100000000} makes the body a hundred megabytes instead of a few.
 */
@Timeout(90)
class DuplexTest {
    /** More than the system buffers for a connection, because its limit for sending is 4 MiB here. */
    private static final int SIZE = Integer.getInteger("ringer.test.duplexBytes", Ring.choose(5, 8) << 20);

    private static final int PIECE = 4096;
    private static final byte[] END = {};

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#all")
    void theReaderGoesOnWhileTheWriterMayNot(Setup setup) throws Exception {
        Count arrived = new Count();
        byte[] body = Pattern.of(2, SIZE);
        try (TestServer server = setup.create().handle("/", exchange -> duplex(setup, exchange, arrived))) {
            RawClient client = server.start().connectNarrow().request("POST", "/", "Content-Length: " + SIZE);

            for (int at = 0; at < SIZE; ) { // so that the reader often finds no input and flushes
                int end = Math.min(at + PIECE, SIZE);
                client.send(Arrays.copyOfRange(body, at, end));
                arrived.awaitAt(end);
                at = end;
            }

            assertEchoes(client.readResponse(), body);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#all")
    void theClientSendsAllBeforeItReads(Setup setup) throws Exception {
        byte[] body = Pattern.of(2, SIZE);
        try (TestServer server = setup.create().handle("/", exchange -> duplex(setup, exchange, new Count()))) {
            RawClient client = server.start().connectNarrow().request("POST", "/", "Content-Length: " + SIZE);

            client.sendLarge(body);

            assertEchoes(client.readResponse(), body);
        }
    }

    /** Another thread reads, the handler writes. */
    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#all")
    void theHandlerMayBeTheWriter(Setup setup) throws Exception {
        byte[] body = Pattern.of(2, SIZE);
        try (TestServer server = setup.create().handle("/", exchange -> {
            BlockingQueue<byte[]> pieces = new LinkedBlockingQueue<>();
            new OwnThread(setup.threads(), () -> readInto(pieces, exchange.getRequestBody(), new Count()));
            write(pieces, exchange);
        })) {
            RawClient client = server.start().connectNarrow().request("POST", "/", "Content-Length: " + SIZE);

            client.sendLarge(body);

            assertEchoes(client.readResponse(), body);
        }
    }

    private static void assertEchoes(Response response, byte[] body) {
        assertThat(response.complete()).isTrue();
        assertThat(Arrays.equals(response.body(), body))
                .as("the body came back")
                .isTrue();
    }

    private static void duplex(Setup setup, HttpExchange exchange, Count arrived) throws IOException {
        BlockingQueue<byte[]> pieces = new LinkedBlockingQueue<>();
        OwnThread writer = new OwnThread(setup.threads(), () -> write(pieces, exchange));
        readInto(pieces, exchange.getRequestBody(), arrived);
        writer.join();
    }

    private static void readInto(BlockingQueue<byte[]> pieces, InputStream in, Count arrived) throws IOException {
        byte[] buffer = new byte[PIECE];
        try {
            for (int count; (count = in.read(buffer)) >= 0; arrived.add(count)) {
                pieces.add(Arrays.copyOf(buffer, count));
            }
        } finally {
            pieces.add(END);
        }
    }

    private static void write(BlockingQueue<byte[]> pieces, HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            for (byte[] piece; (piece = pieces.take()) != END; ) {
                out.write(piece);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        exchange.close();
    }
}
