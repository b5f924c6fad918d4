package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** Tests thousands of pipelined requests: answers are in order. If the client does not read, the server waits. */
class PipelineFloodTest {
    private static final int REQUESTS = Ring.choose(2_000, 10_000);

    @InModes
    void answersThousandsInOrder(Mode mode) throws Exception {
        AtomicInteger count = new AtomicInteger();
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> {
                    exchange.getResponseHeaders().set("X-Count", "" + count.getAndIncrement());
                    exchange.sendResponseHeaders(200, -1);
                })
                .start()) {
            RawClient client = server.connect();
            Thread sender = new Thread(() -> send(client, REQUESTS));
            sender.start();

            for (int i = 0; i < REQUESTS; i++) {
                assertThat(client.readResponse().value("X-Count")).contains("" + i);
            }
            sender.join(Deadlines.PATIENCE.toMillis());
        }
    }

    @InModes({Mode.FIXED_POOL, Mode.CACHED_POOL, Mode.VIRTUAL})
    void pushesBackWhenNobodyReads(Mode mode) throws Exception {
        AtomicInteger handled = new AtomicInteger();
        byte[] body = new byte[100_000];
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> {
                    handled.incrementAndGet();
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                })
                .start()) {
            RawClient client = server.connect();
            Thread sender = new Thread(() -> send(client, 10_000));
            sender.start();
            assertThat(client.hasByteWithin(Deadlines.PATIENCE)).isTrue();

            server.settle();

            assertThat(handled.get()).isLessThan(1000);
            client.close();
            sender.join(Deadlines.PATIENCE.toMillis());
        }
    }

    private static void send(RawClient client, int requests) {
        try {
            client.sendAsFarAsPossible(Victim.GET.repeat(requests));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
