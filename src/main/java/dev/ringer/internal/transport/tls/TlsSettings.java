package dev.ringer.internal.transport.tls;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.FailureLog;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.ClientLimit;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;

/** Objects and limits that all TLS connections of a server share. Thread-safe. */
public final class TlsSettings {
    final TlsEngines engines;
    final ServerCounts counts;
    final Executor executor; // null if application code runs on the loop thread
    final FailureLog configuratorFailures = new FailureLog("The HttpsConfigurator failed");

    final HandshakeThreads threads = new HandshakeThreads(Runtime.getRuntime().availableProcessors());

    final ClientLimit handshakesOfClient;
    final long handshakeNanos;
    final long lingerNanos;
    final BufferPool<ByteBuffer> pool;

    /** Creates the object for one server. Application code runs on {@code executor}; null for the loop thread. */
    public TlsSettings(
            TlsEngines engines, Executor executor, ServerOptions options, BufferedMemory memory, ServerCounts counts) {
        this.engines = engines;
        this.executor = executor;
        this.counts = counts;
        this.pool = TlsBuffers.newPool(memory);
        this.handshakesOfClient = ClientLimit.ofDirectClients(options, Settings.MAX_HANDSHAKES_PER_CLIENT);
        this.handshakeNanos = TimeLimit.nanos(options.get(Settings.TLS_HANDSHAKE_TIMEOUT));
        this.lingerNanos = TimeLimit.nanos(options.get(Settings.DRAIN_TIMEOUT));
    }
}
