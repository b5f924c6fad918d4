package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LoadSheddingTest {
    @Test
    void isToldOfAlsoIfItEndsBeforeItsAnswer() {
        byte[] request = "GET / HTTP/1.1\r\nHost: test\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        FakeConnection client = new FakeConnection();
        FakeHandler handler = new FakeHandler() {
            @Override
            public Limit limitReached(HttpStream stream) {
                stream.abort();
                return Limit.MAX_EXCHANGES;
            }
        };
        Http1Shared shared =
                new Http1Shared(ServerParts.of(ServerOptions.builder().build(), handler, new BufferedMemory(0)));
        new Http1Protocol(shared).open(client, ByteBuffer.wrap(request));
        FakeConnection.runAll(client.tasks());

        assertThat(handler.refused())
                .isEqualTo(1); // else the exchange would end without having begun, and the next one would not count
    }
}
