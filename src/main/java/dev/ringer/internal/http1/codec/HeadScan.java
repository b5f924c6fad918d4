package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.WordScan;

/** Searches for the end of a head before it is parsed, without checking the head. */
public final class HeadScan {
    private HeadScan() {}

    /**
     * Whether a head ends within these bytes, that is, whether an empty line follows some line.
     *
     * @param bytes an array that holds the received bytes
     * @param from where the head begins
     * @param to where the bytes end, exclusive
     * @return false if more bytes are needed
     */
    public static boolean holdsCompleteHead(byte[] bytes, int from, int to) {
        // Most often the received bytes end where a head ends: benchmark pipelined in benchmarks/servers.
        if (to - from > 4
                && bytes[to - 1] == '\n'
                && bytes[to - 2] == '\r'
                && bytes[to - 3] == '\n'
                && !Tokens.isLineEnd(bytes[from])) {
            return true;
        }
        int at = skipEmptyLines(bytes, from, to); // empty lines before a head do not end it
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
     * Whether these bytes begin a HEAD request, as far as can be seen before it is parsed.
     *
     * @param bytes an array that holds the received bytes
     * @param from where the request begins
     * @param to where the received bytes end, exclusive
     * @return true if the method is HEAD
     */
    public static boolean beginsWithHead(byte[] bytes, int from, int to) {
        int begin = skipEmptyLines(bytes, from, to);
        return to - begin >= 5 && Tokens.spells(bytes, begin, begin + 5, "head ");
    }

    /** Returns the index of the first byte after empty lines, or {@code to}. */
    private static int skipEmptyLines(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && Tokens.isLineEnd(bytes[at])) {
            at++;
        }
        return at;
    }
}
