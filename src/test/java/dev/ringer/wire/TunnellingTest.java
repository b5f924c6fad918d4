package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.util.List;

/** Tests requests for a tunnel: unwanted upgrades change nothing, and the server refuses CONNECT. */
class TunnellingTest {
    @InModes
    void answersUnwantedUpgradesAsIfTheyWereNone(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (String protocol : List.of("h2c", "websocket", "TLS/1.0", "foo")) {
                victim.forget();
                RawClient client = victim.connect()
                        .send("GET /a HTTP/1.1\r\nHost: test\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: "
                                + protocol
                                + "\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n"
                                + "GET /b HTTP/1.1\r\nHost: test\r\n\r\n");

                assertThat(client.readResponse().text()).isEqualTo("GET /a");
                assertThat(client.readResponse().text()).isEqualTo("GET /b");
            }
        }
    }

    @InModes
    void refusesConnect(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (String target : List.of("other:443", "/", "/admin", "*", "http://other/admin", "[::1]:443", "")) {
                victim.refuses("CONNECT " + target + " HTTP/1.1\r\nHost: other:443\r\n\r\n", 501);
            }
        }
    }

    @InModes
    void readsTheBodyOfAnUpgrade(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.accepts(
                    "POST / HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: foo\r\nContent-Length: 5\r\n\r\nhello",
                    "POST / hello");
        }
    }
}
