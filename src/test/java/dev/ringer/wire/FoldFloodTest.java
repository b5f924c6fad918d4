package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.Map;

/** Tests folded lines and very many blanks in a field value: the server must read them in linear time. */
class FoldFloodTest {
    private static final Map<String, String> LEGACY = Map.of("ringer.compliance", "legacy");
    private static final String BLANKS = " ".repeat(370_000);

    @InModes
    void holdsNobody(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode, LEGACY)
                .handle("/", exchange -> {
                    int length = exchange.getRequestHeaders().getFirst("X-Long").length();
                    exchange.getResponseHeaders().set("X-Length", "" + length);
                    exchange.sendResponseHeaders(200, -1);
                })
                .start()) {
            for (String lines : new String[] {
                "X-Fold: a\r\n b\r\nX-Long: a" + BLANKS + "b",
                "X-Long: a" + BLANKS + "\r\n b",
                "X-Long:\r\n a" + BLANKS + "b"
            }) {
                RawClient client = server.connect().send("GET / HTTP/1.1\r\nHost: test\r\n" + lines + "\r\n\r\n");

                String length = client.readResponse().value("X-Length").orElse("");

                assertThat(Integer.parseInt(length)).isBetween(370_002, 370_004);
            }
        }
    }
}
