package dev.ringer.internal.protocol;

/**
 * A connection that no protocol serves: its first bytes have not arrived yet, or its last answer has been written. So
 * the server may close the connection at any time. The deadline limits how long the client may take.
 */
public abstract class UnservedConnection extends Deadline implements ConnectionEvents {
    private final Transport transport;

    protected UnservedConnection(Transport transport) {
        this.transport = transport;
    }

    @Override
    protected final Transport transport() {
        return transport;
    }

    @Override
    public final void onWritable() {
        transport.watchRoom(false);
    }

    @Override
    public boolean awaitsFirstRequest() {
        return true;
    }

    @Override
    public boolean closeIfIdle() {
        transport.close();
        return true;
    }

    @Override
    public final void onClosed() {
        transport.loop().schedule(this, Long.MAX_VALUE);
        transport.release();
    }

    @Override
    public final boolean evictable() {
        return true;
    }

    @Override
    public final boolean evict() {
        transport.close();
        return true;
    }
}
