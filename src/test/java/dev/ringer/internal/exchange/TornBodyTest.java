package dev.ringer.internal.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http1.Http1Protocol;
import dev.ringer.internal.http1.Http1Shared;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests responses of which a write has failed while the connection stayed open. This happens if the system has no
 * descriptor for a thread that must wait. In an earlier version, the exchange ended normally, so the client took an
 * incomplete response for a complete one.
 */
class TornBodyTest {
    private static final int LENGTH = 1 << 20;

    private final FakeConnection client = new FakeConnection();
    private HttpStream stream;

    /** Begins a response to a client that reads nothing. */
    private ResponseBodyStream begin(long length) throws IOException {
        FakeHandler handler = new FakeHandler() {
            @Override
            public void onRequest(HttpStream request) {
                stream = request;
            }
        };
        Http1Shared shared =
                new Http1Shared(ServerParts.of(ServerOptions.builder().build(), handler, new BufferedMemory(0)));
        byte[] request = "GET / HTTP/1.1\r\nHost: test\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        new Http1Protocol(shared).open(client, ByteBuffer.wrap(request));
        FakeConnection.runAll(client.applicationTasks());
        client.takes(false);
        stream.respond(200, length, visitor -> {});
        ServerSettings settings = new ServerSettings(
                ServerOptions.builder().build(), handler.counts().traffic(), failure -> 0, null);
        ServerContext context = new ServerContext(null, settings, "/", null);
        ResponseBodyStream body = new ResponseBodyStream(new Exchange(stream, context, null));
        body.begin(length);
        return body;
    }

    private void assertBrokenOff() {
        client.takes(true);
        FakeConnection.runAll(client.tasks());
        assertThat(stream.ended()).isTrue();
        assertThat(client.closed()).isTrue();
        assertThat(client.takenText()).doesNotEndWith("\r\n0\r\n\r\n").hasSizeLessThan(LENGTH);
    }

    @ParameterizedTest
    @ValueSource(longs = {HttpStream.STREAMED, LENGTH, LENGTH + 1})
    void isBrokenOffByItsEnd(long length) throws IOException {
        ResponseBodyStream body = begin(length);

        assertThatThrownBy(() -> body.write(new byte[LENGTH])).isSameAs(FakeConnection.WAITED);
        if (length > LENGTH) {
            assertThatIOException().isThrownBy(body::close).withMessage("insufficient bytes written");
        } else {
            body.close();
        }

        assertBrokenOff();
    }

    /** For example, a {@link java.io.BufferedOutputStream} writes the same bytes again when it is closed. */
    @Test
    void getsNoMoreBytes() throws IOException {
        ResponseBodyStream body = begin(HttpStream.STREAMED);
        assertThatThrownBy(() -> body.write(new byte[LENGTH])).isSameAs(FakeConnection.WAITED);
        client.takes(true);

        assertThatIOException()
                .isThrownBy(() -> body.write(1))
                .withMessage("The response body is incomplete because an earlier write failed");

        body.close();
        assertBrokenOff();
    }

    @ParameterizedTest
    @ValueSource(longs = {HttpStream.STREAMED, LENGTH})
    void isBrokenOffIfAFileFails(long length, @TempDir Path folder) throws IOException {
        ResponseBodyStream body = begin(length);
        Path file = Files.write(folder.resolve("file"), new byte[LENGTH]);
        try (FileChannel source = FileChannel.open(file)) {
            assertThatThrownBy(() -> body.transferFrom(source, 0, LENGTH)).isSameAs(FakeConnection.WAITED);
            client.takes(true);

            assertThatIOException().isThrownBy(() -> body.transferFrom(source, 0, LENGTH));
        }
        if (length == LENGTH) {
            assertThatIOException().isThrownBy(body::close);
        } else {
            body.close();
        }

        assertBrokenOff();
    }

    @Test
    void isBrokenOffIfAFileEndsTooEarly(@TempDir Path folder) throws IOException {
        ResponseBodyStream body = begin(HttpStream.STREAMED);
        client.takes(true);
        Path file = Files.write(folder.resolve("file"), new byte[100]);
        try (FileChannel source = FileChannel.open(file)) {
            assertThat(body.transferFrom(source, 0, 101)).isEqualTo(100);
        }

        body.close();

        assertBrokenOff();
    }

    @Test
    void isWholeIfOnlyAFlushFails() throws IOException {
        ResponseBodyStream body = begin(LENGTH);
        body.write(new byte[10_000]);
        assertThatThrownBy(body::flush).isSameAs(FakeConnection.WAITED);
        client.takes(true);

        body.write(new byte[LENGTH - 10_000]);
        body.close();

        FakeConnection.runAll(client.tasks());
        assertThat(client.closed()).isFalse();
        assertThat(client.taken()).hasSizeGreaterThan(LENGTH);
    }
}
