package dev.ringer.internal.http2.hpack;

import java.util.Arrays;

/**
 * Reads the strings of field blocks (RFC 7541, 5.2), one after the other, from octets that arrive in pieces. A plain
 * string that arrives in one piece stays where it is. The reader puts any other string together in an array that it
 * keeps. A string that is too long to be held is read to its end, but its octets are only counted. Not thread-safe.
 */
final class StringReader {
    private static final byte[] NONE = {};
    private static final int FIRST_TEXT = 256;
    private static final int MAX_TEXT_KEPT = 4096;
    private static final int HUFFMAN_PIECE = 512;

    private final HuffmanDecoder huffman = new HuffmanDecoder();
    private byte[] text = NONE;

    // the present string
    private boolean coded;
    private int left; // octets to come
    private long mostHeld;
    private int textSize;
    private long dropped; // octets that were read but are not held

    // the complete string
    private byte[] bytes = NONE;
    private int from;
    private int to;

    /**
     * Begins a string.
     *
     * @param coded whether it is Huffman coded
     * @param length how many octets are to come; a string of 0 octets is complete at once
     * @param mostHeld the most octets that are held; a longer string is only counted
     */
    void begin(boolean coded, int length, long mostHeld) {
        this.coded = coded;
        this.left = length;
        this.mostHeld = mostHeld;
        textSize = 0;
        dropped = 0;
        huffman.reset();
        bytes = NONE;
        from = 0;
        to = 0;
    }

    /** Whether all octets of the string have been read. */
    boolean complete() {
        return left == 0;
    }

    /**
     * Reads the octets that have arrived of a string that is not complete.
     *
     * @return the index after the octets that were read
     * @throws HpackRefused if its Huffman code is invalid
     */
    int read(byte[] input, int at, int end) {
        int size = Math.min(left, end - at);
        boolean whole = size == left && textSize + dropped == 0;
        left -= size;
        if (coded) {
            decode(input, at, size);
        } else if (whole) {
            hold(input, at, at + size);
        } else {
            copy(input, at, size);
        }
        if (left == 0 && coded) {
            huffman.end();
        }
        if (left == 0 && (coded || !whole)) {
            hold(text, 0, textSize);
        }
        return at + size;
    }

    private void hold(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
    }

    private void copy(byte[] input, int at, int size) {
        if (dropped > 0 || textSize + (long) size > mostHeld) {
            drop(size);
            return;
        }
        ensureText(size);
        System.arraycopy(input, at, text, textSize, size);
        textSize += size;
    }

    private void decode(byte[] input, int at, int size) {
        int end = at + size;
        for (int piece = at; piece < end; piece += HUFFMAN_PIECE) {
            int pieceEnd = Math.min(end, piece + HUFFMAN_PIECE);
            ensureText(HuffmanDecoder.mostDecoded(pieceEnd - piece));
            textSize = huffman.decode(input, piece, pieceEnd, text, textSize);
            if (dropped > 0 || textSize > mostHeld) {
                drop(0);
            }
        }
    }

    private void drop(int more) {
        dropped += textSize + more;
        textSize = 0;
    }

    private void ensureText(int more) {
        if (text.length - textSize < more) {
            text = Arrays.copyOf(text, Math.max(FIRST_TEXT, Math.max(2 * text.length, textSize + more)));
        }
    }

    /** Returns the length of the complete string in octets, whether it is held or not. */
    long length() {
        return to - from + dropped;
    }

    /**
     * Returns the array that holds the complete string from {@link #from} to {@link #to}, until the next string begins.
     */
    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** Frees the memory of the last string, but keeps an array of usual size for the next one. */
    void endBlock() {
        bytes = NONE;
        if (text.length > MAX_TEXT_KEPT) {
            text = NONE;
        }
    }

    /** Lowers the limit up to which the present string is held. */
    void holdNoMoreThan(long octets) {
        mostHeld = Math.min(mostHeld, octets);
        if (textSize > mostHeld) {
            drop(0);
            text = NONE;
        }
    }

    /** Returns how many bytes the reader holds besides its input. */
    int keptBytes() {
        return text.length;
    }

    /** Frees all memory that only makes the next string faster. */
    void trim() {
        text = NONE;
    }
}
