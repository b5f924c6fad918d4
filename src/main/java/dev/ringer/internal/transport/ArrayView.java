package dev.ringer.internal.transport;

import java.nio.ByteBuffer;

/** Wraps arrays in buffers. Reuses the buffer while the array is the same, as for most reads. Owned by a loop. */
final class ArrayView {
    /**
     * The largest array whose buffer is kept, in bytes. Larger arrays belong to the application, and keeping them would
     * hide them from the garbage collector.
     */
    private static final int MAX_VIEWED = 64 * 1024;

    private ByteBuffer viewed;

    ByteBuffer of(byte[] array) {
        if (array.length > MAX_VIEWED) {
            return ByteBuffer.wrap(array);
        }
        if (viewed == null || viewed.array() != array) {
            viewed = ByteBuffer.wrap(array);
        }
        return viewed.clear();
    }
}
