package dev.ringer.internal.descriptors;

import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * A response body that can send bytes directly from a file, without copying them through an array. The response stream
 * of Ringer implements this interface, and {@code FileTransfer} uses it.
 */
public interface FileSink {
    /**
     * Sends a region of a file as the next bytes of the body. Returns when the server has accepted all of them. If the
     * client is slow, waits within the server's time limits. Does not change the position of the channel.
     *
     * @param source the file
     * @param position the offset of the region, in bytes; not negative
     * @param count the number of bytes to send; not negative
     * @return the number of bytes that were sent; less than {@code count} only if the file has ended. The response is
     *     then incomplete: the body takes no more bytes, and when the body is closed, the server closes the connection
     * @throws IOException if the file cannot be read, or the client is gone or too slow; the response is then
     *     incomplete, and the server closes the connection
     */
    long transferFrom(FileChannel source, long position, long count) throws IOException;

    /**
     * Sends a region of a file as {@link #transferFrom} does, and closes the file, even after an exception. If the
     * region is the end of a body with an announced length, the server may take over a {@link ReopenableFile}. In this case
     * the method returns immediately. The server then sends the bytes as fast as the client takes them, and closes the file
     * afterwards. If the file becomes too short meanwhile, the server closes the connection.
     *
     * @param source the file, which belongs to the body from now on
     * @param position the offset of the region, in bytes; not negative
     * @param count the number of bytes to send; not negative
     * @return the number of bytes that were sent or will be sent; less than {@code count} only if the file has ended
     * @throws IOException as {@link #transferFrom} throws it
     */
    default long transferAndClose(FileChannel source, long position, long count) throws IOException {
        try (source) {
            return transferFrom(source, position, count);
        }
    }
}
