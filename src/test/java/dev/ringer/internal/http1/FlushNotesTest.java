package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests flushes requested while another thread has the output's lock. That thread does them, for the right stream. */
class FlushNotesTest {
    private static final HttpStream PRESENT = stream(false);
    private static final HttpStream ENDED = stream(true);

    private final FakeConnection client = new FakeConnection();
    private final Http1Shared shared =
            new Http1Shared(ServerParts.of(ServerOptions.builder().build(), new FakeHandler(), new BufferedMemory(0)));
    private final ConnectionOutput output = new ConnectionOutput(client, shared, client.events());

    /** Returns a stream that knows only whether it has ended. */
    private static HttpStream stream(boolean ended) {
        return (HttpStream) Proxy.newProxyInstance(
                HttpStream.class.getClassLoader(),
                new Class<?>[] {HttpStream.class},
                (proxy, method, arguments) -> ended);
    }

    @Test
    void areDoneByTheThreadThatWrites() throws Exception {
        assertThat(sentAfterFlushesMeanwhile(PRESENT)).isEqualTo("x");
    }

    @Test
    void areVoidOnceTheirStreamHasEnded() throws Exception {
        assertThat(sentAfterFlushesMeanwhile(ENDED)).isEmpty();
    }

    @Test
    void ofAnEndedStreamLeaveThatOfThePresentOneInPlace() throws Exception {
        assertThat(sentAfterFlushesMeanwhile(PRESENT, ENDED)).isEqualTo("x");
        assertThat(sentAfterFlushesMeanwhile(ENDED, PRESENT)).isEqualTo("xx");
    }

    private String sentAfterFlushesMeanwhile(HttpStream... streams) throws IOException, InterruptedException {
        output.lock();
        try {
            output.put(new byte[] {'x'}, 0, 1);
            Thread others = new Thread(() -> List.of(streams).forEach(output::flushSoon));
            others.start();
            others.join();
            assertThat(client.writes()).isEqualTo(client.takenText().length());
        } finally {
            output.unlock();
        }
        return client.takenText();
    }
}
