package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.WordScan;

/** Looks ahead for the end of a head, without judging it. */
final class HeadScan {
    private HeadScan() {}

    /** The first byte behind empty lines, or {@code to}. */
    static int skipEmptyLines(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (bytes[at] == '\r' || bytes[at] == '\n')) {
            at++;
        }
        return at;
    }

    /** Whether an empty line follows some line, that is, whether a head ends within these bytes. */
    static boolean holdsCompleteHead(byte[] bytes, int from, int to) {
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
}
