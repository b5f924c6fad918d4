package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a body that arrives before its handler is called: what it retains, and how the wait for it ends. */
class AwaitedBodyTest {
    private static final int LENGTH = 64 * 1024;

    private final FakeHandler handler = new FakeHandler();

    private FakeConnection client;
    private Http1Connection connection;

    private void begin(BufferedMemory memory) {
        begin(memory, ServerOptions.builder().build());
    }

    private void begin(BufferedMemory memory, ServerOptions options) {
        begin(memory, options, head(LENGTH));
    }

    private void begin(BufferedMemory memory, ServerOptions options, byte[] received) {
        client = new FakeConnection(memory);
        Http1Shared shared = new Http1Shared(ServerParts.of(options, handler, memory));
        connection = new Http1Connection(new RequestReader(shared), client);
        connection.open(ByteBuffer.wrap(received));
    }

    private static byte[] head(int length) {
        String head = "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: " + length + "\r\n\r\n";
        return head.getBytes(StandardCharsets.US_ASCII);
    }

    private void send(int bytes) {
        client.sends(new byte[bytes]);
        for (int i = 0; i < 3 && client.applicationTasks().isEmpty(); i++) { // one read may have little room
            connection.onReadable();
        }
    }

    @Test
    void takesNoMemoryBeforeItComes() {
        begin(new BufferedMemory(0));

        assertThat(client.memory().bytes()).isZero();
        assertThat(client.applicationTasks()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 8_000, 8_192, 10_240, 16_000})
    void takesOneReadWithItsHead(int length) {
        begin(new BufferedMemory(0), ServerOptions.builder().build(), new byte[0]);
        byte[] head = head(length);
        client.sends(Arrays.copyOf(head, head.length + length));

        connection.onReadable();

        assertThat(client.reads()).isOne();
        assertThat(client.applicationTasks()).hasSize(1);
        assertThat(client.memory().bytes()).isEqualTo(Math.max(Http1Shared.INPUT_BUFFER, length));
    }

    @Test
    void takesOneTurnIfAllOfItHasCome() {
        begin(new BufferedMemory(0), ServerOptions.builder().build(), new byte[0]);
        byte[] head = head(LENGTH);
        client.sends(Arrays.copyOf(head, head.length + LENGTH));

        connection.onReadable();

        assertThat(client.reads()).isEqualTo(2);
        assertThat(client.applicationTasks()).hasSize(1);
        assertThat(client.memory().bytes()).isEqualTo(Http1Shared.BODY_BUFFER);
    }

    @ParameterizedTest
    @CsvSource({"60_000, 0", "65_536, 0", "40_000, 5_000", "60_000, 10_000"})
    void takesOneReadAfterItsHeadOrItsBeginning(int length, int come) {
        begin(new BufferedMemory(0), ServerOptions.builder().build(), new byte[0]);
        byte[] head = head(length);
        client.sends(Arrays.copyOf(head, head.length + come));
        client.sends(new byte[length - come]);

        connection.onReadable();
        assertThat(client.applicationTasks()).isEmpty();
        connection.onReadable();

        assertThat(client.reads()).isEqualTo(2);
        assertThat(client.applicationTasks()).hasSize(1);
        assertThat(client.memory().bytes()).isEqualTo(Http1Shared.BODY_BUFFER);
    }

    @Test
    void takesAtMostEightTimesWhatHasCome() {
        begin(new BufferedMemory(0));
        for (int come = 1000; come < LENGTH; come += 1000) {
            send(1000);
            long most = Math.max(Http1Shared.INPUT_BUFFER, Math.min(Http1Shared.BODY_BUFFER, 8 * come));
            assertThat(client.memory().bytes()).isBetween((long) come, most);
        }
        assertThat(client.applicationTasks()).isEmpty();

        send(1000);

        assertThat(client.applicationTasks()).hasSize(1);
        assertThat(client.watchesInput()).isTrue();
    }

    /** One read brings 16 KiB with the head, further reads as much as has room beside the content in the buffer. */
    @ParameterizedTest
    @CsvSource({
        "10_000, 10_000",
        "40_000, 40_000",
        "40_000, 8_000",
        "65_000, 65_000",
        "65_536, 1_000",
        "1_000_000, 9_999"
    })
    void ofUnknownLengthArrivesInOneBuffer(int length, int chunk) {
        begin(new BufferedMemory(0), ServerOptions.builder().build(), new byte[0]);
        client.sends(Chunked.request(length, chunk));

        connection.onReadable();

        assertThat(client.reads()).isLessThanOrEqualTo(2);
        assertThat(client.applicationTasks()).hasSize(1);
        assertThat(client.memory().bytes()).isLessThanOrEqualTo(Http1Shared.BODY_BUFFER);
    }

    @Test
    void goesToItsHandlerAtOnceIfTheAccountIsExhausted() {
        BufferedMemory memory = new BufferedMemory(1000);
        new FakeConnection(memory).memory().take(1001);

        begin(memory);

        assertThat(client.applicationTasks()).hasSize(1);
        assertThat(client.watchesInput()).isFalse();
    }

    @Test
    void goesToItsHandlerAsItIsWhenTheAccountIsExhausted() {
        BufferedMemory memory = new BufferedMemory(20_000);
        begin(memory);
        send(8000);
        assertThat(client.applicationTasks()).isEmpty();

        send(8000);

        assertThat(client.applicationTasks()).hasSize(1);
        assertThat(client.watchesInput()).isFalse();
        assertThat(memory.taken()).isLessThanOrEqualTo(20_000);
    }

    @Test
    void isRefusedWhenItStalls() {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.BODY_STALL_TIMEOUT, Duration.ofNanos(1))
                .build();
        begin(new BufferedMemory(0), options);
        send(1000);

        client.meetDeadline();

        assertRefused("HTTP/1.1 408 ");
        assertThat(handler.counts().of(Violation.BODY_STALLED)).isOne();
    }

    @Test
    void isRefusedWhenItsMemoryIsNeeded() {
        begin(new BufferedMemory(0));
        send(1000);

        assertThat(connection.evictable()).isTrue();
        assertThat(connection.evict()).isTrue();

        assertRefused("HTTP/1.1 503 ");
    }

    @Test
    void isForgottenWhenTheConnectionIsClosed() {
        begin(new BufferedMemory(0));
        send(10_000);

        client.close();
        connection.onClosed();

        assertRefused("");
    }

    private void assertRefused(String answer) {
        assertThat(client.takenText()).startsWith(answer);
        assertThat(client.applicationTasks()).isEmpty();
        assertThat(handler.refused()).isOne();
        assertThat(client.memory().bytes()).isZero();
    }
}
