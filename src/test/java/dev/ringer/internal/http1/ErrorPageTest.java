package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ErrorPageTest {
    @Test
    void leavesTheLockFreeIfItsRecordFails() {
        byte[] request = "no request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        RuntimeException failure = new RuntimeException("on purpose");
        FakeHandler handler = new FakeHandler() {
            @Override
            public void onRefused(Transport transport, ByteBuffer received, Violation violation, int length) {
                throw failure;
            }
        };
        Http1Shared shared =
                new Http1Shared(ServerParts.of(ServerOptions.builder().build(), handler, new BufferedMemory(0)));
        Http1Connection connection = new Http1Connection(new RequestReader(shared), new FakeConnection());

        assertThatThrownBy(() -> connection.open(ByteBuffer.wrap(request))).isSameAs(failure);

        ConnectionOutput output = connection.output();
        assertThat(CompletableFuture.supplyAsync(output::tryLock).join()).isTrue();
    }
}
