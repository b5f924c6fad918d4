package dev.ringer.internal.protocol;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.observe.ConnectionRecord;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import javax.net.ssl.SSLSession;

/**
 * The bytes of one connection, as a protocol moves them. Reading and writing never block. Waiting is a separate call.
 *
 * <p>One thread at a time reads the input. While the input is watched, this is the connection's loop. A protocol that
 * lets a handler's thread read stops watching first. A lock of the protocol guards the output. Each method says which
 * threads may call it.
 */
public interface Transport extends Deadline.Owner {
    /**
     * Reads the bytes that are there. Called by the thread whose turn it is to read.
     *
     * @param to where to put the bytes
     * @param offset where to begin in {@code to}
     * @param length the most bytes to read; at least 1
     * @return the number of bytes read; 0 if there are none now; −1 at the end of the stream
     * @throws IOException if the connection is broken or closed
     */
    int read(byte[] to, int offset, int length) throws IOException;

    /**
     * Reads the bytes that are there. Called by the thread whose turn it is to read.
     *
     * @param to where to put the bytes, outside the heap so that none is copied on the way; its position moves
     * @return as {@link #read(byte[], int, int)}
     * @throws IOException if the connection is broken or closed
     */
    int read(ByteBuffer to) throws IOException;

    /**
     * Reads the bytes that are there and drops them, decrypted or not. Nothing can be read after that. Loop only.
     *
     * @param scratch a buffer for the dropped bytes
     * @return as {@link #read(byte[], int, int)}
     * @throws IOException if the connection is broken or closed
     */
    default int drop(byte[] scratch) throws IOException {
        return read(scratch, 0, scratch.length);
    }

    /**
     * Whether {@link #read} finds something that the loop's selector cannot know of, such as a record that was received
     * but not decrypted. Called by the thread whose turn it is to read.
     *
     * @return false for a transport that retains nothing
     */
    default boolean holdsInput() {
        return false;
    }

    /**
     * Returns how many bytes have arrived of something that {@link #read} does not give yet, such as an incomplete
     * record. They are progress all the same. Called by the thread whose turn it is to read.
     *
     * @return a number of bytes as received
     */
    default int receivedInPart() {
        return 0;
    }

    /**
     * Writes the bytes that the connection takes now. Called by the holder of the output's lock.
     *
     * @param from the bytes; its position moves
     * @throws IOException if the connection is broken or closed
     */
    void write(ByteBuffer from) throws IOException;

    /**
     * Returns how many bytes have left of something that {@link #write} does not count yet. They are progress all the
     * same. Called by the holder of the output's lock.
     *
     * @return a number of bytes as sent
     */
    default int sentInPart() {
        return 0;
    }

    /**
     * Whether the connection below checks by itself that the client takes what waits. The connection of a stream does
     * so, since only it sees the socket.
     *
     * @return false if the protocol above must give up a client that does not read
     */
    default boolean judgesReader() {
        return false;
    }

    /**
     * Notes that the protocol above has asked its client for an answer. The answer must be let in, even if nothing else
     * may be. Loop only.
     */
    default void awaitsAnswer() {}

    /**
     * Whether {@link #transferFrom} can be used.
     *
     * @return false for a transport that must see the bytes
     */
    default boolean sendsFiles() {
        return false;
    }

