package dev.ringer.internal.http2;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes field blocks of plain literals, whatever their names and values are. */
final class RawBlock {
    private static final int INDEXING = 0x40;
    private static final int LENGTH_PREFIX = 0x7f;

    private RawBlock() {}

    /** Of lines as {@code name=value}, split by bars; each goes into the table or not. */
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
