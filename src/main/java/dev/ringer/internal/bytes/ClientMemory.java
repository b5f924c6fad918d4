package dev.ringer.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The memory that a server retains for one connection, or for a stream of it that another protocol uses. It is one
 * number on the account of {@link BufferedMemory}. Code that retains something for the client takes the memory here
 * first, and releases it when the garbage collector can free it. Thread-safe.
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
    private final ClientMemory connection; // null if this is the memory of a connection

    @SuppressWarnings("UnusedVariable") // its VarHandle changes it
    private volatile long bytes;

    /**
     * Makes the memory of a new connection.
     *
     * @param account the account of the server
     */
    public ClientMemory(BufferedMemory account) {
        this.account = account;
        this.connection = null;
    }

    /**
     * Makes the memory of a stream, which counts for its connection too.
     *
     * @param connection the memory of the connection
     */
    public ClientMemory(ClientMemory connection) {
        this.account = connection.account;
        this.connection = connection;
    }

    /**
     * Returns the memory that the server retains.
     *
     * @return the number of bytes
     */
    public long bytes() {
        return bytes;
    }

    /**
     * Takes memory that cannot be refused, as {@link BufferedMemory#take} does.
     *
     * @param more the number of bytes
     */
    public void take(long more) {
        account.take(more); // before the bytes count here, so that others are evicted for them
        add(more);
    }

    /**
     * Takes memory that can be refused, and for which others are evicted if possible, as {@link BufferedMemory#tryTake}
     * does.
     *
     * @param more the number of bytes
     * @return false if the memory was refused
     */
    public boolean tryTake(long more) {
        boolean taken = account.tryTake(more);
        if (taken) {
            add(more);
        }
        return taken;
    }

    /**
     * Releases memory.
     *
     * @param less the number of bytes; all or a part of those taken
     */
    public void release(long less) {
        add(-less);
        account.release(less);
    }

    /** Releases all memory of a connection (not a stream) that nobody can reach any more. */
    public void releaseAll() {
        // Only once, although two threads may both find that nobody can reach the connection.
        account.release((long) BYTES.getAndSet(this, 0L));
    }

    /**
     * Rents a buffer.
     *
     * @param pool the pool
     * @return a buffer as from {@link BufferPool#rent()}; the caller gives it back by {@link #giveBack}
     * @param <B> the type of the buffer
     */
    public <B> B rent(BufferPool<B> pool) {
        B buffer = pool.rent();
        add(pool.bytesEach());
        return buffer;
    }

    /**
     * Gives a buffer back to its pool.
     *
     * @param pool the pool of the buffer
     * @param buffer a buffer from {@link #rent}
     * @param <B> the type of the buffer
     */
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
