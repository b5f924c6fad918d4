package dev.ringer.internal.http2.hpack;

import dev.ringer.internal.http2.frame.Http2Refused;
import java.util.Arrays;

/**
 * Reads the strings of field blocks (RFC 7541, 5.2), one after the other. The octets arrive in pieces. If a string is
 * not Huffman coded and arrives in one piece, the reader does not copy the string. It collects any other string in its
 * own array. If a string is longer than the caller allows, the reader only counts its octets. Not thread-safe.
 */
final class StringReader {
    private static final byte[] NONE = {};
    private static final int FIRST_TEXT = 256;
    private static final int MAX_TEXT_KEPT = 4096;
    private static final int HUFFMAN_PIECE = 512;

    private final HuffmanDecoder huffman = new HuffmanDecoder();
    private byte[] text = NONE;

    // state of the current string
    private boolean coded;
    private int left; // octets of the current string that have not arrived yet
    private long maxStored;
    private int textSize;
    private long dropped; // octets of the current string that were read but not stored

    // the complete string: the octets of the array `bytes` from `from` (inclusive) to `to` (exclusive)
    private byte[] bytes = NONE;
    private int from;
    private int to;

    /**
     * Begins a string.
     *
     * @param coded whether the string is Huffman coded
     * @param length octets on the wire; a string of 0 octets is complete from the beginning
     * @param maxStored the most decoded octets to store; the reader only counts the octets of a longer string
     */
    void begin(boolean coded, int length, long maxStored) {
        this.coded = coded;
        this.left = length;
        this.maxStored = maxStored;
        textSize = 0;
        dropped = 0;
        if (coded) {
            huffman.reset();
        }
        bytes = NONE;
        from = 0;
        to = 0;
    }

    boolean complete() {
        return left == 0;
    }

    /**
     * Reads the part of the string that has arrived. Returns the index after that part.
     *
     * @throws Http2Refused if the Huffman code of the string is invalid
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
        if (dropped > 0 || textSize + (long) size > maxStored) {
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
            if (dropped > 0 || textSize > maxStored) {
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

    /** Returns the length of the complete string in octets, even if the string was not stored. */
    long length() {
        return to - from + dropped;
    }

    /**
     * Returns the array that has the complete string from {@link #from} to {@link #to}, until the next string begins.
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

    /** Drops the last string. Keeps the reader's array for the next string, unless that array is unusually large. */
    void endBlock() {
        bytes = NONE;
        if (text.length > MAX_TEXT_KEPT) {
            text = NONE;
        }
    }

    /**
     * Lowers {@code maxStored} for the current string to this many octets. Drops the string if it is longer than that.
     */
    void lowerLimit(long octets) {
        maxStored = Math.min(maxStored, octets);
        if (textSize > maxStored) {
            drop(0);
            text = NONE;
        }
    }

    /** Returns the memory of the reader's own array, in bytes. */
    int keptBytes() {
        return text.length;
    }

    /** Frees memory that would only make the next string faster. */
    void trim() {
        text = NONE;
    }
}
