package dev.ringer.internal.http1.codec;

import java.util.Arrays;
import java.util.List;

/** Chooses the sizes of the pieces in which a parser gets its bytes. */
final class Pieces {
    private Pieces() {}

    /** {@return the size 1, and two sizes that depend only on the bytes, so that every failure can be repeated} */
    static List<Integer> sizes(byte[] bytes) {
        int hash = Arrays.hashCode(bytes) >>> 1;
        return List.of(1, 2 + hash % 7, 1 + hash % (bytes.length + 1));
    }
}
