package dev.ringer.internal.protocol;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.observe.ConnectionRecord;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import javax.net.ssl.SSLSession;

/**
 * The bytes of one connection, as a protocol moves them: reading and writing never block, waiting is a call of its own.
 *
 * <p>Input is read by one thread at a time. While it is watched that is the connection's loop; a protocol that lets a
 * handler's thread read stops watching first. Output goes by a lock of the protocol's own. Threads: what a method says.
 */
public interface Transport {
    /**
     * Reads what is there. For the thread whose turn it is to read.
     *
     * @param to where to put the bytes
     * @param offset where to begin in {@code to}
     * @param length the most bytes to read; at least 1
     * @return the number of bytes read, 0 if there are none now, −1 at the end of the stream
     * @throws IOException if the connection is broken or closed
     */
    int read(byte[] to, int offset, int length) throws IOException;

    /**
     * Reads what is there. For the thread whose turn it is to read.
     *
     * @param to where to put the bytes, outside the heap so that none is copied on the way; its position moves
     * @return as {@link #read(byte[], int, int)}
     * @throws IOException if the connection is broken or closed
     */
    int read(ByteBuffer to) throws IOException;

    /**
     * Reads what is there and forgets it, decrypted or not: nothing can be read after that. Loop only.
     *
     * @param scratch where to put it
     * @return as {@link #read(byte[], int, int)}
     * @throws IOException if the connection is broken or closed
     */
    default int drop(byte[] scratch) throws IOException {
        return read(scratch, 0, scratch.length);
    }

    /**
     * Whether {@link #read} finds something that the loop's selector cannot know of, such as a record that has been received
     * but not decrypted. For the thread whose turn it is to read.
     *
     * @return false for a transport that keeps nothing
     */
    default boolean holdsInput() {
        return false;
    }

    /**
     * How many bytes have come of something of which {@link #read} gives none yet, such as a record: progress all the same. For
     * the thread whose turn it is to read.
     *
     * @return a number of bytes as received
     */
    default int receivedInPart() {
        return 0;
    }

    /**
     * Writes what the connection takes now. For the holder of the output's lock.
     *
     * @param from the bytes; its position moves
     * @throws IOException if the connection is broken or closed
     */
    void write(ByteBuffer from) throws IOException;

    /**
     * How many bytes have gone of something of which {@link #write} counts none yet: progress all the same. For the holder of
     * the output's lock.
     *
     * @return a number of bytes as sent
     */
    default int sentInPart() {
        return 0;
    }

    /**
     * Whether the connection below judges by itself if the client takes what waits, as that of a stream does: only it sees the
     * socket.
     *
     * @return false if it is left to the protocol above to give up a client that takes nothing
     */
    default boolean judgesReader() {
        return false;
    }

    /**
     * The protocol above has asked its client for an answer, which is to be let in although nothing else may be. Loop only.
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
     * Writes of a file what the connection takes now, without a copy. For the holder of the output's lock.
     *
     * @param source the file
     * @param position where to begin
     * @param count the most bytes to write
     * @return the number of bytes written; 0 if there is no room, or if the file ends before {@code position}
     * @throws IOException if the connection is broken or closed, or the file cannot be read, which closes it
     */
    default long transferFrom(FileChannel source, long position, long count) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Blocks until {@link #read} may find something. For threads of the application, where the transport is a connection: a
     * stream that became a transport is the loop's alone.
     *
     * @param timeoutNanos the longest wait, {@link Long#MAX_VALUE} for no limit
     * @return false if that time has passed
     * @throws IOException if the connection was closed meanwhile, or the thread was interrupted, which closes it
     */
    default boolean awaitReadable(long timeoutNanos) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Blocks until {@link #write} may get rid of something. For threads of the application, as {@link #awaitReadable}.
     *
     * @param timeoutNanos the longest wait, {@link Long#MAX_VALUE} for no limit
     * @return false if that time has passed
     * @throws IOException if the connection was closed meanwhile, or the thread was interrupted, which closes it
     */
    default boolean awaitWritable(long timeoutNanos) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Whether the loop is to call {@link ConnectionEvents#onReadable()}; at the beginning it is. Loop only.
     *
     * @param wanted whether input is looked for
     */
    void watchInput(boolean wanted);

    /**
     * Whether the loop is to call {@link ConnectionEvents#onWritable()}; at the beginning it is not. Loop only.
     *
     * @param wanted whether room is looked for
     */
    void watchRoom(boolean wanted);

    /**
     * Says who is told of the connection's events from now on. Loop only.
     *
     * @param events the protocol's side of this connection
     */
    void serveBy(ConnectionEvents events);

    /**
     * Sends the end of the stream after what has been written; reading goes on.
     *
     * @throws IOException if the connection is broken or closed
     */
    void shutdownOutput() throws IOException;

    /**
     * The end of what is being sent is the end of the connection and nothing else. From now on only {@link #closeInOrder} and
     * {@link #shutdownOutput} look like an end: if the connection is closed otherwise, the client can tell that something is
     * missing. For the holder of the output's lock.
     *
     * @throws IOException if the connection is broken or closed
     */
    default void endsWithConnection() throws IOException {}

    /**
     * Closes the connection if its client has reset it, so that it holds no descriptor while its request waits for a thread. What
     * has arrived stays, and so does a connection whose client has only ended what it sends. Loop only, while no thread reads, in
     * {@link ConnectionEvents#onReadable()}.
     */
    default void closeIfReset() {}

    /** Closes the connection, once, also in the middle of an exchange. Any thread. */
    void close();

    /**
     * Closes the connection where nothing is cut off by that, and says so to the client if there is a way: over TLS a
     * response that only the end of the connection ends would otherwise look truncated. Any thread.
     */
    default void closeInOrder() {
        close();
    }

    /**
     * Closes the connection because of a fault that the server did not expect, and logs it: one connection's fault is no
     * other's. Any thread.
     *
     * @param fault what was thrown
     */
    void fail(Throwable fault);

    /**
     * The application has heard of the end, and is no more at work for this client. A protocol that has taken up
     * a transport by {@link HttpStream#switchTo} says so exactly once, whether it ends well or fails. Until then a stream counts
     * among those that its client may have: else a client that resets them could keep any number at work. Any thread.
     */
    default void onServed() {}

    /** Gives back what the transport holds for a closed connection, once no thread reads any more. Loop only. */
    default void release() {}

    /**
     * Whether {@link #close()} was called.
     *
     * @return true from that moment on
     */
    boolean closed();

    /**
     * The memory that the server keeps for this client. A class that keeps something takes its size there.
     *
     * @return the same one for the life of the connection
     */
    ClientMemory memory();

    /**
     * The loop of this connection.
     *
     * @return the same one for the life of the connection
     */
    Loop loop();

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
     * What a trusted proxy told of this connection before its first byte.
     *
     * @return null where nothing was told
     */
    default Relay relay() {
        return null;
    }

    /**
     * What is recorded of this connection.
     *
     * @return null where nothing is
     */
    default ConnectionRecord record() {
        return null;
    }

    /**
     * What was negotiated with the client.
     *
     * @return the session, also after the end of the connection; null for clear text
     */
    default SSLSession tlsSession() {
        return null;
    }
}
