package dev.ringer.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Ring;
import java.io.IOException;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests a handler that exhausts the heap. Other code that needs memory at that moment may fail and log its failure. The
 * server survives and retains nothing.
 */
@Execution(ExecutionMode.CONCURRENT)
class HeapSpentIT {
    @Abuse
    void servesOn(Mode mode) throws IOException {
        try (var server = AbusedServer.started(mode, "-Xmx64m")) {
            var before = server.holdingsOnceWarm();

            for (var round = 0; round < Ring.choose(2, 5); round++) {
                try (var client = server.connect()) {
                    assertThat(client.get("/fill-memory").readToEnd()).isEmpty();
                }
                server.assertServes();
            }
            server.assertBackTo(before);
        }
    }
}
