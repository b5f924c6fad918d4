package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.RetainedMemory;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;

/** Tests requests of 150 octets with large cookies: 94 crumbs, each a reference to one large entry of the table. */
@Timeout(60)
@Over({Transport.H2C, Transport.H2})
class CookieCrumbsTest {
    private static final int CRUMBS = 94;
    private static final String CRUMB = "c".repeat(4_000);
    private static final int SIZE = CRUMBS * (CRUMB.length() + 2) - 2;
    private static final int COUNT = 20; // requests
    private static final int LAST = 2 * COUNT + 1; // the last stream

    private static final byte INDEXING = 0x40;
    private static final byte NEWEST = (byte) 0xbe;

    private static final String COOKIE = (CRUMB + "; ").repeat(CRUMBS).substring(0, SIZE);

    /** Puts the crumb into the table, and sends requests that refer to it on the streams from 3 on. */
    private static void ask(Http2Client client, String path) throws IOException {
        begin(client, path);
        for (int i = 0; i <= COUNT; i++) {
            client.await(Http2Frame.HEADERS);
        }
    }

    private static void begin(Http2Client client, String path) throws IOException {
        byte[] literal = Http2Client.block("cookie", CRUMB);
        literal[0] = INDEXING;
        byte[] references = new byte[CRUMBS];
        Arrays.fill(references, NEWEST);
        client.whole(1, joined(Http2Client.request("GET", "/hello"), literal));
        for (int stream = 3; stream <= LAST; stream += 2) {
            client.whole(stream, joined(Http2Client.request("GET", path), references));
        }
    }

    private static byte[] joined(byte[] block, byte[] more) {
        byte[] both = Arrays.copyOf(block, block.length + more.length);
        System.arraycopy(more, 0, both, block.length, more.length);
        return both;
    }

    @InModes
    void takeLittleMemoryWhileNobodyAsksForTheCookie(Mode mode) throws IOException {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.connect(server).preface().giveNoRoom()) {
            BufferedMemory memory = server.memory();
            ask(client, "/hello");

            assertThat(heads(memory, client)).isLessThan(SIZE); // all heads together, with some buffers
        }
    }

    @InModes
    void areOneCookieThatIsCountedFromWhenItIsAskedForUntilItIsAnswered(Mode mode) throws IOException {
        Queue<Headers> kept = new ConcurrentLinkedQueue<>();
        AtomicLong mostCounted = new AtomicLong();
        try (TestServer server = Http2Servers.create(mode)
                        .handle("/cookie", exchange -> {
                            Headers headers = exchange.getRequestHeaders();
                            kept.add(headers);
                            int length = headers.getFirst("Cookie").length();
                            BufferedMemory memory = RetainedMemory.memoryOf(
                                    exchange.getHttpContext().getServer());
                            mostCounted.accumulateAndGet(memory.taken(), Math::max);
                            Http2Servers.respond(exchange, "" + length);
                        })
                        .start();
                Http2Client client = Http2Client.connect(server).preface().giveNoRoom()) {
            BufferedMemory memory = server.memory();
            ask(client, "/cookie");

            assertThat(mostCounted.get()).isGreaterThanOrEqualTo(SIZE);
            assertThat(heads(memory, client)).isLessThan(SIZE); // the responses wait, but not the cookies
            for (int stream = 3; stream <= LAST; stream += 2) {
                client.windowUpdate(stream, 100);
                assertThat(client.answer(stream).text()).isEqualTo("" + SIZE);
            }
            assertThat(kept.stream().filter(headers -> List.of(COOKIE).equals(headers.get("Cookie"))))
                    .hasSize(COUNT);
        }
    }

    /** Running handlers cannot be evicted. Instead, the server refuses requests whose cookies need too much memory. */
    @InModes({Mode.CACHED_POOL, Mode.VIRTUAL})
    void areRefusedWhenHandlersAtWorkHaveTheMemory(Mode mode) throws IOException {
        try (Gate gate = new Gate();
                TestServer server = Http2Servers.create(mode, "ringer.maxBufferedMemory", "" + 4 * SIZE)
                        .handle("/cookie", exchange -> {
                            exchange.getRequestHeaders().getFirst("Cookie");
                            gate.pass();
                            exchange.sendResponseHeaders(204, -1);
                        })
                        .start();
                Http2Client client = Http2Client.open(server);
                Http2Client other = Http2Client.open(server)) {
            begin(client, "/cookie");
            Deadlines.await("some are refused", () -> server.memory().refused() >= COUNT - 4);
            assertThat(server.memory().taken()).isLessThan(5 * SIZE);

            assertThat(other.get(1, "/hello").answer(1).text()).isEqualTo("hello");
            gate.open();
            List<Integer> statuses = new ArrayList<>();
            for (int stream = 3; stream <= LAST; stream += 2) {
                statuses.add(client.answer(stream).status());
            }
            assertThat(statuses).contains(204, 503).doesNotContain(200, 500); // others may be reset to free memory
        }
    }

    @InModes
    void areNotCountedForAnExchangeThatHasEnded(Mode mode) throws IOException {
        Queue<Headers> kept = new ConcurrentLinkedQueue<>();
        try (TestServer server = Http2Servers.create(mode)
                        .handle("/keep", exchange -> {
                            kept.add(exchange.getRequestHeaders());
                            exchange.sendResponseHeaders(204, -1);
                        })
                        .start();
                Http2Client client = Http2Client.open(server)) {
            BufferedMemory memory = server.memory();
            ask(client, "/keep");
            Deadlines.await("the heads count no more", () -> memory.taken() < SIZE);

            for (Headers headers : kept) { // reads all values, and so the cookies
                assertThat(headers.values().stream().filter(List.of(COOKIE)::equals))
                        .hasSize(1);
            }

            assertThat(kept).hasSize(COUNT);
            Deadlines.await("nor do the cookies", () -> memory.taken() < SIZE);
        }
    }

    /** Returns the memory in use after the server has processed all frames. */
    private static long heads(BufferedMemory memory, Http2Client client) throws IOException {
        client.ping("all here").await(Http2Frame.PING);
        return memory.taken();
    }
}
