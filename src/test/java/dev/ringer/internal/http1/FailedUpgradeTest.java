package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests an upgrade to another protocol whose response has an invalid field. */
class FailedUpgradeTest {
    @Test
    void keepsTheTimeLimitOfTheExchange() {
        byte[] request = "GET / HTTP/1.1\r\nHost: test\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII);
        HttpStream[] begun = new HttpStream[1];
        FakeHandler handler = new FakeHandler() {
            @Override
            public void onRequest(HttpStream stream) {
                begun[0] = stream;
            }
        };
        FakeConnection client = new FakeConnection();
        ServerOptions options = ServerOptions.builder().build();
        Http1Shared shared = new Http1Shared(ServerParts.of(options, handler, new BufferedMemory(0)));
        new Http1Protocol(shared).open(client, ByteBuffer.wrap(request));
        FakeConnection.runAll(client.applicationTasks());
        Http1Stream stream = (Http1Stream) begun[0];

        assertThatThrownBy(() -> stream.upgrade(visitor -> visitor.accept("Bad", "a\nb")))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(stream.tryTimeOut()).isTrue();
    }
}
