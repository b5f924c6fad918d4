package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.util.List;

/**
 * Tests the attack CL.0: a handler does not read the body, and the server takes the unread body for the next request.
 * The server must drain the body or close the connection.
 */
class Cl0Test {
    private static final String SIZED =
            " /a HTTP/1.1\r\nHost: test\r\nContent-Length: " + Victim.SMUGGLED.length() + "\r\n\r\n" + Victim.SMUGGLED;
    private static final String CHUNKED = " /a HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n"
            + Integer.toHexString(Victim.SMUGGLED.length()) + "\r\n" + Victim.SMUGGLED + "\r\n0\r\n\r\n";

    @InModes
    void neverTakesAnUnreadBodyForARequest(Mode mode) throws IOException {
        try (Victim victim = Victim.ignoringBodies(mode)) {
            for (String request : List.of("POST" + SIZED, "POST" + CHUNKED, "GET" + SIZED)) {
                String method = request.substring(0, request.indexOf(' '));
                victim.forget();
                RawClient client = victim.connect().send(request + "GET /b HTTP/1.1\r\nHost: test\r\n\r\n");

                assertThat(client.readResponse().text()).isEqualTo(method + " /a");
                assertThat(client.readResponse().text()).isEqualTo("GET /b");
                assertThat(client.fate()).isEqualTo(Fate.USABLE);
                assertThat(victim.seen()).containsExactly(method + " /a", "GET /b");
            }
        }
    }

    @InModes
    void neverTakesTheBodyOfItsOwnErrorsForARequest(Mode mode) throws IOException {
        try (Victim victim = Victim.ignoringBodies(mode)) {
            victim.server().server().removeContext("/");
            RawClient client = victim.connect().send("POST" + SIZED);

            assertThat(client.readResponse().status()).isEqualTo(404);
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }
}
