package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Measures what the event loop allocates for each small request, which decides how often the garbage collector runs. */
@Timeout(60)
class RequestAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 10;
    private static final int REQUESTS = 200;

    private static final long MOST_BYTES =
            300; // on JDK 21, the JDK itself adds 16 to Ringer's 280; a further buffer is 56

    @Test
    void aSmallRequestAllocatesOnlyItsOwnObjects() throws IOException {
        AtomicLong thread = new AtomicLong();
        byte[] content = {1, 2, 3};
        try (TestServer server = TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR)
                        .handle("/", exchange -> {
                            thread.set(Thread.currentThread().getId());
                            exchange.sendResponseHeaders(200, content.length);
                            exchange.getResponseBody().write(content);
                            exchange.close();
                        })
                        .start();
                RawClient client = server.connect()) {
            long fewest = Long.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                client.get("/").readResponse();
                long before = THREADS.getThreadAllocatedBytes(thread.get());
                for (int i = 0; i < REQUESTS; i++) {
                    client.get("/").readResponse();
                }
                fewest = Math.min(fewest, THREADS.getThreadAllocatedBytes(thread.get()) - before);
            }
            assertThat(fewest / REQUESTS).isLessThanOrEqualTo(MOST_BYTES);
        }
    }
}
