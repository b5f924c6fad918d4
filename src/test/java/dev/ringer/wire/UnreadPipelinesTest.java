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

/** Tests clients that pipeline requests and read no answers: memory stays limited, and others are served. */
@Execution(ExecutionMode.CONCURRENT)
class UnreadPipelinesTest {
    private static final long MEMORY = 1 << 20;

    /** Each client takes an output buffer of 32 KiB. So the memory is too small for all of them. */
    private static final int CLIENTS = 48;

    private static final byte[] ANSWER = new byte[20_000];

    /** The answers exceed what the operating system buffers for a client that does not read. */
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

    /** Returns the size of the answer to a new client; 0 if it is evicted, because the others' handlers are running. */
    private static int sizeOfAnswer(TestServer server) {
        try (RawClient client = server.connect()) {
            return client.get("/").readResponse().body().length;
        } catch (IOException e) {
            return 0; // the client was evicted before its first request
        }
    }
}
