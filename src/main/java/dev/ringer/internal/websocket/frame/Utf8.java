package dev.ringer.internal.websocket.frame;

import dev.ringer.internal.bytes.WordScan;

/**
 * Checks that text is valid UTF-8 (RFC 3629). The text may arrive in pieces of any size. This class finds an invalid
 * octet as soon as the octet arrives. It checks ASCII eight octets at a time.
 *
 * <p>The state between two pieces is one number. It is 0 after a complete character. After an incomplete character it
 * contains the number of missing octets and the bounds of the next octet. These bounds exclude overlong forms,
 * surrogates and characters beyond U+10FFFF.
 */
public final class Utf8 {
    /** The state after a complete character, and before the first character. Valid text ends in this state. */
    public static final int COMPLETE = 0;

    /** The state after an invalid octet. No later octet changes this state. */
    public static final int INVALID = -1;

    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final int ANY_NEXT = bounds(0x80, 0xBF);

    private Utf8() {}

    /**
     * Checks the next piece of a text.
     *
     * @param state the state after the previous piece; {@link #COMPLETE} for the first one
     * @param bytes the array with the piece
     * @param from index of the first octet
     * @param to index after the last octet
     * @return the state after this piece: {@link #COMPLETE}, {@link #INVALID}, or another number after an incomplete
     *     character
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
     * Returns the index after the last complete character of a checked text.
     *
     * @param state the state after the text, which is not {@link #INVALID}
     * @param bytes the array with the text
     * @param from index where a character begins
     * @param to index after the last octet
     * @return {@code to}, or up to three less
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
            // the octet continues a character, begins an overlong form, or begins a character beyond U+10FFFF
            return INVALID;
        }
        if (octet < 0xE0) {
            return needing(1, ANY_NEXT);
        }
        return switch (octet) {
            case 0xE0 -> needing(2, bounds(0xA0, 0xBF)); // any other second octet would make an overlong form
            case 0xED -> needing(2, bounds(0x80, 0x9F)); // any other second octet would make a surrogate
            case 0xF0 -> needing(3, bounds(0x90, 0xBF)); // any other second octet would make an overlong form
            case 0xF4 -> needing(3, bounds(0x80, 0x8F)); // any other second octet would exceed U+10FFFF
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
