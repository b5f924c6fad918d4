package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Timeout;

/** Tests {@code ringer.maxRequestLine} over HTTP/2: a request gets 414 if its line would be too long on HTTP/1.1. */
@Timeout(60)
@Over({Transport.H2C, Transport.H2})
class LongTargetsTest {
    private static String target(int length) {
        return "/hello?" + "q".repeat(length - "/hello?".length());
    }

    /** Sends a head of any length, in as many frames as it needs. */
    private static int status(Http2Client client, int stream, String method, String path, String... fields)
            throws IOException {
        byte[] block = Http2Client.request(method, path, fields);
        int step = 16_384;
        for (int at = 0; at < block.length; at += step) {
            byte[] piece = Arrays.copyOfRange(block, at, Math.min(block.length, at + step));
            int flags = at + step >= block.length ? Http2Frame.END_HEADERS : 0;
            boolean first = at == 0;
            client.send(
                    first ? Http2Frame.HEADERS : Http2Frame.CONTINUATION,
                    first && method.equals("GET") ? flags | Http2Frame.END_STREAM : flags,
                    stream,
                    piece);
        }
        return client.answer(stream).status();
    }

    @InModes
    void areRefusedByDefault(Mode mode) throws IOException {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.open(server)) {
            assertThat(status(client, 1, "GET", target(65_532))).isEqualTo(200);
            assertThat(status(client, 3, "GET", target(65_533))).isEqualTo(414);
            assertThat(status(client, 5, "GET", target(380_000))).isEqualTo(414);
            assertThat(status(client, 7, "GET", "/hello")).isEqualTo(200);
        }
    }

    @InModes
    void areRefusedAsTheSettingSays(Mode mode) throws IOException {
        try (TestServer server = Http2Servers.create(mode, "ringer.maxRequestLine", "1024")
                        .start();
                Http2Client client = Http2Client.open(server)) {
            assertThat(status(client, 1, "GET", target(1_020))).isEqualTo(200);
            assertThat(status(client, 3, "GET", target(1_021))).isEqualTo(414);
            assertThat(status(client, 5, "POST", target(3_000), "content-length", "5"))
                    .isEqualTo(414);
            assertThat(status(client, 7, "POST", target(3_000), "expect", "100-continue"))
                    .isEqualTo(414);
            assertThat(status(client, 9, "M".repeat(1_500), "/hello")).isEqualTo(414);
            assertThat(status(client, 11, "GET", "/hello")).isEqualTo(200);
        }
    }
}
