package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.Violation;
import dev.ringer.options.ServerOptions;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ShedRequestTest implements RequestHandler {
    private final ServerCounts counts = new ServerCounts(Violation.values());
    private int refused;

    @Test
    void isToldOfAlsoIfItEndsBeforeItsAnswer() {
        byte[] request = "GET / HTTP/1.1\r\nHost: test\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        FakeTransport client = new FakeTransport(0);
        Http1Shared shared = new Http1Shared(ServerOptions.builder().build(), this, new BufferedMemory(0));
        new Http1Protocol(shared).open(client.transport(), ByteBuffer.wrap(request));
        client.runTasks();

        assertThat(refused).isEqualTo(1); // else it would end without having begun, and the next one would not count
    }

    @Override
    public <S extends HttpStream & Runnable> Runnable admit(S stream) {
        stream.abort();
        return null;
    }

    @Override
    public void onRefused(HttpStream stream, int status, int length, String reason) {
        refused++;
    }

    @Override
    public void onRequest(HttpStream stream) {
        throw new AssertionError("a request that was not admitted");
    }

    @Override
    public ServerCounts counts() {
        return counts;
    }

    @Override
    public boolean runsOnLoop() {
        return false;
    }

    @Override
    public boolean stopping() {
        return false;
    }
}
