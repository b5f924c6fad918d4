package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Tests lines that end in a single LF, which proxies may misread. {@code ringer.bareLf=reject} refuses them. */
class BareLfTest {
    private static final List<String> HEADS = List.of(
            "\nGET / HTTP/1.1\r\nHost: test\r\n\r\n",
            "GET / HTTP/1.1\nHost: test\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: test\n\r\n",
            "GET / HTTP/1.1\r\nHost: test\r\nX: a\nContent-Length: 5\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: test\r\n\n");

    @InModes
    void isRefusedWhenSetSo(Mode mode) throws IOException {
        for (String compliance : List.of("strict", "legacy")) {
            Map<String, String> properties = Map.of("ringer.bareLf", "reject", "ringer.compliance", compliance);
            try (Victim victim = Victim.readingBodies(mode, properties)) {
                for (String head : HEADS) {
                    victim.refuses(head, 400);
                    RawClient client = victim.connect()
                            .sendBytewise(head.substring(0, head.lastIndexOf("\n") + 1), victim.server());
                    assertThat(client.readResponse().status())
                            .as(Victim.show(head))
                            .isEqualTo(400);
                }
                victim.accepts("\r\nGET / HTTP/1.1\r\nHost: test\r\n\r\n", "GET /");
            }
        }
    }

    @InModes
    void isALineEndOtherwise(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode, Map.of("ringer.bareLf", "accept"))) {
            for (String head : HEADS) {
                victim.accepts(head.replace("Content-Length: 5", "Y: z"), "GET /");
            }
        }
    }
}
