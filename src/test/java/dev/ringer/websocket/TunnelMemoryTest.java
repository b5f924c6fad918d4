package dev.ringer.websocket;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import dev.ringer.testkit.WebSocketStream;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Timeout;

/** Tests the memory that WebSockets over HTTP/2 take: their heads count for as long as they last. */
@Timeout(60)
@Over({Transport.H2C, Transport.H2})
class TunnelMemoryTest {
    private static final int LARGE = 10_000;
    private static final int SMALL_CONTEXT = 4_096;

    /** Checks that the head counts twice: in the exchange, which filters may still read, and in the session's copy. */
    @InModes
    void aLargeHeadCountsForAsLongAsItsWebSocketLasts(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        try (TestServer server =
                        WebSocketServers.start(mode, WebSocketHandler.of(listener), Map.of("ringer.http2", "on"));
                Http2Client client = Http2Client.open(server)) {
            WebSocketStream stream =
                    WebSocketStream.open(client, 3, WebSocketServers.PATH, "x-large", "x".repeat(LARGE));
            assertThat(listener.next()).isEqualTo("open");

            Deadlines.await("no buffer is in use", () -> server.memory().taken() <= 2L * LARGE + SMALL_CONTEXT);
            assertThat(server.memory().taken()).isGreaterThanOrEqualTo(2L * LARGE);
            assertThat(listener.session.requestHeaders().getFirst("X-Large")).hasSize(LARGE);

            close(stream);
            assertThat(listener.next()).isEqualTo("close 1000");
            Deadlines.await("it is given back", () -> server.memory().taken() <= SMALL_CONTEXT);
        }
    }

    private static void close(WebSocketStream stream) throws IOException {
        stream.send(frames().close(1000, "")).end();
        assertThat(stream.read().closeCode()).isEqualTo(1000);
        assertThat(stream.endsInOrder()).isTrue();
    }
}
