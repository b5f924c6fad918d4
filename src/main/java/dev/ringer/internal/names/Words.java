package dev.ringer.internal.names;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bytes as words of eight, so that names are compared eight bytes at a time.
 *
 * <p>A sequence of eight bytes or more is cut at every eighth byte; the last word ends with the last byte and overlaps
 * its neighbour. Four to seven bytes make one word of two overlapping halves, one to three bytes one word of first,
 * middle and last byte. No byte outside the sequence is read.
 */
final class Words {
    private static final VarHandle LONGS = view(long[].class);
    private static final VarHandle INTS = view(int[].class);

    private Words() {}

    private static VarHandle view(Class<?> arrayType) {
        return MethodHandles.byteArrayViewVarHandle(arrayType, ByteOrder.LITTLE_ENDIAN);
    }

    /** The eight bytes from {@code at} on. */
    static long at(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /** The first, perhaps only, word of the {@code length} bytes from {@code from} on; {@code length} is not 0. */
    static long first(byte[] bytes, int from, int length) {
        return length >= Long.BYTES ? at(bytes, from) : only(bytes, from, length);
    }

    /** The last, perhaps only, word of the {@code length} bytes from {@code from} on; {@code length} is not 0. */
    static long last(byte[] bytes, int from, int length) {
        return length >= Long.BYTES ? at(bytes, from + length - Long.BYTES) : only(bytes, from, length);
    }

    private static long only(byte[] bytes, int from, int length) {
        if (length >= Integer.BYTES) {
            int front = (int) INTS.get(bytes, from);
            int back = (int) INTS.get(bytes, from + length - Integer.BYTES);
            return (long) back << 32 | (front & 0xFFFF_FFFFL);
        }
        return (bytes[from] & 0xFF)
                | (bytes[from + (length >> 1)] & 0xFF) << 8
                | (bytes[from + length - 1] & 0xFF) << 16;
    }
}
