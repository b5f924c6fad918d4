package dev.ringer.internal.body;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Supplier;

/** Collects content in memory. */
public final class ReceivedBytes implements ContentPump.Receiver<byte[]> {
    private final long max;
    private final Supplier<IOException> tooLong;
    private ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Makes a receiver for at most {@code max} bytes. {@code tooLong} makes the exception for longer content. */
    public ReceivedBytes(long max, Supplier<IOException> tooLong) {
        this.max = max;
        this.tooLong = tooLong;
    }

    @Override
    public int take(byte[] from, int offset, int length, boolean mayUseDisk) throws IOException {
        if (length > max - bytes.size()) {
            throw tooLong.get();
        }
        bytes.write(from, offset, length);
        return length;
    }

    @Override
    public byte[] complete() {
        return bytes.toByteArray();
    }

    @Override
    public void drop() {
        bytes = new ByteArrayOutputStream(0);
    }
}
