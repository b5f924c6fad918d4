package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Timeout;

/**
 * Tests request heads of a client whose windows are closed. Each stream retains its head until the request is answered.
 * Until then, the memory account includes the head. While a request waits for its content, the server can evict it.
 */
@Timeout(60)
@Over({Transport.H2C, Transport.H2})
class RetainedHeadsTest {
    private static final int PIECES = 22;
    private static final int SIZE = 300_000; // of a head, at the least
    private static final int MEMORY = 4 << 20;

    /** Opens streams with large heads, whose content does not come yet. */
    private static void askTimes(int count, Http2Client client) throws IOException {
        String[] fields = new String[16];
        for (int i = 0; i < fields.length; i += 2) {
            fields[i] = "x";
            fields[i + 1] = "y".repeat(1_950);
        }
        byte[] piece = Http2Client.block(fields);
        for (int stream = 1; stream < 2 * count; stream += 2) {
            client.send(Http2Frame.HEADERS, 0, stream, Http2Client.request("POST", "/echo", "content-length", "5"));
            for (int i = 0; i < PIECES; i++) {
                client.send(Http2Frame.CONTINUATION, 0, stream, piece);
            }
            client.send(Http2Frame.CONTINUATION, Http2Frame.END_HEADERS, stream, new byte[0]);
        }
    }

    @InModes
    void countUntilTheyAreAnswered(Mode mode) throws IOException {
        int count = 5;
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.connect(server).preface().giveNoRoom()) {
            BufferedMemory memory = server.memory();

            askTimes(count, client);
            client.ping("all here").await(Http2Frame.PING);

            assertThat(memory.taken()).isGreaterThan(count * SIZE);
            for (int stream = 1; stream < 2 * count; stream += 2) {
                client.end(stream, "hello");
            }
            for (int i = 0; i < count; i++) {
                client.await(Http2Frame.HEADERS);
            }
            Deadlines.await("they count no more, though their responses wait", () -> memory.taken() < SIZE);
            for (int stream = 1; stream < 2 * count; stream += 2) {
                client.windowUpdate(stream, 100);
            }
            for (int stream = 1; stream < 2 * count; stream += 2) {
                assertThat(client.answer(stream).text()).isEqualTo("hello");
            }
        }
    }

    @InModes
    void areEvicted(Mode mode) throws IOException {
        try (TestServer server = Http2Servers.create(mode, "ringer.maxBufferedMemory", "" + MEMORY)
                        .start();
                Http2Client client = Http2Client.connect(server).preface().giveNoRoom()) {
            BufferedMemory memory = server.memory();

            askTimes(2 * MEMORY / SIZE, client);

            client.ping("all here").await(Http2Frame.PING);
            Deadlines.await("some are evicted", () -> memory.evictions() > 0);
            Deadlines.await("no more is kept than may be", () -> memory.taken() <= MEMORY);
            Deadlines.await("another client is served", () -> isServed(server)); // 503 while handlers are running
        }
    }

    private static boolean isServed(TestServer server) {
        try (Http2Client client = Http2Client.open(server)) {
            askTimes(1, client);
            client.end(1, "hello");
            return client.answer(1).status() == 200;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With fields of one letter, a head takes several times its number of octets in memory. */
    @InModes
    void countTogetherWhereEachIsSmall(Mode mode) throws IOException {
        int count = 100;
        String[] letters = new String[2 * 60];
        for (int i = 0; i < letters.length; i += 2) {
            letters[i] = "" + (char) ('a' + i / 2 % 26);
            letters[i + 1] = "";
        }
        letters[0] = "content-length";
        letters[1] = "5";
        try (TestServer server = Http2Servers.create(mode, "ringer.maxBufferedMemory", "" + MEMORY)
                        .start();
                Http2Client client = Http2Client.connect(server).preface().giveNoRoom()) {
            BufferedMemory memory = server.memory();

            for (int stream = 1; stream < 2 * count; stream += 2) {
                client.head(stream, "POST", "/echo", letters);
            }
            client.ping("all here").await(Http2Frame.PING);

            assertThat(memory.taken()).isGreaterThan(count * 5_000L);
            ClientMemory another = new ClientMemory(memory);
            another.take(MEMORY);
            Deadlines.await("they go when memory is short", () -> {
                memory.admits();
                return memory.taken() < MEMORY + count * 5_000L / 2;
            });
            another.releaseAll();
        }
    }

    @InModes
    void countWithTheirTargets(Mode mode) throws IOException {
        assertThat(takenAfter(mode, "5", false)).isGreaterThan(400_000);
    }

    @InModes
    void areFreedWhereTheyAreRefused(Mode mode) throws IOException {
        assertThat(takenAfter(mode, "6", true)).isLessThan(400_000);
    }

    /** Returns how much memory 100 requests take whose targets have 4 KB. Their responses cannot be sent. */
    private static long takenAfter(Mode mode, String length, boolean answered) throws IOException {
        int count = 100;
        byte[] block = Http2Client.request("POST", "/echo?" + "q".repeat(4_000), "content-length", length);
        try (TestServer server =
                        Http2Servers.create(mode, "ringer.maxBodySize", "5").start();
                Http2Client client = Http2Client.connect(server).preface().giveNoRoom()) {
            for (int stream = 1; stream < 2 * count; stream += 2) {
                client.send(Http2Frame.HEADERS, Http2Frame.END_HEADERS, stream, block);
                client.ping("all here").await(answered ? Http2Frame.HEADERS : Http2Frame.PING);
            }
            return server.memory().taken();
        }
    }
}
