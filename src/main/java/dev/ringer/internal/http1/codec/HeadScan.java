package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.TokenScan;
import dev.ringer.internal.bytes.WordScan;

/** Searches the bytes of a request head before a parser checks them. */
public final class HeadScan {
    private HeadScan() {}

    /**
     * Whether the request head that begins at {@code from} is complete before {@code to}. A head ends at its first
     * empty line; empty lines in front of the head do not count.
     */
    public static boolean holdsCompleteHead(byte[] bytes, int from, int to) {
        // Shortcut: the last byte received is usually the last byte of a head. Benchmark: the row "pipelined" of
        // benchmarks/servers.
        if (to - from > 4
                && bytes[to - 1] == '\n'
                && bytes[to - 2] == '\r'
                && bytes[to - 3] == '\n'
                && !TokenScan.isLineEnd(bytes[from])) {
            return true;
        }
        int at = skipEmptyLines(bytes, from, to);
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

    /** Whether the method of the request that begins at {@code from} is HEAD; false if too few bytes have arrived. */
    public static boolean beginsWithHead(byte[] bytes, int from, int to) {
        int begin = skipEmptyLines(bytes, from, to);
        return to - begin >= 5 && TokenScan.spells(bytes, begin, begin + 5, "head ");
    }

    /** Returns the index after the empty lines that begin at {@code from}; {@code to} if nothing else follows. */
    private static int skipEmptyLines(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && TokenScan.isLineEnd(bytes[at])) {
            at++;
        }
        return at;
    }
}
