package dev.ringer.internal.http2.hpack;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Decodes Huffman codes from octets that arrive in pieces, by looking up eleven bits at a time. Between two strings it holds
 * nothing, between two pieces the bits of a code that is not complete. Not thread-safe.
 */
final class HuffmanDecoder {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int MAX_PADDING = 7;

    private long bits; // the next one as the highest
    private int count;

    /** How many octets may come of a piece, at the most, those of bits that are held among them. */
    static int mostDecoded(int pieceSize) {
        return (pieceSize * Byte.SIZE + Long.SIZE) / HuffmanCode.MIN_LENGTH;
    }

    /** Makes it ready for the next string, also after a broken one. */
    void reset() {
        bits = 0;
        count = 0;
    }

    /**
     * Decodes a piece of a string.
     *
     * @param out has room for {@link #mostDecoded} octets behind {@code outAt}
     * @return where the decoded octets end in it
     * @throws HpackRefused if EOS is among them
     */
    int decode(byte[] in, int from, int to, byte[] out, int outAt) {
        int at = from;
        int end = outAt;
        while (true) {
            at = refill(in, at, to);
            end = decodeShort(out, end);
            long next = bits >>> Integer.SIZE;
            int entry = HuffmanCode.FAST[(int) (bits >>> Long.SIZE - HuffmanCode.FAST_BITS)];
            int length = entry != 0 ? entry >> Byte.SIZE : HuffmanCode.lengthOf(next);
            if (length <= count) {
                int symbol = entry != 0 ? entry & 0xff : HuffmanCode.symbolOf(next, length);
                if (symbol == HuffmanCode.EOS) {
                    throw new HpackRefused(HpackFault.EOS_IN_STRING);
                }
                out[end++] = (byte) symbol;
                bits <<= length;
                count -= length;
            } else if (at == to) {
                return end;
            }
        }
    }

    /** Takes as many octets as there is room for, so that there are 56 bits or more unless the input ends before. */
    private int refill(byte[] in, int from, int to) {
        int at = from;
        if (to - at >= Long.BYTES) {
            // What is beyond the octets that count is the same as what the next refill puts there.
            bits |= (long) LONGS.get(in, at) >>> count;
            int taken = Long.SIZE - 1 - count >> 3;
            count += taken << 3;
            return at + taken;
        }
        while (at < to && count <= Long.SIZE - Byte.SIZE) {
            bits |= (in[at++] & 0xffL) << Long.SIZE - Byte.SIZE - count;
            count += Byte.SIZE;
        }
        return at;
    }

    /** Decodes codes of up to eleven bits, as long as there are so many. */
    private int decodeShort(byte[] out, int from) {
        short[] fast = HuffmanCode.FAST;
        long window = bits;
        int left = count;
        int at = from;
        while (left >= HuffmanCode.FAST_BITS) {
            int entry = fast[(int) (window >>> Long.SIZE - HuffmanCode.FAST_BITS)];
            if (entry == 0) {
                break;
            }
            int length = entry >> Byte.SIZE;
            out[at++] = (byte) entry;
            window <<= length;
            left -= length;
        }
        bits = window;
        count = left;
        return at;
    }

    /**
     * Ends a string.
     *
     * @throws HpackRefused if what is left is not the padding that RFC 7541, 5.2, wants
     */
    void end() {
        if (count > MAX_PADDING) {
            throw new HpackRefused(HpackFault.PADDING_TOO_LONG);
        }
        if (count > 0 && bits >> Long.SIZE - count != -1) {
            throw new HpackRefused(HpackFault.PADDING_NOT_ONES);
        }
        reset();
    }
}
