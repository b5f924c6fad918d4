package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Tests targets that are one path to a filter in front and {@code /admin} to a handler, and conflicting hosts. */
class TargetDisguiseTest {
    private static final List<String> DISGUISED = List.of(
            "x:/admin",
            "http:/admin",
            "http:///admin",
            "https:///admin",
            "http://:80/admin",
            "http://user@a/admin",
            "http://a:99999/admin",
            "http://[javascript:alert(1)]/admin",
            "//x/admin",
            "///admin",
            "//admin",
            "file:///admin");

    @InModes
    void reachNoHandler(Mode mode) throws IOException {
        for (Map<String, String> properties :
                List.of(Map.<String, String>of(), Map.of("ringer.compliance", "legacy"))) {
            try (Victim victim = Victim.readingBodies(mode, properties)) {
                for (String target : DISGUISED) {
                    victim.refuses("GET " + target + " HTTP/1.1\r\nHost: test\r\n\r\n", 400);
                }
                victim.refuses("CONNECT /admin HTTP/1.1\r\nHost: test\r\n\r\n", 501);
            }
        }
    }

    @InModes
    void tellHandlersOneHostOnly(Mode mode) throws IOException {
        Map<String, String> legacy = Map.of("ringer.compliance", "legacy");
        try (TestServer server = TestServer.create(Provider.RINGER, mode, legacy)
                .handle("/", exchange -> {
                    var headers = exchange.getRequestHeaders();
                    exchange.getResponseHeaders()
                            .set("X-Seen", headers.get("host") + " " + headers.getFirst("Host") + " " + headers.size());
                    exchange.sendResponseHeaders(200, -1);
                })
                .start()) {
            assertThat(seen(server, "GET http://a:99/ HTTP/1.1\r\nHost: b\r\nX: y"))
                    .isEqualTo("[a:99] a:99 2");
            assertThat(seen(server, "GET http://a/ HTTP/1.1\r\nHost: b\r\nX: y\r\nHost: c"))
                    .isEqualTo("[a] a 2");
            assertThat(seen(server, "GET http://a/ HTTP/1.0\r\nX: y")).isEqualTo("[a] a 2");
            assertThat(seen(server, "GET / HTTP/1.1\r\nHost: b\r\nX: y")).isEqualTo("[b] b 2");
        }
    }

    private static String seen(TestServer server, String head) throws IOException {
        RawClient client = server.connect().send(head + "\r\n\r\n");
        return client.readResponse().value("X-Seen").orElse("");
    }
}
