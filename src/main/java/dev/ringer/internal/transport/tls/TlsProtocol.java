package dev.ringer.internal.transport.tls;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.nio.ByteBuffer;

/**
 * TLS on one event loop. Every new connection begins with a handshake. After that the protocol above takes over the
 * connection, or a {@link dev.ringer.internal.protocol.LingeringClose} if the handshake failed. Owned by the loop.
 */
public final class TlsProtocol implements Protocol {
    final TlsSettings settings;
    final ProtocolChoice above;
    final TlsBuffers buffers;
    private boolean toldThatNotConfigured;

    /** Chooses the protocol of a connection whose handshake is complete. */
    public interface ProtocolChoice {
        /**
         * Chooses the protocol of one connection.
         *
         * @param applicationProtocol the name that was negotiated by ALPN (RFC 7301); empty if there is none
         * @return the protocol, on the loop of the connection
         */
        Protocol of(String applicationProtocol);
    }

    /**
     * Creates TLS for one loop.
     *
     * @param settings the settings of the server
     * @param above chooses the protocol of connections whose handshake is complete
     */
    public TlsProtocol(TlsSettings settings, ProtocolChoice above) {
        this.settings = settings;
        this.above = above;
        this.buffers = new TlsBuffers(settings.pool);
    }

    @Override
    public void open(Transport transport, ByteBuffer received) {
        Handshake handshake = new Handshake(this, transport);
        transport.serveBy(handshake);
        if (!settings.engines.configured()) {
            if (!toldThatNotConfigured) { // once, not for each client again
                toldThatNotConfigured = true;
                ServerLog.notConfigured(transport.remoteAddress());
            }
            transport.close();
            return;
        }
        handshake.begin(received);
    }
}
