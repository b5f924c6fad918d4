package dev.ringer.internal.accesslog;

import java.io.IOException;

/** Where lines go. For one thread at a time. */
interface LogSink {
    /**
     * Writes lines.
     *
     * @param bytes whole lines of ASCII, each with its end
     * @param length how many bytes of them
     * @throws IOException if they may not be there
     */
    void write(byte[] bytes, int length) throws IOException;

    /** A moment to look after things: there is one at least every tenth of a second while there are lines. */
    default void rest() {}

    /** Nothing is written any more. */
    default void close() {}
}
