package dev.ringer.internal.websocket;

import java.util.Arrays;
import java.util.zip.Deflater;

/** Compresses messages (RFC 7692, 7.2.1), each by itself. Stateless. */
final class MessageDeflater {
    /**
     * Smallest message to compress, in octets. Below this size, the head of a deflate block outweighs what it saves.
     */
    static final int MIN_SIZE = 256;

    private static final int TAIL_SIZE = 4; // 00 00 ff ff, which the receiver adds again

    private MessageDeflater() {}

    static Deflater newDeflater() {
        return new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    }

    /** {@return the compressed message, or null if it would not be smaller} */
    static byte[] compress(byte[] message, CoderPool<Deflater> pool) {
        Deflater deflater = pool.take();
        try {
            byte[] to = new byte[message.length + TAIL_SIZE];
            deflater.setInput(message);
            int size = deflater.deflate(to, 0, to.length, Deflater.SYNC_FLUSH);
            return size == to.length ? null : Arrays.copyOf(to, size - TAIL_SIZE);
        } finally {
            pool.release(deflater);
        }
    }
}
