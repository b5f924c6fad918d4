package dev.ringer.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts the memory that a server retains for one connection, or for a stream that another protocol uses. It is one
 * number of the account ({@link BufferedMemory}). Code that retains something for the client takes the memory here
 * first. It releases the memory when the garbage collector can free it. Thread-safe.
 */
public final class ClientMemory {
    private static final VarHandle BYTES;

    static {
        try {
            BYTES = MethodHandles.lookup().findVarHandle(ClientMemory.class, "bytes", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final BufferedMemory account;
    private final ClientMemory connection; // null if this object counts the memory of a connection

    @SuppressWarnings("UnusedVariable") // BYTES, its VarHandle, changes it
    private volatile long bytes;

    /** Makes the count of a new connection. */
    public ClientMemory(BufferedMemory account) {
        this.account = account;
        this.connection = null;
    }

    /** Makes the count of a stream. Bytes that the stream takes count for its connection too. */
    public ClientMemory(ClientMemory connection) {
        this.account = connection.account;
        this.connection = connection;
    }

    /** Returns how many bytes the server retains. */
    public long bytes() {
        return bytes;
    }

    /** Takes bytes that cannot be refused, as {@link BufferedMemory#take} does. */
    public void take(long more) {
        account.take(more); // first, so that the account evicts other connections and not this one
        add(more);
    }

    /**
     * Takes bytes that can be refused, as {@link BufferedMemory#tryTake} does.
     *
     * @return false if they were refused
     */
    public boolean tryTake(long more) {
        boolean taken = account.tryTake(more);
        if (taken) {
            add(more);
        }
        return taken;
    }

    /** Releases all bytes that were taken, or a part of them. */
    public void release(long less) {
        add(-less);
        account.release(less);
    }

    /** Releases all bytes of a connection that was garbage collected. Must not be called for a stream. */
    public void releaseAll() {
        // Two threads may find at once that the connection was garbage collected. Only one of them gets the number.
        account.release((long) BYTES.getAndSet(this, 0L));
    }

    /** Rents a buffer, as {@link BufferPool#rent()} does. The caller gives it back by {@link #giveBack}. */
    public <B> B rent(BufferPool<B> pool) {
        B buffer = pool.rent();
        add(pool.bytesEach());
        return buffer;
    }

    /** Gives a buffer from {@link #rent} back to its pool. */
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
