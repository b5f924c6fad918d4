package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that the loop may remove a stream as soon as its response was sent, while the handler's thread still ends the
 * stream.
 */
class EarlyCollectionTest {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final BufferedMemory memory = new BufferedMemory(1 << 20);
    private final FakeConnection client = new FakeConnection(memory) {
        @Override
        public void write(ByteBuffer from) {
            super.write(from);
            if (ending) {
                ending = false;
                collect();
            }
        }
    };
    private final FakeHandler handler = new FakeHandler() {
        @Override
        public void onRequest(HttpStream stream) {
            answer(stream);
        }
    };
    private boolean reads;
    private boolean ending; // whether the next write sends the response

    @BeforeEach
    void open() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(PREFACE);
        bytes.writeBytes(new Http2Frame(Http2Frame.SETTINGS, 0, 0, new byte[0]).encoded());
        ServerParts parts = ServerParts.of(ServerOptions.builder().build(), handler, memory);
        new Http2Protocol(new Http2Shared(ServerOptions.builder().build(), parts))
                .open(client, ByteBuffer.wrap(bytes.toByteArray()));
    }

    @Test
    void givesBackContentThatWasRead() {
        reads = true;

        assertThatNothingIsKept();
    }

    @Test
    void givesBackContentThatNobodyRead() {
        assertThatNothingIsKept();
    }

    private void assertThatNothingIsKept() {
        long none = memory.taken();

        request(1);
        request(3);

        assertThat(memory.taken()).isEqualTo(none);
    }

    /** Sends a request with content. The handler is called when all the content has arrived. */
    private void request(int stream) {
        byte[] block = Http2Client.request("POST", "/");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(new Http2Frame(Http2Frame.HEADERS, Http2Frame.END_HEADERS, stream, block).encoded());
        bytes.writeBytes(new Http2Frame(Http2Frame.DATA, Http2Frame.END_STREAM, stream, new byte[100]).encoded());
        client.sends(bytes.toByteArray());
        client.onReadable();
        FakeConnection.runAll(client.tasks());
        FakeConnection.runAll(client.applicationTasks());
        FakeConnection.runAll(client.tasks());
        assertThat(ending).isFalse();
    }

    /** Sends a frame, so that the loop removes the streams that are done. */
    private void collect() {
        client.sends(new Http2Frame(Http2Frame.PING, 0, 0, new byte[8]).encoded());
        client.onReadable();
    }

    private void answer(HttpStream stream) {
        try {
            if (reads) {
                assertThat(stream.read(new byte[200], 0, 200)).isEqualTo(100);
                assertThat(stream.read(new byte[200], 0, 200)).isEqualTo(-1);
            }
            stream.respond(200, 5, visitor -> {});
            stream.write("hello".getBytes(StandardCharsets.US_ASCII), 0, 5);
            ending = true;
            stream.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
