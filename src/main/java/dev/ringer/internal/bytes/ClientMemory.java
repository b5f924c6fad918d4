package dev.ringer.internal.bytes;

import dev.ringer.internal.threads.AtomicField;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts the memory that a server retains for one connection, or for one HTTP/2 stream that another protocol such as
 * WebSocket uses. The sum of these counts is the server's account ({@link BufferedMemory}). Code that retains memory
 * for a client must first take it here, and later release it. Thread-safe.
 */
public final class ClientMemory {
    private static final VarHandle BYTES = AtomicField.of(MethodHandles.lookup(), "bytes", long.class);

    private final BufferedMemory account;
    // the count of the stream's connection; null if this object is the count of a connection
    private final ClientMemory connection;

    @SuppressWarnings("UnusedVariable") // changed only through the VarHandle BYTES
    private volatile long bytes;

    /** Makes the count for a new connection. */
    public ClientMemory(BufferedMemory account) {
        this.account = account;
        this.connection = null;
    }

    /** Makes the count for a stream. Bytes that the stream takes are also counted for its connection. */
    public ClientMemory(ClientMemory connection) {
        this.account = connection.account;
        this.connection = connection;
    }

    public long bytes() {
        return bytes;
    }

    /** Takes bytes that the caller needs in any case, as {@link BufferedMemory#take} does. */
    public void take(long more) {
        // Add the bytes to this count only after account.take(). Otherwise the account, which evicts large connections
        // first, might evict this connection because of these very bytes.
        account.take(more);
        add(more);
    }

    /**
     * Takes bytes unless the server's memory limit would be exceeded, as {@link BufferedMemory#tryTake} does.
     *
     * @return false if nothing was taken
     */
    public boolean tryTake(long more) {
        boolean taken = account.tryTake(more);
        if (taken) {
            add(more);
        }
        return taken;
    }

    public void release(long less) {
        add(-less);
        account.release(less);
    }

    /** Releases all bytes of a connection that was garbage collected. Must not be called for a stream. */
    public void releaseAll() {
        // getAndSet: two threads may find at the same time that the connection was garbage collected, but only one may
        // release
        account.release((long) BYTES.getAndSet(this, 0L));
    }

    /** Rents a buffer, as {@link BufferPool#rent()} does. The caller must later call {@link #giveBack}. */
    public <B> B rent(BufferPool<B> pool) {
        B buffer = pool.rent();
        add(pool.bytesEach());
        return buffer;
    }

    /** Rents a buffer, as {@link BufferPool#tryRent()} does. Returns null if memory is scarce. */
    public <B> B tryRent(BufferPool<B> pool) {
        B buffer = pool.tryRent();
        if (buffer != null) {
            add(pool.bytesEach());
        }
        return buffer;
    }

    /** Gives a buffer from {@link #rent} or {@link #tryRent} back to its pool. */
    public <B> void giveBack(BufferPool<B> pool, B buffer) {
        pool.release(buffer);
        add(-pool.bytesEach());
    }

    private void add(long more) {
        BYTES.getAndAdd(this, more);
        if (connection != null) {
            connection.add(more);
        }
    }
}
