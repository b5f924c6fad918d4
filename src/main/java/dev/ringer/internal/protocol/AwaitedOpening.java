package dev.ringer.internal.protocol;

/**
 * A connection that no protocol serves yet, because its first bytes have not arrived. No request is in progress, so the
 * server may close the connection at any time. The deadline limits how long the first bytes may take.
 */
public abstract class AwaitedOpening extends Deadline implements ConnectionEvents {
    private final Transport transport;

    protected AwaitedOpening(Transport transport) {
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
    public final boolean awaitsFirstRequest() {
        return true;
    }

    @Override
    public final boolean closeIfIdle() {
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
