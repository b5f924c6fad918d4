package dev.ringer.files;

import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * A response body that takes bytes directly from a file, without a copy through an array. A server's response stream
 * implements this interface if it can do better than its {@code write}. {@link FileTransfer} checks for it.
 *
 * @since 0.1.0
 */
public interface FileSink {
    /**
     * Sends a region of a file as the next bytes of the body. It returns when all of them are on their way. If the
     * client is slow, it waits within the server's limits. It does not change the position of the channel.
     *
     * @param source the file
     * @param position the offset of the region, in bytes; not negative
     * @param count how many bytes to send; not negative
     * @return how many bytes were sent: fewer than {@code count} only if the file ended early
     * @throws IOException if the file cannot be read, or the client is gone or too slow; the response is then broken
     *     off
     */
    long transferFrom(FileChannel source, long position, long count) throws IOException;
}
