package dev.ringer.internal.protocol;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.Lock;
import javax.net.ssl.SSLSession;

/**
 * One connection as the transport offers it to a protocol: bytes that never block, waiting on request, one owner at a
 * time, one deadline.
 *
 * <p>A connection belongs either to its event loop or to the application (whichever thread works for the present
 * exchange). Only the owner reads. Writing goes by the protocol's own output lock. What a method says of its caller is
 * asserted.
 *
 * <pre>
 *              lend()                    giveBack(), nothing left over
 *   LOOP ────────────────► APP ──────────────────────────────────────► LOOP
 *                           │ giveBack(), bytes left or seen meanwhile
 *                           └──► queued ──► the loop takes it ──► onReturned()
 * </pre>
 */
public interface Transport {
    /**
     * Reads what is there. Owner only.
     *
     * @param to where to put the bytes
     * @param offset where to begin in {@code to}
     * @param length the most bytes to read; at least 1
     * @return the number of bytes read, 0 if there are none now, −1 at the end of the stream
     * @throws IOException if the connection is broken or closed
     */
    int read(byte[] to, int offset, int length) throws IOException;

    /**
     * Reads what is there. Owner only.
     *
     * @param to where to put the bytes, outside the heap so that none is copied on the way; its position moves
     * @return as {@link #read(byte[], int, int)}
     * @throws IOException if the connection is broken or closed
     */
    int read(ByteBuffer to) throws IOException;

    /**
     * Writes what the connection takes now. Holder of the output lock only.
     *
     * @param from the bytes; its position moves
     * @throws IOException if the connection is broken or closed
     */
    void write(ByteBuffer from) throws IOException;

    /**
     * Blocks until {@link #read} may find something. For the application's threads, the loop's own among them.
     *
     * @param timeoutNanos the longest wait, {@link Long#MAX_VALUE} for no limit
     * @return false if that time has passed
     * @throws IOException if the connection was closed meanwhile, or the thread was interrupted, which closes it
     */
    boolean awaitReadable(long timeoutNanos) throws IOException;

    /**
     * Blocks until {@link #write} may get rid of something. For the application's threads, the loop's own among them.
     *
     * @param timeoutNanos the longest wait, {@link Long#MAX_VALUE} for no limit
     * @return false if that time has passed
     * @throws IOException if the connection was closed meanwhile, or the thread was interrupted, which closes it
     */
    boolean awaitWritable(long timeoutNanos) throws IOException;

    /**
     * Gives the connection to the application. Loop only.
     *
     * @param inputExpected whether the application will read from it: the loop then stops watching for input
     */
    void lend(boolean inputExpected);

    /**
     * Gives the connection back to its loop. The application's last act on it.
     *
     * @param leftover whether there is something to do that no selector will report: buffered input, or a state to drive
     */
    void giveBack(boolean leftover);

    /**
     * Whether the loop owns the connection and it is open.
     *
     * @return false while it is lent or queued to the loop, and once it is closed
     */
    boolean ownedByLoop();

    /**
     * Takes a lock that is held for long at times; a loop's thread goes on turning its loop meanwhile, since the holder may
     * need it.
     *
     * @param lock the lock
     */
    void acquire(Lock lock);

    /**
     * Whether the calling thread is the loop's.
     *
     * @return true on the event loop of this connection
     */
    boolean onLoop();

    /**
     * Runs something on the loop, soon, when it runs no handler. Any thread.
     *
     * @param task what to run
     */
    void execute(Runnable task);

    /**
     * Whether the loop is free to run a handler: not while a handler of its waits. Loop only.
     *
     * @return false if whatever may run a handler must go through {@link #whenFree}
     */
    boolean free();

    /**
     * Runs something on the loop as soon as it is {@link #free()}. Loop only.
     *
     * @param task what to run
     */
    void whenFree(Runnable task);

    /**
     * Which events are wanted while the loop owns the connection. Loop only.
     *
     * @param readable whether to call {@link Events#onReadable()}
     * @param writable whether to call {@link Events#onWritable()}
     */
    void watch(boolean readable, boolean writable);

    /**
     * Sets the one deadline of the connection. Set by another thread than the loop's it may be met a second late.
     *
     * @param nanos from now, {@link Long#MAX_VALUE} for none
     */
    void deadlineIn(long nanos);

    /**
     * Sends the end of the stream after what has been written; reading goes on.
     *
     * @throws IOException if the connection is broken or closed
     */
    void shutdownOutput() throws IOException;

    /** Closes the connection, once, whatever is in progress. Any thread. */
    void close();

    /**
     * Closes the connection where nothing is cut off by that, and says so to the client if there is a way: over TLS a
     * response that only the end of the connection ends would otherwise look truncated. Any thread.
     */
    default void closeInOrder() {
        close();
    }

    /**
     * Whether {@link #close()} was called.
     *
     * @return true from the moment that anybody closed the connection
     */
    boolean closed();

    /**
     * The server's end.
     *
     * @return never null, also after the end of the connection
     */
    InetSocketAddress localAddress();

    /**
     * The client's end.
     *
     * @return never null, also after the end of the connection
     */
    InetSocketAddress remoteAddress();

    /**
     * What was negotiated with the client.
     *
     * @return the session, also after the end of the connection; null for clear text
     */
    default SSLSession tlsSession() {
        return null;
    }

    /** What a connection tells its protocol, always on the loop and, but for the last, only while the loop owns it. */
    interface Events {
        /** There may be something to read. */
        void onReadable();

        /** There may be room to write. */
        void onWritable();

        /** The application gave the connection back with something left to do. */
        void onReturned();

        /**
         * The deadline has passed, which removes it.
         *
         * @param lent whether the application owns the connection
         */
        void onDeadline(boolean lent);

        /**
         * The server wants to end: close the connection now if nothing is in progress on it, and say so.
         *
         * @return false if something is in progress
         */
        boolean closeIfIdle();

        /**
         * The connection has been closed, by whomever.
         *
         * @param lent whether the application owns the connection, which then cleans up itself
         */
        void onClosed(boolean lent);
    }

    /** Makes the protocol's side of a connection, on the loop that will own it. */
    interface EventsFactory {
        /**
         * Takes up a new connection.
         *
         * @param transport the connection, owned by the loop
         * @return who is told of its events
         */
        Events open(Transport transport);
    }
}
