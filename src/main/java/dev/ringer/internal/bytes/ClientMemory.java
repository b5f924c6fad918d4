package dev.ringer.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one connection, or a stream of it that another protocol has, makes the server keep: one number, on the account of
 * {@link BufferedMemory}. Whoever keeps something for the client takes it here before, and gives it back when it can be collected.
 * Thread-safe.
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
    private final ClientMemory connection; // null for a connection's own

    @SuppressWarnings("UnusedVariable") // its VarHandle changes it
    private volatile long bytes;

    /**
     * The memory of a new connection.
     *
     * @param account the server's
     */
    public ClientMemory(BufferedMemory account) {
        this.account = account;
        this.connection = null;
    }

    /**
     * The memory of a stream, which is its connection's too.
     *
     * @param connection the memory of the connection
     */
    public ClientMemory(ClientMemory connection) {
        this.account = connection.account;
        this.connection = connection;
    }

    /**
     * How much is kept.
     *
     * @return a number of bytes
     */
    public long bytes() {
        return bytes;
    }

    /**
     * Takes memory which must be had, as {@link BufferedMemory#take} does.
     *
     * @param more how much, in bytes
     */
    public void take(long more) {
        account.take(more); // before it is this one's, so that others are let go for it
        add(more);
    }

    /**
     * Takes memory for which others are let go where they can be, as {@link BufferedMemory#tryTake} does.
     *
     * @param more how much, in bytes
     * @return false if there is none
     */
    public boolean tryTake(long more) {
        boolean taken = account.tryTake(more);
        if (taken) {
            add(more);
        }
        return taken;
    }

    /**
     * Gives memory back.
     *
     * @param less as much as was taken, or a part of it
     */
    public void release(long less) {
        add(-less);
        account.release(less);
    }

    /** Gives back all there is, for a connection (not a stream) that nobody can reach any more. */
    public void releaseAll() {
        account.release((long) BYTES.getAndSet(this, 0L)); // once, although two threads may find that nobody can
    }

    /**
     * Rents a buffer.
     *
     * @param pool where from
     * @return as {@link BufferPool#rent()}, to be given back by {@link #giveBack}
     * @param <B> the kind of buffer
     */
    public <B> B rent(BufferPool<B> pool) {
        B buffer = pool.rent();
        add(pool.bytesEach());
        return buffer;
    }

    /**
     * Returns a buffer.
     *
     * @param pool where it came from
     * @param buffer what {@link #rent} gave
     * @param <B> the kind of buffer
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
