package dev.ringer.internal.transport.tls;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.nio.ByteBuffer;
import java.util.function.Function;

/**
 * TLS on one event loop. Every new connection begins with a handshake. After the handshake, a protocol such as HTTP/1
 * takes over the connection. If the handshake fails, a {@link dev.ringer.internal.protocol.LingeringClose} closes the
 * connection. Only the loop uses this object.
 */
public final class TlsProtocol implements Protocol {
    private final TlsSettings settings;
    private final Function<String, Protocol> above;
    private final TlsBuffers buffers;
    private boolean loggedNotConfigured;

    /**
     * Creates the object for one loop.
     *
     * @param above returns the protocol that takes over a connection after its handshake. The argument is the name of
     *     the protocol that ALPN has negotiated (RFC 7301); empty if there is none. Called by the loop
     */
    public TlsProtocol(TlsSettings settings, Function<String, Protocol> above) {
        this.settings = settings;
        this.above = above;
        this.buffers = new TlsBuffers(settings.pool);
    }

    @Override
    public void open(Transport transport, ByteBuffer received) {
        Handshake handshake = new Handshake(settings, above, buffers, transport);
        transport.serveBy(handshake);
        if (!settings.engines.configured()) {
            if (!loggedNotConfigured) { // log this once, not for each client
                loggedNotConfigured = true;
                ServerLog.notConfigured(transport.remoteAddress());
            }
            transport.close();
            return;
        }
        handshake.begin(received);
    }
}
