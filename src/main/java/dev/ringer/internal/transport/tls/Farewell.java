package dev.ringer.internal.transport.tls;

import dev.ringer.internal.protocol.Transport;
import java.io.IOException;

/**
 * The end of a connection whose handshake failed: the alert has been sent, and what the client still sends is dropped for
 * a short time, or else a reset could take the alert with it. Used by the loop alone.
 */
final class Farewell implements Transport.Events {
    /** The most buffers dropped before the loop looks after the others. */
    private static final int READS_PER_TURN = 8;

    private final Transport transport;
    private final TlsBuffers buffers;

    Farewell(Transport transport, TlsBuffers buffers) {
        this.transport = transport;
        this.buffers = buffers;
    }

    void begin(long nanos) {
        try {
            transport.shutdownOutput();
            transport.watch(true, false);
            transport.deadlineIn(nanos);
        } catch (IOException e) {
            transport.close();
        }
    }

    @Override
    public void onReadable() {
        byte[] scratch = buffers.loopBuffer().array();
        try {
            for (int i = 0; i < READS_PER_TURN; i++) {
                int count = transport.read(scratch, 0, scratch.length);
                if (count < 0) {
                    transport.close();
                }
                if (count <= 0) {
                    return;
                }
            }
        } catch (IOException e) {
            transport.close();
        }
    }

    @Override
    public void onWritable() {
        transport.watch(true, false);
    }

    @Override
    public void onReturned() {
        transport.close();
    }

    @Override
    public void onDeadline(boolean lent) {
        transport.close();
    }

    @Override
    public boolean closeIfIdle() {
        transport.close();
        return true;
    }

    @Override
    public void onClosed(boolean lent) {
        // nothing is held
    }
}
