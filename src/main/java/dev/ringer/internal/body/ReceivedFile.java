package dev.ringer.internal.body;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.uploads.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Writes content to a new file that only its owner may read. */
public final class ReceivedFile implements ContentPump.Receiver<Path> {
    private final Path path;
    private final long max;
    private final Supplier<IOException> tooLong;
    private FileChannel channel; // null before the file was created
    private long written;

    /** Makes a receiver for at most {@code max} bytes. {@code tooLong} makes the exception for longer content. */
    public ReceivedFile(Path path, long max, Supplier<IOException> tooLong) {
        this.path = path;
        this.max = max;
        this.tooLong = tooLong;
    }

    @Override
    public boolean needsDisk() {
        return true;
    }

    @Override
    public int take(byte[] from, int offset, int length, boolean mayUseDisk) throws IOException {
        if (!mayUseDisk) {
            return 0;
        }
        if (length > max - written) {
            throw tooLong.get();
        }
        open();
        ByteBuffer content = ByteBuffer.wrap(from, offset, length);
        while (content.hasRemaining()) {
            channel.write(content);
        }
        written += length;
        return length;
    }

    private void open() throws IOException {
        if (channel == null) {
            channel = OwnerOnly.file(path);
        }
    }

    @Override
    public Path complete() throws IOException {
        open(); // the content may be empty
        channel.close();
        return path;
    }

    @Override
    public void drop() {
        if (channel == null) {
            return; // a file of this name belongs to somebody else
        }
        try {
            try {
                channel.close();
            } finally {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            ServerLog.trace("Failed to delete the file of an incomplete request body", e);
        }
    }
}
