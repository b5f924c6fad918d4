package dev.ringer.files;

import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * A response body that takes bytes straight from a file, without a copy through an array. A server's response stream
 * implements it where it can do better than its {@code write}; {@link FileTransfer} asks for it.
 *
 * @since 0.1.0
 */
public interface FileSink {
    /**
     * Sends a region of a file as the next bytes of the body. It returns when all of them are on their way, waits as
     * long as the client is slow within the server's limits, and leaves the channel's position alone.
     *
     * @param source the file
     * @param position where the region begins, in bytes; not negative
     * @param count how many bytes to send; not negative
     * @return how many bytes were sent: fewer than {@code count} only if the file ended before
     * @throws IOException if the file cannot be read, or the client is gone or too slow; the response is broken off then
     */
    long transferFrom(FileChannel source, long position, long count) throws IOException;
}
