package dev.ringer.files;

import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * A response body that takes bytes directly from a file, without a copy through an array. A server's response stream
 * implements this interface if that is faster than calls of {@code write}. {@link FileTransfer} uses the interface if
 * the stream has it.
 *
 * @since 0.1.0
 */
public interface FileSink {
    /**
     * Sends a region of a file as the next bytes of the body. This method returns when the server has taken all of
     * them. If the client is slow, the method waits within the server's limits. It does not change the position of the
     * channel.
     *
     * @param source the file
     * @param position the offset of the region, in bytes; not negative
     * @param count how many bytes to send; not negative
     * @return how many bytes were sent: fewer than {@code count} only if the file ended early
     * @throws IOException if the file cannot be read, or the client is gone or too slow; the response is then broken
     *     off
     */
    long transferFrom(FileChannel source, long position, long count) throws IOException;

    /**
     * Sends a region of a file as {@link #transferFrom} does, and closes the file, also after a failure. If the region
     * ends a body of announced length, the server may take over the file. Then this method returns at once. The server
     * sends the bytes as the client takes them, and closes the file afterwards. If the file becomes too short
     * meanwhile, the server breaks the response off.
     *
     * @param source the file, which belongs to the body from now on
     * @param position the offset of the region, in bytes; not negative
     * @param count how many bytes to send; not negative
     * @return how many bytes were sent or will be: fewer than {@code count} only if the file ended early
     * @throws IOException as {@link #transferFrom} throws it
     */
    default long transferAndClose(FileChannel source, long position, long count) throws IOException {
        try (source) {
            return transferFrom(source, position, count);
        }
    }
}
