package dev.ringer.internal.transport;

import java.nio.ByteBuffer;

/**
 * Wraps arrays in byte buffers. Most reads of an event loop use the same array again, and then get the same buffer
 * again. Each object belongs to one event loop.
 */
final class ArrayView {
    /**
     * The size, in bytes, of the largest array whose buffer this object keeps. A larger array belongs to the
     * application. The garbage collector could not free it while this object kept its buffer.
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
