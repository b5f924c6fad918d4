package dev.ringer.internal.transport.tls;

import dev.ringer.internal.protocol.Transport;

/**
 * Who is told of a connection's events, stage by stage. Used by the loop alone.
 *
 * <pre>
 *   Handshake ──complete──► TlsConnection (and the protocol above it)
 *       └──────failed─────► Farewell
 * </pre>
 */
final class TlsStages implements Transport.Events {
    private Transport.Events stage;

    void enter(Transport.Events next) {
        stage = next;
    }

    @Override
    public void onReadable() {
        stage.onReadable();
    }

    @Override
    public void onWritable() {
        stage.onWritable();
    }

    @Override
    public void onReturned() {
        stage.onReturned();
    }

    @Override
    public void onDeadline(boolean lent) {
        stage.onDeadline(lent);
    }

    @Override
    public boolean closeIfIdle() {
        return stage.closeIfIdle();
    }

    @Override
    public void onClosed(boolean lent) {
        stage.onClosed(lent);
    }
}
