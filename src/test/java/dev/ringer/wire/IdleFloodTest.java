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
import java.util.concurrent.FutureTask;

/** Tests many idle connections: they take no thread, and all of them still work afterwards. */
class IdleFloodTest {
    private static final int CLIENTS = Ring.choose(100, 500);

    /** Counts the threads of a thread group, in which the server and its executor start their threads. */
    @InModes({Mode.NO_EXECUTOR, Mode.VIRTUAL, Mode.FIXED_POOL})
    void costsNoThread(Mode mode) throws Exception {
        ThreadGroup group = new ThreadGroup("of this server");
        FutureTask<Void> flood = new FutureTask<>(() -> {
            flood(mode, group);
            return null;
        });
        new Thread(group, flood).start();
        flood.get();
    }

    private static void flood(Mode mode, ThreadGroup group) throws IOException {
        try (Victim victim = Victim.readingBodies(mode, Map.of("sun.net.httpserver.idleInterval", "600"))) {
            victim.accepts(Victim.GET, "GET /");
            int before = group.activeCount();
            assertThat(before).isPositive();
            List<RawClient> idle = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                idle.add(victim.accepts(Victim.GET, "GET /"));
            }

            int more = group.activeCount() - before;

            assertThat(more).isLessThan(20);
            for (RawClient client : idle) {
                assertThat(client.get("/again").readResponse().text()).isEqualTo("GET /again");
            }
        }
    }
}
