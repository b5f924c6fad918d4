package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.WordScan;

/** Looks ahead for the end of a head, without judging it. */
public final class HeadScan {
    private HeadScan() {}

    /**
     * Passes over empty lines.
     *
     * @param bytes what was received
     * @param from where to begin
     * @param to where the bytes end, exclusive
     * @return the index of the first byte behind them, or {@code to}
     */
    public static int skipEmptyLines(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (bytes[at] == '\r' || bytes[at] == '\n')) {
            at++;
        }
        return at;
    }

    /**
     * Whether a head ends within these bytes, that is, whether an empty line follows some line.
     *
     * @param bytes what was received
     * @param from where the head begins
     * @param to where the bytes end, exclusive
     * @return false if more bytes are needed
     */
    public static boolean holdsCompleteHead(byte[] bytes, int from, int to) {
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
