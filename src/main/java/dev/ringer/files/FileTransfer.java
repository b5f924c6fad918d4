package dev.ringer.files;

import dev.ringer.internal.descriptors.ReopenableFile;
import dev.ringer.internal.exchange.ResponseBodyStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends files from your own handlers. On Ringer, the server takes the bytes directly from the file; into any other
 * stream, they're copied through an array.
 *
 * <pre>{@code
 * long length = Files.size(file);
 * exchange.sendResponseHeaders(200, length);
 * try (OutputStream body = exchange.getResponseBody()) {
 *     FileTransfer.copy(file, 0, length, body);
 * }
 * }</pre>
 *
 * <p>If a file ends too early, the methods throw an {@link EOFException}. Let it out of the handler: the server then
 * closes the connection, so that the client can see that the response is incomplete. On Ringer, a method may return
 * before the file is sent; if the file becomes too short after that, the connection is closed as well.
 *
 * <p>The array for copying has 64 KiB, or 8 KiB while {@value #MAX_LARGE} arrays of 64 KiB are in use, so a thousand
 * slow clients need little memory. All methods are thread-safe.
 *
 * @since 0.1.0
 */
public final class FileTransfer {
    private static final int LARGE = 64 << 10;
    private static final int SMALL = 8 << 10;
    private static final int MAX_LARGE = 64;

    private static final AtomicInteger LARGE_IN_USE = new AtomicInteger();

    private FileTransfer() {}

    /**
     * Copies a region of an open file into a response body. Neither uses nor changes the position of the channel.
     *
     * @param source the file
     * @param position the offset of the region, in bytes; not negative
     * @param count the number of bytes to copy; not negative
     * @param to the response body, which stays open
     * @throws IllegalArgumentException if the position or the count is negative, or their sum exceeds {@code long}
     * @throws EOFException if the file ends before the end of the region
     * @throws IOException if the file cannot be read or the body cannot be written
     */
    public static void copy(FileChannel source, long position, long count, OutputStream to) throws IOException {
        requireRegion(position, count);
        long copied = to instanceof ResponseBodyStream own
                ? own.transferFrom(source, position, count)
                : throughArray(
                        (piece, sent, most) -> source.read(ByteBuffer.wrap(piece, 0, most), position + sent),
                        count,
                        to);
        requireWhole(copied, count);
    }

    /**
     * Copies a region of a file, in any file system, into a response body. If the region ends a body with an announced
     * length, Ringer takes over the file: the method returns at once, and the server sends the region as fast as the
     * client takes it, so a slow client doesn't block the calling thread.
     *
     * @param source the file
     * @param position the offset of the region, in bytes; not negative
     * @param count the number of bytes to copy; not negative
     * @param to the response body, which stays open
     * @throws IllegalArgumentException if the position or the count is negative, or their sum exceeds {@code long}
     * @throws EOFException if the file ends before the end of the region
     * @throws IOException if the file cannot be opened or read, or the body cannot be written
     */
    public static void copy(Path source, long position, long count, OutputStream to) throws IOException {
        requireRegion(position, count);
        if (source.getFileSystem() == FileSystems.getDefault()) {
            BasicFileAttributes before = Files.readAttributes(source, BasicFileAttributes.class);
            copyAndClose(
                    ReopenableFile.open(source, now -> isSame(before, now), StandardOpenOption.READ),
                    position,
                    count,
                    to);
        } else {
            copyEntry(source, position, count, to);
        }
    }

    private static boolean isSame(BasicFileAttributes before, BasicFileAttributes now) {
        return now.size() == before.size()
                && now.lastModifiedTime().equals(before.lastModifiedTime())
                && now.creationTime().equals(before.creationTime())
                && Objects.equals(now.fileKey(), before.fileKey());
    }

    /**
     * Copies a region of an open file into a response body. The caller must not use the file afterwards, because this
     * method or the response body closes it.
     */
    static void copyAndClose(FileChannel source, long position, long count, OutputStream to) throws IOException {
        if (to instanceof ResponseBodyStream own) {
            requireWhole(own.transferAndClose(source, position, count), count);
        } else {
            try (source) {
                copy(source, position, count, to);
            }
        }
    }

    /**
     * Copies a region of a file that can only be read as a stream, such as an entry of a jar. Reads the file from its
     * beginning.
     */
    private static void copyEntry(Path source, long position, long count, OutputStream to) throws IOException {
        FileSystem files = source.getFileSystem();
        boolean interrupted = Interrupts.clear(files);
        try (InputStream in = Files.newInputStream(source)) {
            in.skipNBytes(position);
            Interrupts.restore(interrupted);
            requireWhole(throughArray((piece, sent, most) -> read(files, in, piece, most), count, to), count);
            interrupted = Interrupts.clear(files);
        } finally {
            Interrupts.restore(interrupted);
        }
    }

    private static int read(FileSystem files, InputStream in, byte[] piece, int most) throws IOException {
        boolean interrupted = Interrupts.clear(files);
        try {
            return in.read(piece, 0, most);
        } finally {
            Interrupts.restore(interrupted);
        }
    }

    /** A file from which a region is copied through an array. */
    private interface Source {
        /**
         * Reads at most {@code most} bytes of the region, from index {@code sent} on. Returns -1 at the end of the
         * file.
         */
        int read(byte[] piece, long sent, int most) throws IOException;
    }

    private static long throughArray(Source source, long count, OutputStream to) throws IOException {
        boolean large = takeLarge(count);
        try {
            byte[] piece = new byte[(int) Math.min(count, large ? LARGE : SMALL)];
            long sent = 0;
            while (sent < count) {
                int read = source.read(piece, sent, (int) Math.min(piece.length, count - sent));
                if (read < 0) {
                    break;
                }
                to.write(piece, 0, read);
                sent += read;
            }
            return sent;
        } finally {
            if (large) {
                LARGE_IN_USE.decrementAndGet();
            }
        }
    }

    /**
     * Whether the copy may use a large array. If so, the caller must later decrement the number of large arrays in use.
     */
    private static boolean takeLarge(long count) {
        if (count <= SMALL) {
            return false;
        }
        if (LARGE_IN_USE.incrementAndGet() <= MAX_LARGE) {
            return true;
        }
        LARGE_IN_USE.decrementAndGet();
        return false;
    }

    private static void requireRegion(long position, long count) {
        if (position < 0 || count < 0 || position + count < 0) {
            throw new IllegalArgumentException(
                    "position and count must not be negative or overflow: position " + position + ", count " + count);
        }
    }

    private static void requireWhole(long sent, long count) throws EOFException {
        if (sent < count) {
            throw new EOFException(
                    "the file was truncated while it was being sent; " + (count - sent) + " bytes are missing");
        }
    }
}
