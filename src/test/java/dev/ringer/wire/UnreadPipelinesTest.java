package dev.ringer.wire;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Clients that pipeline requests and read no answer: what their answers take is bounded, and others are served. */
@Execution(ExecutionMode.CONCURRENT)
class UnreadPipelinesTest {
    private static final long MEMORY = 1 << 20;

    /** Each holds a buffer of 32 KiB for output, so that more than half of them are too many. */
    private static final int CLIENTS = 48;

    private static final byte[] ANSWER = new byte[20_000];

    /** Their answers are more than a system keeps for a client that does not read. */
    private static final String REQUESTS = Victim.GET.repeat(400);

    @InModes({Mode.CACHED_POOL, Mode.VIRTUAL})
    void takeNoMoreThanThereIs(Mode mode) throws IOException {
        Map<String, String> settings = Map.of("ringer.maxBufferedMemory", "" + MEMORY);
        try (TestServer server = TestServer.create(Provider.RINGER, mode, settings)
                .handle("/", exchange -> {
                    exchange.sendResponseHeaders(200, ANSWER.length);
                    exchange.getResponseBody().write(ANSWER);
                    exchange.close();
                })
                .start()) {
            BufferedMemory memory = server.memory();

            for (int i = 0; i < CLIENTS; i++) {
                server.connectNarrow().sendAsFarAsPossible(REQUESTS);
            }

            Deadlines.await("some are evicted", () -> memory.evictions() >= CLIENTS / 3);
            Deadlines.await("no more is kept than fits", () -> memory.taken() < MEMORY * 5 / 4);
            Deadlines.await("another is served", () -> sizeOfAnswer(server) == ANSWER.length);
        }
    }

    /** Not at once for certain: where the handlers of all others happen to be at work, the newcomer is evicted. */
    private static int sizeOfAnswer(TestServer server) {
        try (RawClient client = server.connect()) {
            return client.get("/").readResponse().body().length;
        } catch (IOException e) {
            return 0; // it was evicted before its first request
        }
    }
}
