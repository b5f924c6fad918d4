package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;

/**
 * TE.CL: the proxy in front believes the chunks, the server the length. The rest of the first chunk would be a request.
 * Refused, since both fields are there, in whichever order.
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
