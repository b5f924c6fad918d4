package dev.ringer.tls;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Reads and writes DER elements (X.690): tag, length and content. Supports only what keys and certificates need. */
final class Der {
    static final int INTEGER = 0x02;
    static final int BITS = 0x03;
    static final int OCTETS = 0x04;
    static final int SEQUENCE = 0x30;
    /** The tag of the parameters in an EC key: {@code [0]} in RFC 5915. The parameters name the curve of the key. */
    static final int PARAMETERS = 0xA0;

    private final byte[] bytes;
    private int position;

    /** Creates a reader for an array of elements, one after the other. */
    Der(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean hasMore() {
        return position < bytes.length;
    }

    int tag() {
        return bytes[position] & 0xFF;
    }

    /** Returns the next element. Throws {@link IndexOutOfBoundsException} if the element is incomplete. */
    byte[] element() {
        int begin = position;
        content();
        return Arrays.copyOfRange(bytes, begin, position);
    }

    /** Returns the content of the next element. Throws {@link IndexOutOfBoundsException} if it is incomplete. */
    byte[] content() {
        position++;
        int length = bytes[position++] & 0xFF;
        if (length > 0x80) {
            int octets = length & 0x7F;
            length = 0;
            for (int i = 0; i < octets; i++) {
                length = length << 8 | bytes[position++] & 0xFF;
            }
        }
        if (length < 0 || length > bytes.length - position) {
            throw new IndexOutOfBoundsException("DER element is longer than the data");
        }
        position += length;
        return Arrays.copyOfRange(bytes, position - length, position);
    }

    /** Returns an element with the given tag, whose content consists of the given parts. */
    static byte[] of(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        int length = content.size();
        if (length < 0x80) {
            element.write(length);
        } else {
            // three octets are enough, because a file has at most one mebibyte
            int octets = length < 0x100 ? 1 : length < 0x10000 ? 2 : 3;
            element.write(0x80 | octets);
            for (int i = octets - 1; i >= 0; i--) {
                element.write(length >> 8 * i);
            }
        }
        element.writeBytes(content.toByteArray());
        return element.toByteArray();
    }
}
