package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;

/**
 * Tests the attack TE.CL: a proxy uses the chunks, and the server uses Content-Length. The server would take the rest
 * of the first chunk for a request. It must refuse a request that has both fields, in either order.
 */
class TeClTest {
    private static final String REQUEST =
            "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n27\r\n";

    @InModes
    void refusesChunksWithLengthOnNewAndUsedConnections(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.refuses(REQUEST, 400);

            RawClient client = victim.accepts(Victim.GET, "GET /");
            victim.forget();

            client.send(REQUEST + Victim.SMUGGLED);

            assertThat(client.readResponse().status()).isEqualTo(400);
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            assertThat(victim.seen()).isEmpty();
        }
    }
}
