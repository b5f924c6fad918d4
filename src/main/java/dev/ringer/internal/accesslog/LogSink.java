package dev.ringer.internal.accesslog;

import java.io.IOException;

/**
 * A destination to which the lines of an access log are written, such as a file. Only one thread at a time may use it.
 */
interface LogSink {
    /**
     * Writes lines.
     *
     * @param bytes complete lines of ASCII, each with a line end
     * @param length how many of the bytes to write
     * @throws CutOffException if only the first bytes have been written
     * @throws IOException if all lines may be missing
     */
    void write(byte[] bytes, int length) throws IOException;

    /**
     * Checks the destination, for example whether another program has renamed the file. The writing thread calls this
     * method at least ten times per second, unless it sleeps because no lines come.
     */
    default void rest() {}

    /** Closes the destination. No method may be called after that. */
    default void close() {}
}
