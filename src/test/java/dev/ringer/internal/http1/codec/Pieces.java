package dev.ringer.internal.http1.codec;

import java.util.Arrays;
import java.util.List;

/** The sizes of the pieces in which bytes are given to a parser. */
final class Pieces {
    private Pieces() {}

    /** {@return one byte, and sizes that depend on the bytes alone, so that every finding can be repeated} */
    static List<Integer> sizes(byte[] bytes) {
        int hash = Arrays.hashCode(bytes) >>> 1;
        return List.of(1, 2 + hash % 7, 1 + hash % (bytes.length + 1));
    }
}
