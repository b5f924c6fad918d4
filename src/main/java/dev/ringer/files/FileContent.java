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

/** The bytes of a file, ready to be sent: in memory, on a disk, or in a file system that has streams only. */
interface FileContent extends Closeable {
    /** Sends a region as the next bytes of a body. */
    void send(long position, long count, OutputStream to) throws IOException;

    /** Bytes that were read before. */
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

    /** Opens a file by its real path: no link is left to follow in its last name, and none is followed. */
    static FileContent open(Path real) throws IOException {
        return real.getFileSystem() == FileSystems.getDefault()
                ? of(FileChannel.open(real, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))
                : ofStreams(real);
    }

    private static FileContent of(FileChannel channel) {
        return new FileContent() {
            @Override
            public void send(long position, long count, OutputStream to) throws IOException {
                FileTransfer.copy(channel, position, count, to);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }

    /** A jar's entries are inflated anew for each region: they never lie in memory as a whole. */
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
