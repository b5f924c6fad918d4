package dev.ringer.multipart;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A file of a form on the disk: {@linkplain #write written}, {@linkplain #complete() complete}, and in the end
 * {@linkplain #moveTo moved} away or {@linkplain #discard() discarded}. Until then its bytes count as those of all forms.
 */
final class StoredFile {
    private final Path original;
    private final long mostOfAll;
    private final FileChannel channel;
    /** What was taken of {@link SharedBytes#DISK}; given back once, by {@link #moveTo} or {@link #discard}. */
    private final AtomicLong counted = new AtomicLong();

    private Path path;

    StoredFile(Path path, long mostOfAll) throws IOException {
        this.channel = OwnerOnly.file(path);
        this.original = path;
        this.path = path;
        this.mostOfAll = mostOfAll;
    }

    void write(byte[] bytes, int offset, int length) throws IOException {
        if (!SharedBytes.DISK.take(length, mostOfAll)) {
            throw new FormLimitException(FormLimit.DISK_BYTES_OF_ALL);
        }
        counted.addAndGet(length);
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /** Ends the writing; returns the size. */
    long complete() throws IOException {
        channel.close();
        return counted.get();
    }

    Path path() {
        return path;
    }

    void moveTo(Path target, CopyOption... options) throws IOException {
        OwnerOnly.move(path, target, options);
        path = target;
        uncount();
    }

    /** Deletes the file, unless it was moved. */
    void discard() throws IOException {
        try (channel) {
            Files.deleteIfExists(original);
        } finally {
            uncount();
        }
    }

    private void uncount() {
        SharedBytes.DISK.giveBack(counted.getAndSet(0));
    }
}
