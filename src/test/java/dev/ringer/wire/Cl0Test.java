package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;

/**
 * CL.0: a handler that does not read its body, on a server that forgets the body then, so that the body becomes the next
 * request. The body must be drained, or the connection must end.
 */
class Cl0Test {
    @InModes
    void neverTakesAnUnreadBodyForARequest(Mode mode) throws IOException {
        try (Victim victim = Victim.ignoringBodies(mode)) {
            RawClient client = victim.connect()
                    .send("POST /a HTTP/1.1\r\nHost: test\r\nContent-Length: " + Victim.SMUGGLED.length() + "\r\n\r\n"
                            + Victim.SMUGGLED + "GET /b HTTP/1.1\r\nHost: test\r\n\r\n");

            assertThat(client.readResponse().text()).isEqualTo("POST /a");
            assertThat(client.readResponse().text()).isEqualTo("GET /b");
            assertThat(victim.seen()).containsExactly("POST /a", "GET /b");
        }
    }

    @InModes
    void neverTakesUnreadChunksForARequest(Mode mode) throws IOException {
        try (Victim victim = Victim.ignoringBodies(mode)) {
            RawClient client = victim.connect()
                    .send("POST /a HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + Integer.toHexString(Victim.SMUGGLED.length()) + "\r\n" + Victim.SMUGGLED + "\r\n0\r\n\r\n"
                            + "GET /b HTTP/1.1\r\nHost: test\r\n\r\n");

            assertThat(client.readResponse().text()).isEqualTo("POST /a");
            assertThat(client.readResponse().text()).isEqualTo("GET /b");
            assertThat(victim.seen()).containsExactly("POST /a", "GET /b");
        }
    }

    @InModes
    void neverTakesTheBodyOfItsOwnErrorsForARequest(Mode mode) throws IOException {
        try (Victim victim = Victim.ignoringBodies(mode)) {
            victim.server().server().removeContext("/");
            RawClient client = victim.connect()
                    .send("POST /a HTTP/1.1\r\nHost: test\r\nContent-Length: " + Victim.SMUGGLED.length() + "\r\n\r\n"
                            + Victim.SMUGGLED);

            assertThat(client.readResponse().status()).isEqualTo(404);
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    @InModes
    void neverTakesTheBodyOfAGetForARequest(Mode mode) throws IOException {
        try (Victim victim = Victim.ignoringBodies(mode)) {
            RawClient client = victim.connect()
                    .send("GET /a HTTP/1.1\r\nHost: test\r\nContent-Length: " + Victim.SMUGGLED.length() + "\r\n\r\n"
                            + Victim.SMUGGLED);

            client.readResponse();

            assertThat(client.fate()).isEqualTo(Fate.USABLE);
            assertThat(victim.seen()).containsExactly("GET /a");
        }
    }
}
