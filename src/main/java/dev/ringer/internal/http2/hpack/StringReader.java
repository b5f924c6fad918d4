package dev.ringer.internal.http2.hpack;

import java.util.Arrays;

/**
 * Reads the strings of field blocks (RFC 7541, 5.2), one after the other, from octets that arrive in pieces. A plain string
 * that is in one piece is left where it is; any other is put together in an array that the reader keeps. A string that is
 * longer than worth holding is read to its end, but only counted. Not thread-safe.
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
    private long dropped; // octets beyond what is held

    // the complete string
    private byte[] bytes = NONE;
    private int from;
    private int to;

    /**
     * Begins a string.
     *
     * @param coded whether it is Huffman coded
     * @param length of what is to come, in octets; a string of 0 is complete at once
     * @param mostHeld how long it may be and still be held
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

    /** Whether nothing of the string is to come. */
    boolean complete() {
        return left == 0;
    }

    /**
     * Takes what there is of a string that is not complete.
     *
     * @return where it ends in the input, so far
     * @throws HpackRefused if its code is at fault
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

    /** How long the complete string is, whether it is held or not. */
    long length() {
        return to - from + dropped;
    }

    /** Holds the complete string from {@link #from} to {@link #to}, until the next one begins. */
    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** Lets go what the last string has left behind, if it is of unusual size. */
    void endBlock() {
        bytes = NONE;
        if (text.length > MAX_TEXT_KEPT) {
            text = NONE;
        }
    }

    /** From now on holds less of the present string. */
    void holdNoMoreThan(long octets) {
        mostHeld = Math.min(mostHeld, octets);
        if (textSize > mostHeld) {
            drop(0);
            text = NONE;
        }
    }

    /** How much it holds besides its input. */
    int keptBytes() {
        return text.length;
    }

    /** Lets go all that only makes the next string quicker. */
    void trim() {
        text = NONE;
    }
}
