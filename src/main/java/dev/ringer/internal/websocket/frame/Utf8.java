package dev.ringer.internal.websocket.frame;

import dev.ringer.internal.bytes.WordScan;

/**
 * Checks text that comes in pieces cut anywhere (RFC 3629): what cannot become UTF-8 is found with its first wrong octet.
 * ASCII is passed over eight octets at a time.
 *
 * <p>What is known between two pieces is one number: 0 between two characters, else how many octets the present one still
 * needs, and the bounds of the next one. So overlong forms, surrogates and what lies beyond U+10FFFF need no look back.
 */
public final class Utf8 {
    /** The state between two characters, in which text may begin and end. */
    public static final int COMPLETE = 0;

    /** The state after octets that are no UTF-8; it lasts until the end. */
    public static final int INVALID = -1;

    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final int ANY_NEXT = bounds(0x80, 0xBF);

    private Utf8() {}

    /**
     * Checks one more piece.
     *
     * @param state after the piece before; {@link #COMPLETE} for the first one
     * @param bytes holds the piece
     * @param from where it begins
     * @param to where it ends, exclusive
     * @return {@link #COMPLETE}, {@link #INVALID}, or a state in the middle of a character
     */
    public static int check(int state, byte[] bytes, int from, int to) {
        int now = state;
        for (int at = from; at < to && now != INVALID; at++) {
            if (now == COMPLETE) {
                at = skipAscii(bytes, at, to);
                if (at == to) {
                    break;
                }
                now = afterFirst(bytes[at] & 0xff);
            } else {
                now = afterNext(now, bytes[at] & 0xff);
            }
        }
        return now;
    }

    /**
     * Where the last complete character of checked text ends.
     *
     * @param state after the text
     * @param bytes holds text that is sound so far
     * @param from where a character begins
     * @param to where the text ends, exclusive
     * @return {@code to}, or up to three octets before
     */
    public static int endOfComplete(int state, byte[] bytes, int from, int to) {
        if (state == COMPLETE) {
            return to;
        }
        int at = to - 1;
        while (at > from && (bytes[at] & 0xC0) == 0x80) {
            at--;
        }
        return at;
    }

    private static int skipAscii(byte[] bytes, int from, int to) {
        int at = from;
        while (at <= to - 8 && (WordScan.word(bytes, at) & HIGH_BITS) == 0) {
            at += 8;
        }
        while (at < to && bytes[at] >= 0) {
            at++;
        }
        return at;
    }

    private static int afterFirst(int octet) {
        if (octet < 0xC2 || octet > 0xF4) {
            return INVALID; // a continuation, an overlong form, or beyond U+10FFFF
        }
        if (octet < 0xE0) {
            return needing(1, ANY_NEXT);
        }
        return switch (octet) {
            case 0xE0 -> needing(2, bounds(0xA0, 0xBF)); // else overlong
            case 0xED -> needing(2, bounds(0x80, 0x9F)); // else a surrogate
            case 0xF0 -> needing(3, bounds(0x90, 0xBF)); // else overlong
            case 0xF4 -> needing(3, bounds(0x80, 0x8F)); // else beyond U+10FFFF
            default -> needing(octet < 0xF0 ? 2 : 3, ANY_NEXT);
        };
    }

    private static int afterNext(int state, int octet) {
        int low = state >>> 8 & 0xff;
        int high = state & 0xff;
        if (octet < low || octet > high) {
            return INVALID;
        }
        int needed = (state >>> 16) - 1;
        return needed == 0 ? COMPLETE : needing(needed, ANY_NEXT);
    }

    private static int needing(int octets, int bounds) {
        return octets << 16 | bounds;
    }

    private static int bounds(int low, int high) {
        return low << 8 | high;
    }
}
