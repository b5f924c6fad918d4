package dev.ringer.internal.http2.hpack;

/**
 * The Huffman code of RFC 7541, appendix B. The code is canonical, so the lengths alone define it. Codes of the same
 * length are consecutive numbers in the order of their symbols. If codes are compared bit by bit, a longer code is
 * larger than every shorter code.
 */
final class HuffmanCode {
    /** The symbol EOS (end of string), which must never be sent. */
    static final int EOS = 256;

    /** The length of the longest code, in bits. */
    static final int MAX_LENGTH = 30;

    /** The length of the shortest code, in bits. */
    static final int MIN_LENGTH = 5;

    /** The number of bits by which {@link #FAST} is indexed. Symbols with longer codes are rare in field lines. */
    static final int FAST_BITS = 11;

    /** The length of each symbol's code, in bits. */
    static final byte[] LENGTHS = lengths();

    /** The code of each symbol, in the lowest bits of the number. */
    static final int[] CODES = new int[EOS + 1];

    /**
     * Describes, for each value of the next {@link #FAST_BITS} bits, the code with which these bits begin: 256 times
     * the length of the code, plus its symbol; 0 if the code is longer than these bits.
     */
    static final short[] FAST = new short[1 << FAST_BITS];

    /** For each code length, a limit: exactly the 32-bit numbers below it begin with a code of up to this length. */
    private static final long[] ENDS = new long[MAX_LENGTH + 1];

    /** For each code length: the first code of this length. */
    private static final int[] FIRST_CODES = new int[MAX_LENGTH + 1];

    /** For each code length: the index in {@link #SORTED} of the symbol with the first code of this length. */
    private static final int[] FIRST_SYMBOLS = new int[MAX_LENGTH + 1];

    /** All symbols in the order of their codes. */
    private static final short[] SORTED = new short[EOS + 1];

    static {
        int code = 0;
        int position = 0;
        for (int length = 1; length <= MAX_LENGTH; length++) {
            code <<= 1;
            FIRST_CODES[length] = code;
            FIRST_SYMBOLS[length] = position;
            for (int symbol = 0; symbol <= EOS; symbol++) {
                if (LENGTHS[symbol] == length) {
                    SORTED[position++] = (short) symbol;
                    CODES[symbol] = code++;
                }
            }
            ENDS[length] = (long) code << Integer.SIZE - length;
        }
        for (int symbol = 0; symbol < EOS; symbol++) {
            if (LENGTHS[symbol] <= FAST_BITS) {
                fillFast(symbol);
            }
        }
    }

    private HuffmanCode() {}

    private static void fillFast(int symbol) {
        int spare = FAST_BITS - LENGTHS[symbol];
        int from = CODES[symbol] << spare;
        for (int i = from; i < from + (1 << spare); i++) {
            FAST[i] = (short) (LENGTHS[symbol] << Byte.SIZE | symbol);
        }
    }

    /**
     * Returns the length of the code with which these 32 bits begin. The code must have more than {@link #FAST_BITS}
     * bits.
     */
    static int lengthOf(long bits) {
        int length = FAST_BITS + 1;
        while (bits >= ENDS[length]) {
            length++;
        }
        return length;
    }

    /** Returns the symbol of the code with which these 32 bits begin. The code has this length. */
    static int symbolOf(long bits, int length) {
        return SORTED[FIRST_SYMBOLS[length] + (int) (bits >>> Integer.SIZE - length) - FIRST_CODES[length]];
    }

    /**
     * Returns the lengths of the codes in the order of the symbols, as the appendix lists them. The last length is the
     * one of EOS.
     */
    private static byte[] lengths() {
        String[] listed = """
                13 23 28 28 28 28 28 28 28 24 30 28 28 30 28 28
                28 28 28 28 28 28 30 28 28 28 28 28 28 28 28 28
                6 10 10 12 13 6 8 11 10 10 8 11 8 6 6 6
                5 5 5 6 6 6 6 6 6 6 7 8 15 6 12 10
                13 6 7 7 7 7 7 7 7 7 7 7 7 7 7 7
                7 7 7 7 7 7 7 7 8 7 8 13 19 13 14 6
                15 5 6 5 6 5 6 6 6 5 7 7 6 6 6 5
                6 7 6 5 5 6 7 7 7 7 7 15 11 14 13 28
                20 22 20 20 22 22 22 23 22 23 23 23 23 23 24 23
                24 24 22 23 24 23 23 23 23 21 22 23 22 23 23 24
                22 21 20 22 22 23 23 21 23 22 22 24 21 22 23 23
                21 21 22 21 23 22 23 23 20 22 22 22 23 22 22 23
                26 26 20 19 22 23 22 25 26 26 26 27 27 26 24 25
                19 21 26 27 27 26 27 24 21 21 26 26 28 27 27 27
                20 24 20 21 22 21 21 23 22 22 25 25 24 24 26 23
                26 27 26 26 27 27 27 27 27 28 27 27 27 27 27 26
                30""".split("\\s+");
        byte[] lengths = new byte[EOS + 1];
        for (int symbol = 0; symbol <= EOS; symbol++) {
            lengths[symbol] = Byte.parseByte(listed[symbol]);
        }
        return lengths;
    }
}
