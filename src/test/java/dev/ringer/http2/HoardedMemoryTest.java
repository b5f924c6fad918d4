package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.Violation;
import dev.ringer.testkit.Counted;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Http2Answer;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;

/**
 * Tests clients that make the server retain as much as possible: field blocks that do not end, large heads of slow
 * handlers, content that nobody reads, responses that nobody reads. The server evicts the client that retains most, and
 * serves new clients.
 */
@Timeout(120)
@Over({Transport.CLEAR, Transport.TLS})
class HoardedMemoryTest {
    private static final int MEMORY = 4 << 20;
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final String LARGE = "y".repeat(1_950);
    private static final String PART = "x".repeat(16_000);

    private interface Scene {
        void play(TestServer server, BufferedMemory memory, Gate gate) throws IOException;
    }

    private static void play(Mode mode, Scene scene) throws IOException {
        try (Gate gate = new Gate();
                TestServer server = Http2Servers.create(
                        mode, "ringer.maxBufferedMemory", "" + MEMORY, "ringer.drainTimeout", "10000")) {
            server.handle("/slow", exchange -> {
                gate.pass();
                int size = exchange.getRequestBody().readAllBytes().length;
                Http2Servers.respond(exchange, Integer.toString(size));
            });
            server.start();
            scene.play(server, server.memory(), gate);
            isServedStill(server);
        }
    }

    /** Checks that a new client is served, whose head needs extra memory. */
    private static void isServedStill(TestServer server) throws IOException {
        try (Http2Client newcomer = Http2Client.open(server)) {
            largeHead(newcomer, 1, "/hello");
            assertThat(newcomer.answer(1).text()).isEqualTo("hello");
        }
    }

    private static void largeHead(Http2Client client, int stream, String path) throws IOException {
        beginLargeHead(client, stream, path);
        client.send(Http2Frame.CONTINUATION, Http2Frame.END_HEADERS, stream, new byte[0]);
    }

    /** Sends 350 KB of the head of a request without content, in large frames. */
    private static void beginLargeHead(Http2Client client, int stream, String path) throws IOException {
        client.send(Http2Frame.HEADERS, Http2Frame.END_STREAM, stream, Http2Client.request("GET", path));
        String[] fields = new String[16];
        for (int i = 0; i < fields.length; i += 2) {
            fields[i] = "x";
            fields[i + 1] = LARGE;
        }
        byte[] piece = Http2Client.block(fields);
        for (int i = 0; i < 22; i++) {
            client.send(Http2Frame.CONTINUATION, 0, stream, piece);
        }
    }

    private static void awaitBound(BufferedMemory memory) {
        Deadlines.await("somebody is evicted", () -> memory.evictions() + memory.refused() > 0);
        Deadlines.await("no more is kept than may be", () -> memory.taken() < MEMORY + MEMORY / 4);
    }

    @InModes
    void blocksWithoutAnEndAreEvicted(Mode mode) throws IOException {
        play(mode, (server, memory, gate) -> {
            List<Http2Client> attackers = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                Http2Client attacker = Http2Client.open(server);
                attackers.add(attacker);
                beginLargeHead(attacker, 1, "/hello");
            }

            awaitBound(memory);

            List<Integer> statuses = new ArrayList<>();
            for (Http2Client attacker : attackers) {
                attacker.send(Http2Frame.CONTINUATION, Http2Frame.END_HEADERS, 1, new byte[0]);
                statuses.add(attacker.answer(1).status());
                attacker.close();
            }
            assertThat(statuses).containsOnly(200, 503);
            assertThat(Counted.of(server).of(Violation.HEAD_MEMORY_SPENT)).isBetween(4L, 23L);
        });
    }

    @InModes
    void largeHeadsBehindSlowHandlersTakeNoMoreThanThereIs(Mode mode) throws IOException {
        play(mode, (server, memory, gate) -> {
            List<Http2Client> clients = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                Http2Client client = Http2Client.open(server);
                clients.add(client);
                for (int stream = 1; stream < 10; stream += 2) {
                    largeHead(client, stream, "/slow");
                }
                client.ping("all here").await(Http2Frame.PING);
            }
            awaitBound(memory);

            gate.open();

            List<Integer> statuses = new ArrayList<>();
            for (Http2Client client : clients) {
                for (int stream = 1; stream < 10; stream += 2) {
                    statuses.add(client.answer(stream).status());
                }
                client.close();
            }
            assertThat(statuses).containsOnly(200, 503);
            assertThat(statuses.stream().filter(status -> status == 200).count())
                    .isBetween(3L, MEMORY / 350_000L + 1);
        });
    }

    @InModes
    void contentThatNobodyReadsIsEvicted(Mode mode) throws IOException {
        play(mode, (server, memory, gate) -> {
            List<Http2Client> clients = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Http2Client client = Http2Client.open(server);
                clients.add(client);
                for (int stream = 1; stream < 8; stream += 2) {
                    client.head(stream, "POST", "/slow");
                    for (int part = 0; part < 14; part++) {
                        client.data(stream, PART);
                    }
                }
                client.ping("all here").await(Http2Frame.PING);
            }
            awaitBound(memory);

            gate.open();

            assertThat(resetByMemory(clients, 8)).isBetween(5, 31);
        });
    }

    private static int resetByMemory(List<Http2Client> clients, int lastStream) throws IOException {
        int reset = 0;
        for (Http2Client client : clients) {
            for (int stream = 1; stream < lastStream; stream += 2) {
                client.end(stream, "");
            }
        }
        for (Http2Client client : clients) {
            for (int stream = 1; stream < lastStream; stream += 2) {
                Http2Answer answer = client.answer(stream);
                reset += answer.resetCode() == ENHANCE_YOUR_CALM ? 1 : 0;
            }
            client.close();
        }
        return reset;
    }

    /** The handlers have ended, so the responses wait in the server alone. */
    @InModes
    void responsesThatNobodyTakesAreEvicted(Mode mode) throws IOException {
        AtomicInteger ended = new AtomicInteger();
        play(mode, (server, memory, gate) -> {
            server.handle("/page", exchange -> {
                exchange.sendResponseHeaders(200, 30_000);
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(new byte[30_000]);
                } finally {
                    ended.incrementAndGet();
                }
            });
            List<Http2Client> clients = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Http2Client client = Http2Client.open(server).giveNoRoom();
                clients.add(client);
                for (int stream = 1; stream < 200; stream += 2) {
                    client.get(stream, "/page");
                }
            }

            Deadlines.await("all handlers have ended", () -> ended.get() == 300);
            awaitBound(memory);

            int reset = 0;
            for (Http2Client client : clients) {
                client.ping("resets?!").await(Http2Frame.PING);
                for (int stream = 1; stream < 200; stream += 2) {
                    reset += client.soFar(stream).resetCode() == ENHANCE_YOUR_CALM ? 1 : 0;
                }
                client.close();
            }
            assertThat(reset).isBetween(50, 299);
        });
    }
}
