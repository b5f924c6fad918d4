package dev.ringer.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests a server with more clients than descriptors. The server waits for free descriptors without a busy loop.
 * Meanwhile it completes the response of a slow reader. Then it serves the other clients.
 */
@Execution(ExecutionMode.CONCURRENT)
class DescriptorsSpentIT {
    private static final int DESCRIPTORS = 200;
    private static final long LONG_ENOUGH_TO_TURN_IN_CIRCLES = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LONG_ENOUGH_TO_FILL_THE_SOCKET = TimeUnit.MILLISECONDS.toNanos(200);
    private static final String NO_DESCRIPTOR =
            "WARNING: Cannot accept connections; retrying shortly (if too many files are open, raise ulimit -n)";
    private static final int BUSY_MILLIS = 40;
    private static final String FILE = "/jdk/lib/modules"; // too large to be cached: each request opens it

    @Abuse
    void recoversWhenConnectionsClose(Mode mode) throws IOException {
        try (var server = AbusedServer.startedWithDescriptors(DESCRIPTORS, mode)) {
            server.assertServes();
            assertFindsFile(server);
            List<RawClient> served = new ArrayList<>();
            var more = served(server, served);

            Deadlines.await("the server rests", () -> rests(server)); // after the JIT compiler's work
            assertThat(served.get(0).get("/ok?again").readResponse().text()).isEqualTo("again");
            var asking = served.get(1).request("HEAD", FILE);
            while (asking.hasByteWithin(Deadlines.PATIENCE)) { // the process had closed a file of its own meanwhile
                assertThat(asking.readResponse("HEAD").status()).isEqualTo(200);
                served.add(more);
                more = served(server, served);
                asking.request("HEAD", FILE);
            }
            assertThat(asking.readToEnd())
                    .as("nothing, rather than 404 for a file that is there")
                    .isEmpty();

            var slow = served.get(2).get("/large");
            LockSupport.parkNanos(LONG_ENOUGH_TO_FILL_THE_SOCKET);
            assertThat(slow.readResponse().body()).hasSize(AbusedServer.LARGE_ANSWER);

            for (var client : served) {
                client.close();
            }
            assertThat(more.readResponse().text()).isEqualTo("more");
            more.close();
            server.assertServes();
            assertFindsFile(server);
            server.assertSilent(
                    NO_DESCRIPTOR,
                    "java.io.IOException: Too many open files",
                    "java.nio.file.FileSystemException: ",
                    "dev.ringer.files.UnreadableFileException: cannot read ",
                    "Caused by: java.nio.file.FileSystemException: ",
                    "\t... ");
        }
    }

    private static void assertFindsFile(AbusedServer server) throws IOException {
        try (var client = server.connect().request("HEAD", FILE)) {
            assertThat(client.readResponse("HEAD").status()).isEqualTo(200);
        }
    }

    private static boolean rests(AbusedServer server) {
        var busyBefore = server.processorTime();
        LockSupport.parkNanos(LONG_ENOUGH_TO_TURN_IN_CIRCLES);
        return server.processorTime().minus(busyBefore).toMillis() < BUSY_MILLIS;
    }

    /** Connects clients until the server has no descriptor for one, and returns that client. */
    private static RawClient served(AbusedServer server, List<RawClient> served) throws IOException {
        while (true) {
            var client = server.connect().get("/ok?more");
            while (!client.hasByteWithin(Deadlines.QUIET)) { // a busy machine may only be slow
                if (server.hasLogged(NO_DESCRIPTOR)) {
                    return client;
                }
            }
            client.readResponse();
            served.add(client);
            assertThat(served).hasSizeLessThan(DESCRIPTORS);
        }
    }
}
