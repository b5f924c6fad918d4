package dev.ringer.internal.transport;

import java.nio.ByteBuffer;

/**
 * Wraps arrays in byte buffers. If the array is the same as in the last call, as in most reads, returns the same buffer
 * again. Each object belongs to one event loop.
 */
final class ArrayView {
    /**
     * The size in bytes of the largest array for which the buffer is kept. Larger arrays belong to the application, and
     * keeping a buffer would prevent the garbage collector from freeing them.
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
