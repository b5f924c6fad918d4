package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests bodies that arrive slowly or stop: the server cuts them off in time, and other connections do not wait. */
@Execution(ExecutionMode.CONCURRENT)
class SlowBodyTest {
    private static final int CLIENTS = Ring.choose(40, 200);

    @InModes
    void cutsOffABodyThatStops(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode, Map.of("ringer.bodyStallTimeout", "150 ms"))) {
            RawClient client =
                    victim.connect().send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100000\r\n\r\nhello");

            String answer = client.readToEnd();

            assertThat(answer).doesNotContain(" 200 OK");
            assertThat(victim.seen()).containsExactly("POST / (broken)");
        }
    }

    @InModes
    void cutsOffChunksThatStop(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode, Map.of("ringer.bodyStallTimeout", "150 ms"))) {
            RawClient client = victim.connect().send(Victim.CHUNKED + "5\r\nhel");

            assertThat(client.readToEnd()).doesNotContain(" 200 OK");
            assertThat(victim.seen()).containsExactly("POST / (broken)");
        }
    }

    @InModes
    void servesOthersMeanwhile(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode, Map.of("ringer.bodyStallTimeout", "600"))) {
            List<RawClient> slow = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                slow.add(victim.connect().send("POST /slow HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\r\na"));
            }

            victim.accepts(Victim.GET, "GET /");

            for (RawClient client : slow) {
                client.send("b");
            }
            for (RawClient client : slow) {
                assertThat(client.readResponse().text()).isEqualTo("POST /slow ab");
            }
        }
    }

    @InModes
    void refusesWhatIsTooLarge(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode, Map.of("ringer.maxBodySize", "10"))) {
            victim.accepts(
                    "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\n0123456789", "POST / 0123456789");
            victim.forget();

            victim.refuses("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 11\r\n\r\n0123456789a", 413);
            victim.breaksOff(Victim.CHUNKED + "b\r\n0123456789a\r\n0\r\n\r\n");
        }
    }
}
