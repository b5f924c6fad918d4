package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests a client that pauses after the head until the server has given up on the body, and then sends the body. A
 * server that keeps the connection after its time limit would take the body for a request.
 */
@Execution(ExecutionMode.CONCURRENT)
class PauseBasedDesyncTest {
    @InModes
    void endsTheConnectionWhenABodyStalls(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode, Map.of("ringer.bodyStallTimeout", "150 ms"))) {
            RawClient client = victim.connect()
                    .sendHead("POST /a HTTP/1.1", "Host: test", "Content-Length: " + Victim.SMUGGLED.length());

            String answer = client.readToEnd();
            client.sendAsFarAsPossible(Victim.SMUGGLED);

            assertThat(answer).doesNotContain(" 200 OK");
            victim.server().settle();
            assertThat(victim.seen()).isSubsetOf("POST /a (broken)");
        }
    }

    @InModes
    void endsTheConnectionWhenAnUnreadBodyStalls(Mode mode) throws IOException {
        Map<String, String> properties = Map.of("ringer.drainTimeout", "200", "ringer.bodyBuffer", "0");
        try (Victim victim = Victim.ignoringBodies(mode, properties)) {
            RawClient client = victim.connect()
                    .sendHead("POST /a HTTP/1.1", "Host: test", "Content-Length: " + Victim.SMUGGLED.length());

            assertThat(client.readResponse().text()).isEqualTo("POST /a");
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            client.sendAsFarAsPossible(Victim.SMUGGLED);

            victim.server().settle();
            assertThat(victim.seen()).containsExactly("POST /a");
        }
    }

    @InModes
    void takesALateBodyForABody(Mode mode) throws IOException {
        try (Victim victim = Victim.ignoringBodies(mode, Map.of("ringer.bodyBuffer", "0"))) {
            RawClient client = victim.connect()
                    .sendHead("POST /a HTTP/1.1", "Host: test", "Content-Length: " + Victim.SMUGGLED.length());

            client.readResponse();
            client.send(Victim.SMUGGLED);

            assertThat(client.fate()).isEqualTo(Fate.USABLE);
            assertThat(victim.seen()).containsExactly("POST /a");
        }
    }
}
