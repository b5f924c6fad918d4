package dev.ringer.files;

import dev.ringer.internal.descriptors.ReopenableFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Predicate;
import java.util.zip.CRC32;

/**
 * The content of a file that is about to be sent. It is in memory, in a file on a disk, or in a file system that offers
 * only streams.
 */
interface FileContent extends Closeable {
    /** Sends a region of the content as the next bytes of a response body. */
    void send(long position, long count, OutputStream to) throws IOException;

    /**
     * Sends a region of the content as the last bytes of a response body. After this call, the content cannot be sent
     * again. The caller may close this object immediately, even if the server is still sending the region.
     */
    default void sendLast(long position, long count, OutputStream to) throws IOException {
        send(position, count, to);
    }

    /** Closes the file if this object has opened one, unless the server still needs it. */
    @Override
    default void close() throws IOException {}

    /** Content in memory. */
    record InMemory(byte[] bytes) implements FileContent {
        @Override
        public void send(long position, long count, OutputStream to) throws IOException {
            to.write(bytes, (int) position, (int) count);
        }
    }

    /** An open file. */
    final class OnDisk implements FileContent {
        private final FileChannel channel;
        private boolean left; // whether the server now owns the channel, because sendLast was called

        private OnDisk(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public void send(long position, long count, OutputStream to) throws IOException {
            FileTransfer.copy(channel, position, count, to);
        }

        @Override
        public void sendLast(long position, long count, OutputStream to) throws IOException {
            left = true;
            FileTransfer.copyAndClose(channel, position, count, to);
        }

        @Override
        public void close() throws IOException {
            if (!left) {
                channel.close();
            }
        }
    }

    /**
     * A file in a file system that offers only streams. Each region is read from a new stream, so an entry of a jar is
     * decompressed again for each region, but never stored in memory as a whole.
     */
    record InStreams(Path file) implements FileContent {
        @Override
        public void send(long position, long count, OutputStream to) throws IOException {
            FileTransfer.copy(file, position, count, to);
        }
    }

    /**
     * Opens a file by its real path, which contains no links. If somebody has since replaced the file with a link, this
     * method fails instead of following the link.
     *
     * @param unchanged tells whether a file with these attributes is still the one that was found
     */
    static FileContent open(Path real, Predicate<BasicFileAttributes> unchanged) throws IOException {
        return real.getFileSystem() == FileSystems.getDefault()
                ? new OnDisk(ReopenableFile.open(real, unchanged, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))
                : new InStreams(real);
    }

    /** Reads a file, and returns the CRC-32 of its content, as jars contain it. */
    static long checksum(Path real) throws IOException {
        CRC32 checksum = new CRC32();
        boolean interrupted = Interrupts.clear(real.getFileSystem());
        try (InputStream in = Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS)) {
            byte[] piece = new byte[8 << 10];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                checksum.update(piece, 0, read);
            }
        } finally {
            Interrupts.restore(interrupted);
        }
        return checksum.getValue();
    }
}
