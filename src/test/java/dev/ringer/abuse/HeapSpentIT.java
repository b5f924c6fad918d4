package dev.ringer.abuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringer.testkit.Mode;
import java.io.IOException;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A handler that fills the heap to its end. Whatever else needs memory at that moment may fail as well, and may say so;
 * but the server survives, and holds nothing of it.
 */
@Execution(ExecutionMode.CONCURRENT)
class HeapSpentIT {
    @ParameterizedTest
    @EnumSource(names = {"NO_EXECUTOR", "CACHED_POOL", "VIRTUAL"})
    void servesOn(Mode mode) throws IOException {
        assumeTrue(mode.available(), "virtual threads need JDK 21");
        try (var server = AbusedServer.started(mode, "-Xmx64m")) {
            var before = server.holdingsOnceWarm();

            for (var round = 0; round < 5; round++) {
                try (var client = server.connect()) {
                    assertThat(client.get("/fill-memory").readToEnd()).isEmpty();
                }
                server.assertServes();
            }
            server.assertBackTo(before);
        }
    }
}
