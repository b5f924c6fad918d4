package dev.ringer.multipart;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A file of a form that is stored on the disk. First it is {@linkplain #write written} and
 * {@linkplain #complete() completed}. Finally it is {@linkplain #moveTo moved} or {@linkplain #discard() discarded}.
 * Until then, its bytes count towards the disk limit for all forms.
 */
final class StoredFile {
    private final Path original;
    private final long mostOfAll;
    private final FileChannel channel;
    /** The bytes of this file that {@link SharedBytes#DISK} counts; 0 after the file was moved or deleted. */
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

    /** Closes the file after everything was written. Returns the size of the file in bytes. */
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

    /**
     * Deletes the file, unless it was moved. If the file cannot be deleted, for example because on Windows another
     * program has opened it, {@link ProcessDirectory} deletes it later.
     */
    void discard() {
        try {
            channel.close();
        } catch (IOException ignored) { // the file is not needed any more
        }
        ProcessDirectory.tryDelete(original);
        uncount();
    }

    private void uncount() {
        SharedBytes.DISK.giveBack(counted.getAndSet(0));
    }
}
