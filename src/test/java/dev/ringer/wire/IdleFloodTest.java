package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Many connections that are kept and say nothing: they cost no thread, and all work afterwards. */
class IdleFloodTest {
    @InModes({Mode.NO_EXECUTOR, Mode.VIRTUAL, Mode.FIXED_POOL})
    void costsNoThread(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.accepts("GET / HTTP/1.1\r\nHost: test\r\n\r\n", "GET /");
            int before = Thread.activeCount();
            List<RawClient> idle = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                idle.add(victim.accepts("GET / HTTP/1.1\r\nHost: test\r\n\r\n", "GET /"));
            }

            int more = Thread.activeCount() - before;

            assertThat(more).isLessThan(20);
            for (RawClient client : idle) {
                assertThat(client.get("/again").readResponse().text()).isEqualTo("GET /again");
            }
        }
    }
}
