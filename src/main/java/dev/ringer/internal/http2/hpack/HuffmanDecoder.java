package dev.ringer.internal.http2.hpack;

import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.frame.Http2Refused;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Decodes Huffman codes from octets that arrive in pieces. The decoder looks up {@link HuffmanCode#FAST_BITS} bits at a
 * time. Between two pieces of a string it keeps the bits of an incomplete code. Not thread-safe.
 */
final class HuffmanDecoder {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int MAX_PADDING = 7;

    private long bits; // bits that wait to be decoded; the next bit is the highest one
    private int count; // the number of bits that wait to be decoded

    /** Returns the most octets to which a piece of this size and the bits kept from earlier pieces can decode. */
    static int mostDecoded(int pieceSize) {
        return (pieceSize * Byte.SIZE + Long.SIZE) / HuffmanCode.MIN_LENGTH;
    }

    /** Prepares the decoder for the next string, even if the last string was invalid. */
    void reset() {
        bits = 0;
        count = 0;
    }

    /**
     * Decodes a piece of a string.
     *
     * @param out has at least {@link #mostDecoded} octets from {@code outAt} on
     * @return the index after the decoded octets in {@code out}
     * @throws Http2Refused if the string contains EOS
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
                    throw new Http2Refused(Http2Fault.EOS_IN_STRING);
                }
                out[end++] = (byte) symbol;
                bits <<= length;
                count -= length;
            } else if (at == to) {
                return end;
            }
        }
    }

    /** Moves octets from the input to {@code bits}, until there are at least 56 bits or the input ends. */
    private int refill(byte[] in, int from, int to) {
        int at = from;
        if (to - at >= Long.BYTES) {
            // This also sets some bits of the next octet, which is not counted yet. They do no harm: the next refill
            // reads that octet again and sets the same bits.
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

    /** Decodes codes of up to eleven bits. Stops at a longer code, or if fewer than eleven bits are left. */
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
     * @throws Http2Refused if the remaining bits are not valid padding (RFC 7541, 5.2)
     */
    void end() {
        if (count > MAX_PADDING) {
            throw new Http2Refused(Http2Fault.PADDING_TOO_LONG);
        }
        if (count > 0 && bits >> Long.SIZE - count != -1) {
            throw new Http2Refused(Http2Fault.PADDING_NOT_ONES);
        }
        reset();
    }
}
