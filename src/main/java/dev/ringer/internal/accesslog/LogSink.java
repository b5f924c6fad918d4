package dev.ringer.internal.accesslog;

import java.io.IOException;

/** A destination of lines. For one thread at a time. */
interface LogSink {
    /**
     * Writes lines.
     *
     * @param bytes whole lines of ASCII, each with its end
     * @param length how many of the bytes to write
     * @throws IOException if the lines may not have been written
     */
    void write(byte[] bytes, int length) throws IOException;

    /** Makes regular checks. While there are lines, the writer calls this method at least every tenth of a second. */
    default void rest() {}

    /** Closes the destination. Nothing is written after that. */
    default void close() {}
}
