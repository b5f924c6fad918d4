package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.WordScan;

/** Looks ahead for the end of a head, without judging it. */
public final class HeadScan {
    private HeadScan() {}

    /**
     * Whether a head ends within these bytes, that is, whether an empty line follows some line.
     *
     * @param bytes what was received
     * @param from where the head begins
     * @param to where the bytes end, exclusive
     * @return false if more bytes are needed
     */
    public static boolean holdsCompleteHead(byte[] bytes, int from, int to) {
        // most often what is there ends with a head: pipelined in benchmarks/servers
        if (to - from > 4
                && bytes[to - 1] == '\n'
                && bytes[to - 2] == '\r'
                && bytes[to - 3] == '\n'
                && !Tokens.isLineEnd(bytes[from])) {
            return true;
        }
        int at = skipEmptyLines(bytes, from, to); // they end no head
        while (true) {
            at = WordScan.indexOf(bytes, at, to, (byte) '\n') + 1;
            if (at < to && bytes[at] == '\r') {
                at++;
            }
            if (at >= to) {
                return false;
            }
            if (bytes[at] == '\n') {
                return true;
            }
        }
    }

    /**
     * Whether these bytes begin a request for a head alone, as far as that can be told before it is parsed.
     *
     * @param bytes hold what was received
     * @param from where it begins
     * @param to where it ends
     * @return true if the method is HEAD
     */
    public static boolean beginsWithHead(byte[] bytes, int from, int to) {
        int begin = skipEmptyLines(bytes, from, to);
        return to - begin >= 5 && Tokens.spells(bytes, begin, begin + 5, "head ");
    }

    /** The index of the first byte behind empty lines, or {@code to}. */
    private static int skipEmptyLines(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && Tokens.isLineEnd(bytes[at])) {
            at++;
        }
        return at;
    }
}