    /**
     * Writes the bytes of a file that the connection takes now, without a copy. Called by the holder of the output's
     * lock.
     *
     * @param source the file
     * @param position where to begin
     * @param count the most bytes to write
     * @return the number of bytes written; 0 if there is no room, or if the file ends before {@code position}
     * @throws IOException if the connection is broken or closed, or the file cannot be read, which closes the
     *     connection
     */
    default long transferFrom(FileChannel source, long position, long count) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Blocks until {@link #read} may find something. For application threads, if the transport is a connection. Only
     * the loop uses a stream that became a transport.
     *
     * @param timeoutNanos the longest wait; {@link Long#MAX_VALUE} for no limit
     * @return false if that time has passed
     * @throws IOException if the connection was closed meanwhile, or the thread was interrupted, which closes the
     *     connection
     */
    default boolean awaitReadable(long timeoutNanos) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Blocks until {@link #write} may write something. For application threads, as {@link #awaitReadable}.
     *
     * @param timeoutNanos the longest wait; {@link Long#MAX_VALUE} for no limit
     * @return false if that time has passed
     * @throws IOException if the connection was closed meanwhile, or the thread was interrupted, which closes the
     *     connection
     */
    default boolean awaitWritable(long timeoutNanos) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Sets whether the loop calls {@link ConnectionEvents#onReadable()}. At the beginning it does. Loop only.
     *
     * @param wanted whether the loop watches for input
     */
    void watchInput(boolean wanted);

    /**
     * Sets whether the loop calls {@link ConnectionEvents#onWritable()}. At the beginning it does not. Loop only.
     *
     * @param wanted whether the loop watches until the connection is writable
     */
    void watchRoom(boolean wanted);

    /**
     * Sets the object that the loop calls for the connection's events from now on. Loop only.
     *
     * @param events the protocol's side of this connection
     */
    void serveBy(ConnectionEvents events);

    /**
     * Sends the end of the stream after the bytes that have been written. Reading goes on.
     *
     * @throws IOException if the connection is broken or closed
     */
    void shutdownOutput() throws IOException;

    /**
     * Says that nothing but the end of the connection ends what is being sent. From now on only {@link #closeInOrder}
     * and {@link #shutdownOutput} look like an end. If the connection is closed otherwise, the client can see that
     * something is missing. Called by the holder of the output's lock.
     *
     * @throws IOException if the connection is broken or closed
     */
    default void endsWithConnection() throws IOException {}

    /**
     * Closes the connection if its client has reset it, so that it holds no descriptor while its request waits for a
     * thread. The bytes that have arrived stay. A connection whose client has only ended its own output stays open.
     * Loop only, while no thread reads, in {@link ConnectionEvents#onReadable()}.
     */
    default void closeIfReset() {}

    /** Closes the connection, once, also in the middle of an exchange. Any thread. */
    void close();

    /**
     * Closes the connection where that cuts nothing off, and says so to the client if there is a way. Over TLS, a
     * response that only the end of the connection ends would otherwise look truncated. Any thread.
     */
    default void closeInOrder() {
        close();
    }

    /**
     * Notes that the application knows of the end, and does no more work for this client. A protocol that has taken
     * over a transport by {@link HttpStream#switchTo} calls this exactly once, whether it ends well or fails. Until
     * then a stream counts among those that its client may have. Otherwise a client that resets streams could keep any
     * number of them at work. Any thread.
     */
    default void onServed() {}

    /** Gives back what the transport holds for a closed connection. Called when no thread reads any more. Loop only. */
    default void release() {}

    /** Whether {@link #close()} was called. */
    @Override
    boolean closed();

    /**
     * Returns the memory that the server retains for this client. A class that retains something takes its size there.
     *
     * @return the same one for the life of the connection
     */
    ClientMemory memory();

    /**
     * Returns the loop of this connection.
     *
     * @return the same one for the life of the connection
     */
    Loop loop();

    /**
     * Returns the server's end.
     *
     * @return never null, also after the end of the connection
     */
    InetSocketAddress localAddress();

    /**
     * Returns the client's end.
     *
     * @return never null, also after the end of the connection
     */
    InetSocketAddress remoteAddress();

    /**
     * Returns what a trusted proxy sent about this connection before its first byte.
     *
     * @return null if no proxy sent anything
     */
    default Relay relay() {
        return null;
    }

    /**
     * Returns the record of this connection.
     *
     * @return null if nothing is recorded
     */
    default ConnectionRecord record() {
        return null;
    }

    /**
     * Returns what was negotiated with the client.
     *
     * @return the session, also after the end of the connection; null for clear text
     */
    default SSLSession tlsSession() {
        return null;
    }
}
