package dev.ringer.internal.websocket.frame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Masks and unmasks the payload of client frames (RFC 6455, 5.3), eight octets at a time, for speed. */
final class Masking {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long LOW_HALF = 0xffff_ffffL;

    private Masking() {}

    /**
     * Masks or unmasks octets in place. The lowest octet of the key applies to the first one. Returns the key for the
     * octets that follow.
     */
    static int apply(byte[] bytes, int from, int to, int key) {
        long wide = key & LOW_HALF | (long) key << 32;
        int at = from;
        for (; at <= to - 8; at += 8) {
            WORDS.set(bytes, at, (long) WORDS.get(bytes, at) ^ wide);
        }
        int next = key;
        for (; at < to; at++) {
            bytes[at] ^= (byte) next;
            next = Integer.rotateRight(next, 8);
        }
        return next;
    }
}
