package dev.ringer.internal.uploads;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A file with content of a client. First it is {@linkplain #tryWrite written} and {@linkplain #complete() completed}.
 * Finally it is {@linkplain #moveTo moved} or {@linkplain #discard() discarded}. Until then, its bytes count towards the
 * disk limit for all uploads.
 */
public final class StoredFile {
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

    /** Appends bytes to the file. Returns false, and writes nothing, if all uploads would take too much of the disk. */
    public boolean tryWrite(byte[] bytes, int offset, int length) throws IOException {
        if (!SharedBytes.DISK.take(length, mostOfAll)) {
            return false;
        }
        counted.addAndGet(length);
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        return true;
    }

    /** Closes the file after everything was written. Returns the size of the file in bytes. */
    public long complete() throws IOException {
        channel.close();
        return counted.get();
    }

    /** Returns where the file is now. */
    public Path path() {
        return path;
    }

    /** Moves the file to a path of the application. From now on, it no longer counts. */
    public void moveTo(Path target, CopyOption... options) throws IOException {
        OwnerOnly.move(path, target, options);
        path = target;
        uncount();
    }

    /**
     * Deletes the file, unless it was moved. If the file cannot be deleted, for example because on Windows another
     * program has opened it, {@link ProcessDirectory} deletes it later.
     */
    public void discard() {
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
