package dev.ringer.internal.transport;

import java.nio.ByteBuffer;

/**
 * Wraps arrays in buffers. It returns the same buffer again as long as the array is the same, as it is for most reads.
 * Owned by a loop.
 */
final class ArrayView {
    /**
     * Largest array to keep a buffer of. Larger ones are the application's, and must stay free for the garbage
     * collector.
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
