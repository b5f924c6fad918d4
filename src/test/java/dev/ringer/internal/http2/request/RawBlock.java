package dev.ringer.internal.http2.request;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes field blocks that consist only of literals, with any names and values. */
final class RawBlock {
    private static final int INDEXING = 0x40;
    private static final int LENGTH_PREFIX = 0x7f;

    private RawBlock() {}

    /**
     * Writes lines, given as {@code name=value} and separated by bars. If {@code indexing}, they enter the dynamic
     * table.
     */
    static byte[] of(String lines, boolean indexing) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (RawLine line : RawLine.split(lines)) {
            block.write(indexing ? INDEXING : 0);
            string(block, line.name());
            string(block, line.value());
        }
        return block.toByteArray();
    }

    private static void string(ByteArrayOutputStream block, String text) {
        byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
        int length = octets.length;
        if (length < LENGTH_PREFIX) {
            block.write(length);
        } else {
            block.write(LENGTH_PREFIX);
            for (length -= LENGTH_PREFIX; length > 0x7f; length >>= 7) {
                block.write(length | 0x80);
            }
            block.write(length);
        }
        block.writeBytes(octets);
    }
}
