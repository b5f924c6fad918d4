package dev.ringer.files;

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

/** The bytes of a file, ready to be sent: in memory, on a disk, or in a file system that offers only streams. */
interface FileContent extends Closeable {
    /** Sends a region as the next bytes of a body. */
    void send(long position, long count, OutputStream to) throws IOException;

    /**
     * Sends a region as the last bytes of a body. The content cannot be sent again after that. The caller may close it
     * at once, although the server is still sending it.
     */
    default void sendLast(long position, long count, OutputStream to) throws IOException {
        send(position, count, to);
    }

    /** Returns bytes in memory as content. */
    static FileContent of(byte[] bytes) {
        return new FileContent() {
            @Override
            public void send(long position, long count, OutputStream to) throws IOException {
                to.write(bytes, (int) position, (int) count);
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
    }

    /**
     * Opens a file by its real path, whose last name was not a link. If that name is a link now, somebody has replaced
     * the file, and the method does not follow the link.
     */
    static FileContent open(Path real) throws IOException {
        return real.getFileSystem() == FileSystems.getDefault()
                ? of(FileChannel.open(real, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))
                : ofStreams(real);
    }

    private static FileContent of(FileChannel channel) {
        return new FileContent() {
            private boolean left; // whether the channel now belongs to a response body

            @Override
            public void sendLast(long position, long count, OutputStream to) throws IOException {
                left = true;
                FileTransfer.copyAndClose(channel, position, count, to);
            }

            @Override
            public void send(long position, long count, OutputStream to) throws IOException {
                FileTransfer.copy(channel, position, count, to);
            }

            @Override
            public void close() throws IOException {
                if (!left) {
                    channel.close();
                }
            }
        };
    }

    /**
     * Returns content that opens a new stream for each region. So an entry of a jar is inflated again for each region,
     * but is never in memory as a whole.
     */
    private static FileContent ofStreams(Path file) {
        return new FileContent() {
            @Override
            public void send(long position, long count, OutputStream to) throws IOException {
                try (InputStream in = Files.newInputStream(file)) {
                    FileTransfer.copy(in, position, count, to);
                }
            }

            @Override
            public void close() {
                // each stream was closed after its region
            }
        };
    }
}
