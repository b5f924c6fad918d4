package dev.ringer.stress;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;

/** Checks that large bodies pass in both directions, with a fixed length and in chunks. */
@Over({Transport.CLEAR, Transport.TLS})
class LargeTransferTest {
    private static final long SIZE = (long) Ring.choose(8, 64) << 20;
    private static final int PIECE = 64 * 1024;

    @InModes
    void takesUploads(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.handle("/", LargeTransferTest::count).start();

            assertThat(upload(server, false)).isEqualTo(SIZE);
            assertThat(upload(server, true)).isEqualTo(SIZE);
        }
    }

    @InModes
    void sendsDownloads(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.handle("/fixed", exchange -> produce(exchange, SIZE));
            server.handle("/chunked", exchange -> produce(exchange, 0));
            server.start();

            assertThat(download(server, "/fixed")).isEqualTo(SIZE);
            assertThat(download(server, "/chunked")).isEqualTo(SIZE);
        }
    }

    private static void count(HttpExchange exchange) throws IOException {
        byte[] count = Long.toString(drain(exchange.getRequestBody())).getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(200, count.length);
        exchange.getResponseBody().write(count);
        exchange.close();
    }

    private static void produce(HttpExchange exchange, long length) throws IOException {
        exchange.sendResponseHeaders(200, length);
        try (OutputStream body = exchange.getResponseBody()) {
            fill(body);
        }
    }

    private static long upload(TestServer server, boolean chunked) throws IOException {
        HttpURLConnection connection = Transport.current().open(server.port(), "/");
        connection.setDoOutput(true);
        if (chunked) {
            connection.setChunkedStreamingMode(PIECE);
        } else {
            connection.setFixedLengthStreamingMode(SIZE);
        }
        try (OutputStream body = connection.getOutputStream()) {
            fill(body);
        }
        try (InputStream answer = connection.getInputStream()) {
            return Long.parseLong(new String(answer.readAllBytes(), StandardCharsets.US_ASCII));
        }
    }

    private static long download(TestServer server, String path) throws IOException {
        try (InputStream body = Transport.current().open(server.port(), path).getInputStream()) {
            return drain(body);
        }
    }

    private static void fill(OutputStream body) throws IOException {
        byte[] piece = new byte[PIECE];
        for (long left = SIZE; left > 0; left -= PIECE) {
            body.write(piece);
        }
    }

    private static long drain(InputStream body) throws IOException {
        byte[] piece = new byte[PIECE];
        long total = 0;
        for (int count; (count = body.read(piece)) >= 0; ) {
            total += count;
        }
        return total;
    }
}
