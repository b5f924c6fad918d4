package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http1.DueOutput.Result;
import dev.ringer.internal.protocol.FileRegion;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests responses for which no handler waits: the server retains unread bytes, and the loop sends them later. */
class KeptOutputTest {
    private static final int SMALL = 256 * 1024;
    private static final long MEMORY = 1 << 20;

    private final BufferedMemory memory = new BufferedMemory(MEMORY);
    private final FakeConnection client = new FakeConnection(memory);
    private final Http1Shared shared =
            new Http1Shared(ServerParts.of(ServerOptions.builder().build(), new FakeHandler(true), memory));
    private final ConnectionOutput output = new ConnectionOutput(client, shared, client.events());
    private final DueOutput due = new DueOutput(output);
    private final byte[] body = new byte[SMALL];

    KeptOutputTest() {
        new Random(3).nextBytes(body);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 1000, 8192, 32_734, 100_000, SMALL})
    void keepsAResponseOf256KilobytesThatNobodyTakes(int piece) throws IOException {
        client.takes(false);
        respond(SMALL, piece, false);

        assertThat(client.takenText()).isEmpty();
        assertThat(client.memory().bytes()).isBetween((long) SMALL, SMALL + OutputBuffer.CAPACITY + 1000L);

        client.takes(true);
        assertThat(due.trySend()).isEqualTo(Result.SENT);
        assertThat(client.takenText()).isEqualTo("head" + text(body));
        assertThat(client.memory().bytes()).isZero();
    }

    @Test
    void keepsChunks() throws IOException {
        client.takes(false);
        output.lock();
        output.begin(HttpStream.STREAMED);
        for (int at = 0; at < SMALL; at += 8192) {
            output.put(body, at, 8192, true);
        }
        output.putLastChunk();
        output.sendAll();
        output.unlock();

        client.takes(true);
        due.trySend();
        assertThat(unchunked(client.takenText())).isEqualTo(text(body));
    }

    @Test
    void aFlushLeavesTheRestToTheLoop() throws IOException {
        client.takes(false);
        int[] told = new int[1];
        client.onEvent(() -> told[0]++);

        respond(1000, 100, true);

        FakeConnection.runAll(client.tasks());
        assertThat(told[0]).isPositive();
        client.takes(true);
        assertThat(due.trySend()).isEqualTo(Result.SENT);
        assertThat(client.takenText()).isEqualTo("head" + text(body).substring(0, 1000));
    }

    @Test
    void keepsAFileToo(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("file"), body);
        client.takes(false);
        try (FileChannel source = FileChannel.open(file)) {
            output.lock();
            output.begin(SMALL);
            assertThat(output.putFile(source, 0, SMALL, false)).isEqualTo(SMALL);
            output.sendAll();
            output.unlock();
        }

        client.takes(true);
        assertThat(due.trySend()).isEqualTo(Result.SENT);
        assertThat(client.takenText()).isEqualTo(text(body));
    }

    /** The server can read the bytes from the file again, so it retains no buffer. */
    @Test
    void retainsNothingForAFileThatEndsAResponse(@TempDir Path folder) throws IOException {
        FileChannel source = FileChannel.open(Files.write(folder.resolve("file"), body));
        client.takes(true);
        leave(source);
        client.takes(false);
        due.trySend();
        client.takesMore(1000);
        due.trySend();

        assertThat(client.memory().bytes()).isZero();
        assertThat(output.holdsDue()).isTrue();

        client.takes(true);
        // another thread may send the file
        Deadlines.await("the file is sent", () -> due.trySend() == Result.SENT);
        assertThat(client.takenText()).isEqualTo("head" + text(body));
        assertThat(source.isOpen()).isFalse();
    }

    @Test
    void closesTheFileOfAConnectionThatIsAbandoned(@TempDir Path folder) throws IOException {
        FileChannel source = FileChannel.open(Files.write(folder.resolve("file"), body));
        client.takes(false);
        leave(source);

        output.abandon();

        assertThat(source.isOpen()).isFalse();
        assertThat(client.memory().bytes()).isZero();
    }

    private void leave(FileChannel source) throws IOException {
        output.lock();
        output.begin(SMALL);
        output.put("head".getBytes(StandardCharsets.ISO_8859_1), 0, 4);
        output.leaveFile(new FileRegion(source, 0, SMALL));
        output.unlock();
    }

    @Test
    void aLargerResponseWaits() {
        client.takes(false);

        assertThatThrownBy(() -> respond(SMALL + 1, 8192, false)).isSameAs(FakeConnection.WAITED);

        assertThat(client.memory().bytes()).as("its buffer").isEqualTo(OutputBuffer.CAPACITY);
    }

    @Test
    void whatIsStreamedWaitsOnceItIsTooMuch() throws IOException {
        client.takes(false);
        output.lock();
        output.begin(HttpStream.STREAMED);
        output.put(body, 0, SMALL);

        assertThatThrownBy(() -> output.put(body, 0, SMALL)).isSameAs(FakeConnection.WAITED);

        output.unlock();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10_000, 100_000})
    void keepsAsMuchAsTheSettingSays(int most) throws IOException {
        client.takes(false);
        ServerOptions options = ServerOptions.builder()
                .set(Settings.RESPONSE_BUFFER, (long) most)
                .build();
        Http1Shared others = new Http1Shared(ServerParts.of(options, new FakeHandler(), new BufferedMemory(0)));
        ConnectionOutput waiting = new ConnectionOutput(client, others, client.events());
        waiting.lock();
        waiting.begin(HttpStream.STREAMED);

        waiting.put(body, 0, Math.max(most, OutputBuffer.CAPACITY));

        assertThatThrownBy(() -> waiting.put(body, 0, 2 * OutputBuffer.CAPACITY))
                .isSameAs(FakeConnection.WAITED);
        waiting.unlock();
    }

    /** Retains all memory, and cannot be evicted. */
    private record Hoarder(ClientMemory memory) implements BufferedMemory.Connection {
        @Override
        public long retainedBytes() {
            return memory.bytes();
        }

        @Override
        public boolean evictable() {
            return false;
        }

        @Override
        public boolean evict() {
            return false;
        }

        @Override
        public int silence() {
            return 0;
        }

        @Override
        public void executeNext(Runnable task) {
            throw new AssertionError("it cannot go");
        }
    }

    @Test
    void waitsWhenTheMemoryIsSpent() {
        client.takes(false);
        Hoarder hoarder = new Hoarder(new ClientMemory(shared.memory));
        hoarder.memory().take(MEMORY);
        shared.memory.holders(List.of(hoarder), task -> {});

        assertThatThrownBy(() -> respond(SMALL, 8192, false)).isSameAs(FakeConnection.WAITED);
    }

    @Test
    void holdsNothingOfAConnectionThatIsAbandoned() throws IOException {
        client.takes(false);
        respond(SMALL, 8192, false);

        output.abandon();

        assertThat(client.closed()).isTrue();
        assertThat(client.memory().bytes()).isZero();
    }

    /** The responses that waited for this one are sent first, and only once. */
    @Test
    void keepsWhatWasHeldBefore() throws IOException {
        client.takes(false);
        output.lock();
        output.begin(4);
        output.put("held".getBytes(StandardCharsets.ISO_8859_1), 0, 4);
        assertThat(output.tryBatch()).isTrue();
        output.unlock();

        respond(SMALL, 8192, false);

        client.takes(true);
        assertThat(due.trySend()).isEqualTo(Result.SENT);
        assertThat(client.takenText()).isEqualTo("heldhead" + text(body));
    }

    private void respond(int length, int piece, boolean flushes) throws IOException {
        output.lock();
        try {
            output.begin(length);
            output.put("head".getBytes(StandardCharsets.ISO_8859_1), 0, 4);
            for (int at = 0; at < length; at += piece) {
                output.put(body, at % SMALL, Math.min(piece, Math.min(length, SMALL) - at % SMALL));
                if (flushes) {
                    output.flush();
                }
            }
            output.sendAll();
        } finally {
            output.unlock();
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String unchunked(String chunked) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; ; ) {
            int line = chunked.indexOf("\r\n", at);
            int size = Integer.parseInt(chunked.substring(at, line), 16);
            if (size == 0) {
                return text.toString();
            }
            text.append(chunked, line + 2, line + 2 + size);
            at = line + 2 + size + 2;
        }
    }
}
