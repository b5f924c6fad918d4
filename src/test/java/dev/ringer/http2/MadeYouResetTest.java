package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import java.io.ByteArrayOutputStream;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Timeout;

/** Tests clients whose faults make the server reset streams (CVE-2025-8671). */
@Timeout(60)
class MadeYouResetTest {
    private static final int ENHANCE_YOUR_CALM = 11;

    @InModes(Mode.FIXED_POOL)
    void endsTheConnection(Mode mode) throws Exception {
        Queue<HttpExchange> kept = new ConcurrentLinkedQueue<>();
        try (TestServer server =
                        Http2Servers.create(mode).handle("/keep", kept::add).start();
                Http2Client attacker = Http2Client.open(server);
                Http2Client other = Http2Client.open(server)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int stream = 1; stream < 1_000; stream += 2) {
                byte[] block = Http2Client.request("GET", "/keep");
                all.writeBytes(new Http2Frame(Http2Frame.HEADERS, 5, stream, block).encoded());
                byte[] nothing = Http2Client.number(0);
                all.writeBytes(new Http2Frame(Http2Frame.WINDOW_UPDATE, 0, stream, nothing).encoded());
            }
            attacker.send(all.toByteArray());

            assertThat(attacker.readToEnd()).isEqualTo(ENHANCE_YOUR_CALM);
            assertThat(kept).hasSizeLessThanOrEqualTo(128);
            assertThat(other.get(1, "/hello").answer(1).text()).isEqualTo("hello");
            kept.forEach(HttpExchange::close);
        }
    }
}
