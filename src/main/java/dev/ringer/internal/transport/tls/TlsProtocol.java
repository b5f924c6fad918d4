package dev.ringer.internal.transport.tls;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.nio.ByteBuffer;

/**
 * TLS on one event loop: every new connection begins with a handshake, then the protocol above takes it up, or a
 * {@link dev.ringer.internal.protocol.LingeringClose} if the handshake failed. Owned by the loop.
 */
public final class TlsProtocol implements Protocol {
    final TlsSettings settings;
    final ProtocolChoice above;
    final TlsBuffers buffers;
    private boolean toldThatNotConfigured;

    /** Says who takes up a connection whose handshake is complete. */
    public interface ProtocolChoice {
        /**
         * Chooses.
         *
         * @param applicationProtocol what was agreed upon by ALPN (RFC 7301); empty if nothing was
         * @return the protocol, on the loop of the connection
         */
        Protocol of(String applicationProtocol);
    }

    /**
     * TLS for one loop.
     *
     * @param settings the server's
     * @param above takes up connections whose handshake is complete
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
            if (!toldThatNotConfigured) { // and not to each client again
                toldThatNotConfigured = true;
                ServerLog.notConfigured(transport.remoteAddress());
            }
            transport.close();
            return;
        }
        handshake.begin(received);
    }
}
