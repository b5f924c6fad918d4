package dev.ringer.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.options.Settings;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.TestKeys;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;

/**
 * Checks that the server bounds the memory of clients that send a part of a record and stop, in the handshake or after
 * it.
 */
class UnfinishedRecordsTest {
    private static final long MEMORY = 1 << 20;
    private static final int BUFFER = 34 * 1024;
    private static final int FIT = (int) (MEMORY / BUFFER);
    private static final int CLIENTS = 2 * FIT;

    /** Returns the first 1,100 octets of a record of 16,000. */
    private static byte[] partOfARecord(int type) {
        byte[] part = new byte[1100];
        part[0] = (byte) type;
        part[1] = 3;
        part[2] = 3;
        part[3] = 16_000 >>> 8;
        part[4] = (byte) 16_000;
        return part;
    }

    @InModes
    @Needs(Ability.READS_BEHIND_RESETS)
    void afterTheHandshake(Mode mode) throws Exception {
        List<RecordClient> stalled = new ArrayList<>();
        SSLContext clients = TestKeys.clientContext(); // one context, so that all but the first resume its session
        try (TlsServers server = start(mode)) {
            for (int i = 0; i < CLIENTS; i++) {
                stalled.add(RecordClient.connect(server.port(), clients));
                stalled.get(i).sendRaw(partOfARecord(23));
            }

            assertThatManyAreEvicted(server);
            RecordClient longest = stalled.get(0);
            longest.sendRaw(new byte[10_000]); // the response arrives although the record is still incomplete
            assertThat(longest.readUntil("is receiving too many requests; try again later"))
                    .startsWith("HTTP/1.1 503 ");
        } finally {
            for (RecordClient client : stalled) {
                client.close();
            }
        }
    }

    @InModes
    void inTheHandshake(Mode mode) throws Exception {
        List<Socket> stalled = new ArrayList<>();
        try (TlsServers server = start(mode)) {
            for (int i = 0; i < CLIENTS; i++) {
                stalled.add(RecordClient.connectClear(server.port()));
                stalled.get(i).getOutputStream().write(partOfARecord(22));
            }

            assertThatManyAreEvicted(server);
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    private static TlsServers start(Mode mode) throws IOException {
        return TlsServers.plan()
                .mode(mode)
                .handler(TlsServers::hello)
                .options(options -> options.set(Settings.MAX_BUFFERED_MEMORY, MEMORY))
                .start();
    }

    private static void assertThatManyAreEvicted(TlsServers server) throws IOException {
        BufferedMemory memory = server.memory();
        Deadlines.await("what does not fit is evicted", () -> memory.evictions() >= CLIENTS - 5 * FIT / 4);
        Deadlines.await("no more is kept than fits", () -> memory.taken() < MEMORY * 5 / 4);
        try (RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext())) {
            client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n").readUntil("hello");
        }
        assertThat(memory.refused()).isZero();
    }
}
