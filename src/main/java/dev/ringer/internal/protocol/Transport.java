package dev.ringer.internal.protocol;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.observe.ConnectionRecord;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import javax.net.ssl.SSLSession;

/**
 * Reads and writes the bytes of one connection, for a protocol. Reading and writing never block. Only
 * {@link #awaitReadable} and {@link #awaitWritable} do. Methods throw an {@link IOException} if the connection is
 * broken or closed.
 *
 * <p>Only one thread at a time, called the reader, may read. While the loop watches the input, the loop is the reader.
 * A protocol must end this watching before a handler's thread may read. Each protocol has an output lock, and only the
 * thread that holds this lock may write. Each method says which threads may call it.
 */
public interface Transport {
    /**
     * The size of an output buffer in bytes. Over TLS, a full buffer is sent as two full records, because with TLS 1.3
     * the JDK puts 16,367 bytes into each record. A larger buffer would need a third record.
     */
    int OUTPUT_SIZE = 2 * 16_367;

    /**
     * Reads the bytes that have arrived. Called by the reader.
     *
     * @param length the most bytes to read; at least 1
     * @return the number of bytes read; 0 if there are none now; −1 at the end of the stream
     */
    int read(byte[] to, int offset, int length) throws IOException;

    /**
     * Reads the bytes that have arrived. Called by the reader.
     *
     * @param to the buffer to read into, whose position moves; a direct buffer saves a copy
     * @return the same as {@link #read(byte[], int, int)}
     */
    int read(ByteBuffer to) throws IOException;

    /**
     * Reads the bytes that have arrived and drops them, without decrypting them. After that, the connection cannot be
     * read any more. Called by the loop.
     *
     * @param scratch a buffer for the dropped bytes
     * @return the same as {@link #read(byte[], int, int)}
     */
    default int drop(byte[] scratch) throws IOException {
        return read(scratch, 0, scratch.length);
    }

    /**
     * Whether {@link #read} would find bytes, such as a TLS record that was received but not decrypted yet, although
     * the selector does not report the socket as readable. Called by the reader.
     */
    default boolean holdsInput() {
        return false;
    }

    /**
     * Returns the number of received bytes that {@link #read} cannot return yet, such as the first bytes of a TLS
     * record. These bytes count when the server checks whether the client sends fast enough. Called by the reader.
     */
    default int receivedInPart() {
        return 0;
    }

    /**
     * Writes as many bytes as the connection accepts now. Called by the holder of the output lock.
     *
     * @param from the bytes; the position of the buffer moves
     */
    void write(ByteBuffer from) throws IOException;

    /**
     * Returns how many bytes of an incomplete TLS record the socket has accepted; 0 in clear text. {@link #write}
     * counts the content of a record only when the whole record is sent. So without this number, a client that reads a
     * record slowly would seem to read nothing. Called by the holder of the output lock.
     */
    default int sentInPart() {
        return 0;
    }

    /**
     * Whether something other than the protocol already checks that the client reads fast enough. True for a stream of
     * HTTP/2, whose connection checks the client, because only the connection sees the socket. If false, the protocol
     * must check the client.
     */
    default boolean judgesReader() {
        return false;
    }

    /**
     * Whether the client may still wait for output after the end of its input. True for a stream of HTTP/2, because the
     * end of its input is only the end of the request. False for a connection: the end of its input means that the
     * client has closed the connection.
     */
    default boolean outlivesInput() {
        return false;
    }

    /**
     * Whether {@link #transferFrom} is supported. False if the bytes must pass through memory, for example to be
     * encrypted.
     */
    default boolean sendsFiles() {
        return false;
    }

