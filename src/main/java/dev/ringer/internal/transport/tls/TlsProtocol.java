package dev.ringer.internal.transport.tls;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.Transport;

/** TLS on one event loop: every new connection begins with a handshake, then the protocol above takes it up. */
public final class TlsProtocol implements Transport.EventsFactory {
    private final TlsSettings settings;
    private final Transport.EventsFactory above;
    private final TlsBuffers buffers;

    /**
     * TLS for one loop.
     *
     * @param settings the server's
     * @param above takes up connections whose handshake is complete
     */
    public TlsProtocol(TlsSettings settings, Transport.EventsFactory above) {
        this.settings = settings;
        this.above = above;
        this.buffers = new TlsBuffers(settings.pool);
    }

    @Override
    public Transport.Events open(Transport transport) {
        TlsStages stages = new TlsStages();
        stages.enter(new Handshake(this, transport, stages));
        if (!settings.configured()) {
            ServerLog.notConfigured(transport.remoteAddress());
            transport.close();
        }
        return stages;
    }

    TlsSettings settings() {
        return settings;
    }

    Transport.EventsFactory above() {
        return above;
    }

    TlsBuffers buffers() {
        return buffers;
    }
}
