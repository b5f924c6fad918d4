package dev.ringer.internal.transport.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http1.Http1Protocol;
import dev.ringer.internal.http1.Http1Shared;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests clients whose TLS records arrive just before a time limit passes, while the loop is busy with others. The look
 * that the server then takes at the socket must use all of them, although the selector reports none.
 */
class LastLookTest {
    private static final String HEAD = "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 20000\r\n\r\n";
    private static final Duration PASSED = Duration.ofNanos(1);

    /** The data of the record that the server has read before the limit, and that of the records that arrive unseen. */
    private enum Late {
        REQUEST(Duration.ofHours(1), "", HEAD + "a".repeat(15_900), "a".repeat(4100)),
        REST_OF_A_HEAD(PASSED, "GET / HTTP/1.1\r\nHost: test\r\nA: ", "a".repeat(12_000) + "\r\n\r\n"),
        REST_OF_A_BODY(PASSED, HEAD + "a".repeat(3000), "a".repeat(16_000), "a".repeat(1000));

        private final Duration stall;
        private final String before;
        private final String[] unseen;

        Late(Duration stall, String before, String... unseen) {
            this.stall = stall;
            this.before = before;
            this.unseen = unseen;
        }
    }

    private final BufferedMemory memory = new BufferedMemory(0);
    private final FakeConnection client = new FakeConnection(memory);

    private static byte[] records(String... data) {
        ByteBuffer records = ByteBuffer.allocate(64 * 1024);
        for (String each : data) {
            records.put((byte) NullCipherEngine.DATA)
                    .put((byte) 3)
                    .put((byte) 3)
                    .putShort((short) each.length());
            records.put(each.getBytes(StandardCharsets.US_ASCII));
        }
        byte[] bytes = new byte[records.position()];
        records.flip().get(bytes);
        return bytes;
    }

    private void open(ServerOptions options, FakeHandler handler) {
        SSLEngine engine = new NullCipherEngine("TLSv1.3");
        TlsBuffers buffers = new TlsBuffers(TlsBuffers.newPool(memory));
        TlsConnection connection = new TlsConnection(
                client,
                engine,
                new CiphertextInput(client, buffers),
                new RecordWriter(client, engine, buffers),
                buffers);
        client.serveBy(connection);
        connection.open(new Http1Protocol(new Http1Shared(ServerParts.of(options, handler, memory))));
    }

    @ParameterizedTest
    @EnumSource
    void aRequestThatIsCompleteInTimeIsServed(Late late) {
        FakeHandler handler = new FakeHandler();
        ServerOptions options = ServerOptions.builder()
                .set(Settings.IDLE_INTERVAL, PASSED)
                .set(Settings.HEAD_TIMEOUT, PASSED)
                .set(Settings.BODY_STALL_TIMEOUT, late.stall)
                .build();
        open(options, handler);
        if (!late.before.isEmpty()) {
            client.sends(records(late.before));
            client.onReadable();
        }
        client.sends(records(late.unseen));

        client.meetDeadline();
        FakeConnection.runAll(client.tasks());

        assertThat(handler.refused()).isZero();
        assertThat(client.closed()).isFalse();
        assertThat(client.applicationTasks()).hasSize(1);
    }

    private ServerCounts beginHandshake() {
        ServerCounts counts = new ServerCounts();
        ServerOptions options = ServerOptions.builder().build();
        TlsSettings settings = new TlsSettings(new NoEngines(), null, options, memory, counts);
        client.serveBy(new Handshake(settings, alpn -> null, new TlsBuffers(settings.pool), client));
        return counts;
    }

    @Test
    void aHandshakeThatBeginsInTimeGoesOn() {
        ServerCounts counts = beginHandshake();
        client.sends(new byte[] {NullCipherEngine.HANDSHAKE, 3, 1});

        client.meetDeadline();

        assertThat(client.closed()).isFalse();
        assertThat(counts.of(Limit.TLS_HANDSHAKE_TIMEOUT)).isZero();
        assertThat(client.applicationTasks()).hasSize(1);
    }

    @Test
    void aClientThatSendsNothingDoesNotBeginOne() {
        ServerCounts counts = beginHandshake();

        client.meetDeadline();

        assertThat(client.closed()).isTrue();
        assertThat(counts.of(Limit.TLS_HANDSHAKE_TIMEOUT)).isOne();
    }
}
