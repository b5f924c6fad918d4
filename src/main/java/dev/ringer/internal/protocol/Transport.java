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
 * <p>One thread at a time, the reader, reads the input. The loop is the reader while it watches the input. A protocol
 * stops watching before it lets the thread of a handler read. A lock of the protocol guards the output. Each method
 * says which threads may call it.
 */
public interface Transport extends Deadline.Owner {
    /**
     * Reads the bytes that have arrived. Called by the reader.
     *
     * @param length the most bytes to read; at least 1
     * @return the number of bytes read; 0 if there are none now; −1 at the end of the stream
     * @throws IOException if the connection is broken or closed
     */
    int read(byte[] to, int offset, int length) throws IOException;

    /**
     * Reads the bytes that have arrived. Called by the reader.
     *
     * @param to a direct buffer, which saves a copy; its position moves
     * @return as {@link #read(byte[], int, int)}
     * @throws IOException if the connection is broken or closed
     */
    int read(ByteBuffer to) throws IOException;

    /**
     * Reads the bytes that have arrived and drops them, without decrypting them. The connection cannot be read after
     * that. Loop only.
     *
     * @param scratch a buffer for the dropped bytes
     * @return as {@link #read(byte[], int, int)}
     * @throws IOException if the connection is broken or closed
     */
    default int drop(byte[] scratch) throws IOException {
        return read(scratch, 0, scratch.length);
    }

    /**
     * Whether {@link #read} would find bytes that the selector does not report, such as a received record that is not
     * decrypted yet. Called by the reader.
     */
    default boolean holdsInput() {
        return false;
    }

    /**
     * Returns how many bytes have arrived that {@link #read} cannot return yet, such as the bytes of an incomplete
     * record. These bytes count as progress of the client. Called by the reader.
     */
    default int receivedInPart() {
        return 0;
    }

    /**
     * Writes as many bytes as the connection takes now. Called by the holder of the output lock.
     *
     * @param from the bytes; its position moves
     * @throws IOException if the connection is broken or closed
     */
    void write(ByteBuffer from) throws IOException;

    /**
     * Returns how many bytes have left that {@link #write} does not count yet, such as the first bytes of a record.
     * These bytes count as progress of the client. Called by the holder of the output lock.
     */
    default int sentInPart() {
        return 0;
    }

    /**
     * Whether a layer below the protocol checks that the client reads fast enough. True for a stream: its connection
     * checks the client, because only the connection sees the socket. If false, the protocol must check the client.
     */
    default boolean judgesReader() {
        return false;
    }

    /**
     * Whether the client may still wait for output after the end of its input. True for a stream, because the end of
     * the input is only the end of the request. On a connection, the end of the input means that the client has gone.
     */
    default boolean outlivesInput() {
        return false;
    }

    /**
     * Called when the protocol above has asked its client for an answer, such as a pong. The transport must then accept
     * the answer, even if it accepts no other input. Loop only.
     */
    default void awaitsAnswer() {}

    /**
     * Whether {@link #transferFrom} is supported. False if the transport must read the bytes, for example to encrypt
     * them.
     */
    default boolean sendsFiles() {
        return false;
    }

    /**
     * Writes as many bytes of a file as the connection takes now, without a copy. Called by the holder of the output
     * lock.
     *
     * @param position where to begin in the file
     * @param count the most bytes to write
     * @return the number of bytes written; 0 if the socket is full, or if the file ends before {@code position}
     * @throws IOException if the connection is broken or closed, or the file cannot be read, which closes the
     *     connection
     */
    default long transferFrom(FileChannel source, long position, long count) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Blocks until {@link #read} may find something. For application threads. A stream that became a transport does not
     * support it, since only the loop uses such a stream.
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
     * Sets whether the loop calls {@link ConnectionEvents#onReadable()}. At the beginning of a connection, the loop
     * calls it. Loop only.
     */
    void watchInput(boolean wanted);

    /**
     * Sets whether the loop calls {@link ConnectionEvents#onWritable()}. At the beginning of a connection, the loop
     * does not call it. Loop only.
     */
    void watchRoom(boolean wanted);

    /** Sets the receiver of the connection's events from now on. Loop only. */
    void serveBy(ConnectionEvents events);

    /**
     * Sends the end of the stream, after the bytes that have been written. Reading remains possible.
     *
     * @throws IOException if the connection is broken or closed
     */
    void shutdownOutput() throws IOException;

    /**
     * Called when the end of the connection marks the end of a response. From now on, only {@link #closeInOrder} and
     * {@link #shutdownOutput} look like the end of that response. Any other close is a reset, so that the client can
     * see that bytes are missing. Called by the holder of the output lock.
     *
     * @throws IOException if the connection is broken or closed
     */
    default void endsWithConnection() throws IOException {}

    /**
     * Closes the connection if its client has reset it. Without this call, the connection would use a descriptor while
     * its request waits for a thread. No received bytes are lost. If the client has only ended its output, the
     * connection stays open. Loop only, while no thread reads, in {@link ConnectionEvents#onReadable()}.
     */
    default void closeIfReset() {}

    /** Closes the connection, also in the middle of an exchange. Further calls do nothing. Any thread may call this. */
    void close();

    /**
     * Closes the connection after a complete response. Over TLS, sends {@code close_notify} first: without it, a
     * response that ends with the connection would look truncated. Any thread may call this.
     */
    default void closeInOrder() {
        close();
    }

    /**
     * Called when the application was notified of the end of the connection, and does no more work for this client. A
     * protocol that has taken over a transport by {@link HttpStream#switchTo} calls this method exactly once, even if
     * the protocol fails. Until this call, a stream counts towards the limit of its client. Otherwise a client that
     * resets streams could keep any number of listeners busy. Any thread may call this.
     */
    default void onServed() {}

    /** Releases the buffers of a closed connection. Called when no thread reads any more. Loop only. */
    default void release() {}

    /** Whether {@link #close()} was called. */
    @Override
    boolean closed();

    /**
     * Returns the object that counts the memory that the server retains for this client. Always returns the same
     * object. Code that retains memory for the client counts that memory there.
     */
    ClientMemory memory();

    /** Returns the loop of this connection, always the same. */
    Loop loop();

    /** Returns the address of the server's end, also after the end of the connection. Never null. */
    InetSocketAddress localAddress();

    /** Returns the address of the client's end, also after the end of the connection. Never null. */
    InetSocketAddress remoteAddress();

    /**
     * Returns the data that a trusted proxy has sent about this connection, before its first byte; null if no proxy has
     * sent data.
     */
    default Relay relay() {
        return null;
    }

    /** Returns the record of this connection; null if nobody records it. */
    default ConnectionRecord record() {
        return null;
    }

    /** Returns the TLS session with the client, also after the end of the connection; null for clear text. */
    default SSLSession tlsSession() {
        return null;
    }
}
