package dev.ringer.internal.transport.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeConnection;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

/** Tests handshakes that end because of a fault of the server. */
class FailedHandshakeTest {
    private static final OutOfMemoryError NO_THREAD = new OutOfMemoryError("on purpose");

    private final BufferedMemory memory = new BufferedMemory(0);
    private final TlsSettings settings = new TlsSettings(
            new NoEngines(),
            null,
            ServerOptions.builder().set(Settings.MAX_HANDSHAKES_PER_CLIENT, 1).build(),
            memory,
            new ServerCounts());
    private final FakeConnection client = new FakeConnection(memory) {
        @Override
        public void runApplication(Runnable code) {
            throw NO_THREAD;
        }
    };

    @Test
    void keepNothingIfNoThreadTakesTheirNextStep() {
        InetAddress address = client.remoteAddress().getAddress();
        Handshake handshake = new Handshake(settings, alpn -> null, new TlsBuffers(settings.pool), client);
        client.sends(new byte[2000]); // more than a small array holds, so that a buffer is rented

        assertThatThrownBy(handshake::onReadable).isSameAs(NO_THREAD);
        assertThat(settings.handshakesOfClient.tryEnter(address)).isFalse();
        client.close();
        handshake.onClosed();

        assertThat(settings.handshakesOfClient.tryEnter(address)).isTrue();
        assertThat(client.memory().bytes()).isZero();
    }
}
