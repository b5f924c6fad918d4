package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import org.junit.jupiter.api.Timeout;

/** Tests DATA frames that are empty, without an end (CVE-2019-9518). */
@Timeout(60)
class EmptyDataFloodTest {
    private static final int ENHANCE_YOUR_CALM = 11;

    @InModes
    void endsTheConnection(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client attacker = Http2Client.open(server)) {
            attacker.head(1, "POST", "/echo");
            for (int i = 0; i < 200; i++) {
                try {
                    attacker.data(1, "");
                } catch (IOException closed) {
                    break;
                }
            }

            assertThat(attacker.readToEnd()).isEqualTo(ENHANCE_YOUR_CALM);
        }
    }

    /** Each request has an empty DATA frame and ends with trailers. Some clients send requests without content so. */
    @InModes
    void letsRequestsWithoutContentEndByTrailers(Mode mode) throws Exception {
        int count = 300;
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.open(server)) {
            for (int stream = 1; stream < 2 * count; stream += 2) {
                emptyWithTrailers(client, stream);
                assertThat(client.answer(stream).status()).isEqualTo(200);
            }
        }
    }

    @InModes
    void letsManyStreamsSendAnEmptyFrameAtOnce(Mode mode) throws Exception {
        int count = 128;
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.open(server)) {
            for (int stream = 1; stream < 2 * count; stream += 2) {
                client.head(stream, "POST", "/echo");
            }
            for (int stream = 1; stream < 2 * count; stream += 2) {
                client.data(stream, "");
            }
            for (int stream = 1; stream < 2 * count; stream += 2) {
                client.end(stream, "");
            }
            for (int stream = 1; stream < 2 * count; stream += 2) {
                assertThat(client.answer(stream).status()).isEqualTo(200);
            }
        }
    }

    private static void emptyWithTrailers(Http2Client client, int stream) throws IOException {
        client.head(stream, "POST", "/echo").data(stream, "").whole(stream, Http2Client.block("x-sum", "1"));
    }
}