    /**
     * Writes as many bytes as the connection accepts now, directly from a file. Called by the holder of the output
     * lock.
     *
     * @param position the index in the file at which to begin
     * @param count the most bytes to write
     * @return the number of bytes written; 0 if the socket is full, or if the file ends before {@code position}
     * @throws IOException for example if the file cannot be read; the connection is then closed
     */
    default long transferFrom(FileChannel source, long position, long count) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Blocks until {@link #read} may find bytes. For application threads. A stream of HTTP/2 does not support this,
     * because only the loop uses it as a transport.
     *
     * @param timeoutNanos the longest wait; {@link Long#MAX_VALUE} for no limit
     * @return false if the longest wait has passed
     * @throws IOException if the connection was closed meanwhile, or if the thread was interrupted. An interrupt closes
     *     the connection
     */
    default boolean awaitReadable(long timeoutNanos) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Blocks until {@link #write} may write bytes. For application threads, like {@link #awaitReadable}.
     *
     * @param timeoutNanos the longest wait; {@link Long#MAX_VALUE} for no limit
     * @return false if the longest wait has passed
     * @throws IOException if the connection was closed meanwhile, or if the thread was interrupted. An interrupt closes
     *     the connection
     */
    default boolean awaitWritable(long timeoutNanos) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Sets whether the loop calls {@link ConnectionEvents#onReadable()}. For a new connection, the loop calls that
     * method. Called by the loop.
     */
    void watchInput(boolean wanted);

    /**
     * Makes the loop call {@link ConnectionEvents#onReadable()} soon if the protocol watches input, and there is input
     * that the selector does not report. A protocol must call this after it has read outside of that method. Called by
     * the loop.
     */
    default void checkForInput() {}

    /**
     * Sets whether the loop calls {@link ConnectionEvents#onWritable()}. For a new connection, the loop does not call
     * that method. Called by the loop.
     */
    void watchRoom(boolean wanted);

    /** Sets the object that receives the connection's events from now on. Called by the loop. */
    void serveBy(ConnectionEvents events);

    /** Closes the sending side of the connection, after the bytes that have been written. Reading remains possible. */
    void shutdownOutput() throws IOException;

    /**
     * Declares that the end of the connection marks the end of a response. From now on, only {@link #closeInOrder} and
     * {@link #shutdownOutput} close the connection normally. Any other close resets it, so that the client can see that
     * bytes are missing. Called by the holder of the output lock.
     */
    default void endsWithConnection() throws IOException {}

    /**
     * Closes the connection if the client has reset it. Otherwise a reset connection would keep its file descriptor
     * while its request waits for a thread. If the client has only closed its sending side, the connection stays open.
     * A connection that stays open loses no received bytes. Called by the loop in
     * {@link ConnectionEvents#onReadable()}, while no other thread reads.
     */
    default void closeIfReset() {}

    /**
     * Closes the connection because of an unexpected exception, and logs the exception. Other connections are not
     * affected. Any thread may call this.
     */
    void fail(Throwable fault);

    /**
     * Closes the connection immediately, even during an exchange. Further calls do nothing. Any thread may call this.
     */
    void close();

    /**
     * Closes the connection after a complete response. Over TLS, sends {@code close_notify} first, because a response
     * that ends with the connection would otherwise look truncated. Any thread may call this.
     */
    default void closeInOrder() {
        close();
    }

    /**
     * Declares that the application knows of the end of this connection or stream, and does no more work for it. A
     * protocol that takes over from HTTP ({@link HttpStream#switchTo}) calls this exactly once, even if the protocol
     * fails. A stream of HTTP/2 counts towards the limit on streams until this call. Otherwise a client that opens and
     * resets streams could make the application work for any number of streams. Any thread may call this.
     */
    default void onServed() {}

    /** Releases the buffers of a closed connection. Called by the loop when no thread reads any more. */
    default void release() {}

    /** Whether {@link #close()} was called. */
    boolean closed();

    /**
     * Returns the object in which code must count the memory that it retains for this client. Always returns the same
     * object.
     */
    ClientMemory memory();

    /** Returns the event loop to which this connection belongs. The result never changes. */
    Loop loop();

    /** Returns the address of the server's end of the connection, even after the connection has ended. Never null. */
    InetSocketAddress localAddress();

    /** Returns the address of the client's end of the connection, even after the connection has ended. Never null. */
    InetSocketAddress remoteAddress();

    /**
     * Sets what a trusted proxy has said about this connection. If the proxy has sent the client's address, the
     * addresses of the transport are those of the client from now on. Called by the loop, before a protocol serves the
     * client.
     */
    default void relayBy(Relay relay) {
        throw new UnsupportedOperationException();
    }

    /** Returns what a trusted proxy has said about this connection in the PROXY protocol; null if no proxy did so. */
    default Relay relay() {
        return null;
    }

    /**
     * Returns the object that records this connection for the Flight Recorder; null if the connection is not recorded.
     */
    default ConnectionRecord record() {
        return null;
    }

    /** Returns the TLS session with the client, even after the connection has ended; null for clear text. */
    default SSLSession tlsSession() {
        return null;
    }

    /**
     * Returns the address of the trusted proxy that has sent the client's address. Null if no proxy has sent one. Then
     * the remote address is that of the other end of the connection.
     */
    default InetSocketAddress proxyAddress() {
        Relay relay = relay();
        return relay != null && relay.clientKnown() ? relay.proxy() : null;
    }

    /** Whether the client uses TLS, to this server or to a trusted proxy. False if this is not known. */
    default boolean secure() {
        Relay relay = relay();
        return tlsSession() != null || relay != null && relay.secure();
    }
}
