package dev.ringer.internal.transport.tls;

import com.sun.net.httpserver.HttpsConfigurator;
import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.options.ServerOptions;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/** What all TLS connections of a server share. Thread-safe. */
public final class TlsSettings {
    private final HttpsConfigurator configurator; // null if the application set none
    private final SSLContext context;
    final Executor executor; // null: the loop
    final long handshakeNanos;
    final long farewellNanos;
    final BufferPool<ByteBuffer> pool = TlsBuffers.newPool();

    /**
     * The settings of one server.
     *
     * @param configurator the application's, or null
     * @param context the configurator's at the time that it was set, or null
     * @param executor where the application's code runs; null for the loop
     * @param options the server's options
     */
    public TlsSettings(HttpsConfigurator configurator, SSLContext context, Executor executor, ServerOptions options) {
        this.configurator = configurator;
        this.context = context;
        this.executor = executor;
        this.handshakeNanos = TimeLimit.nanos(options.tlsHandshakeTimeout());
        this.farewellNanos = TimeLimit.nanos(options.drainTimeout());
    }

    /** Whether connections can be served. */
    boolean configured() {
        return configurator != null;
    }

    /**
     * Makes the engine of one connection, as the application wants it. On the application's executor.
     *
     * @param client for the application, and for the engine's session as text: a name would have to be looked up
     */
    SSLEngine newEngine(InetSocketAddress client) {
        SSLEngine engine = context.createSSLEngine(client.getAddress().getHostAddress(), client.getPort());
        engine.setUseClientMode(false);
        ConnectionParameters parameters = new ConnectionParameters(configurator, client);
        configurator.configure(parameters);
        parameters.applyTo(engine);
        return engine;
    }
}
