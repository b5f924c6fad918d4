package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/**
 * Tests uploads that nobody reads. They could fill the flow-control window of their connection, and so keep the content
 * of another stream from its handler, if that window ever closed (RFC 9113, 5.2.2).
 */
@Timeout(60)
class HoardedWindowTest {
    private static final int STREAMS = 40;
    private static final int LARGEST_WINDOW = Integer.MAX_VALUE;
    private static final int FIRST_WINDOW = 65_535;
    private static final String PART = "x".repeat(16_384);

    @InModes({Mode.NO_EXECUTOR, Mode.CACHED_POOL, Mode.VIRTUAL})
    void holdUpNoOtherStream(Mode mode) throws Exception {
        try (Gate gate = new Gate();
                TestServer server = Http2Servers.create(mode)
                        .handle("/stuck", exchange -> {
                            gate.pass();
                            exchange.close();
                        })
                        .start();
                Http2Client client = Http2Client.open(server)) {
            Http2Frame opening = client.await(Http2Frame.WINDOW_UPDATE);
            assertThat(opening.stream()).isZero();
            assertThat(FIRST_WINDOW + opening.number(0)).isEqualTo(LARGEST_WINDOW);
            for (int stream = 1; stream < 2 * STREAMS; stream += 2) {
                client.head(stream, "POST", "/stuck");
                for (int part = 0; part < 15; part++) { // 9.4 MiB in all
                    client.data(stream, PART);
                }
            }
            client.ping("all here").await(Http2Frame.PING);
            if (!mode.concurrent()) {
                gate.open(); // before this, the next handler has no thread
            }

            client.head(101, "POST", "/echo").data(101, PART).end(101, "y");

            assertThat(client.answer(101).text()).hasSize(PART.length() + 1);
        }
    }

    @Tag("outer") // a few seconds
    @InModes(Mode.CACHED_POOL)
    @Over(Transport.H2C)
    void doNotEndAConnectionThatReceivesMoreThanItsWindow(Mode mode) throws Exception {
        long size = LARGEST_WINDOW + (64L << 20);
        byte[] part = new byte[1 << 20];
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.H2C, mode, Map.of("ringer.http2", "on"))
                        .handle("/drain", exchange -> {
                            long count = 0;
                            InputStream in = exchange.getRequestBody();
                            for (int read; (read = in.read(part)) >= 0; ) {
                                count += read;
                            }
                            exchange.sendResponseHeaders(count == size ? 204 : 400, -1);
                        })
                        .start();
                RawClient client = server.connect()) {
            client.request("POST", "/drain", "Content-Length: " + size);
            for (long left = size; left > 0; left -= part.length) {
                client.send(left < part.length ? Arrays.copyOf(part, (int) left) : part);
            }

            assertThat(client.readResponse().status()).isEqualTo(204);
        }
    }
}
