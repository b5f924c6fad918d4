package dev.ringer.internal.http2.hpack;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Encodes octets by the Huffman code. Writes four octets at a time. Stateless. */
final class HuffmanEncoder {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private HuffmanEncoder() {}

    /**
     * Encodes the first {@code length} octets of {@code in}, and adds the padding. Returns the index in {@code out}
     * after the last written octet.
     */
    static int encode(byte[] in, int length, byte[] out, int outAt) {
        int at = outAt;
        long bits = 0; // the lowest {@code count} bits are not written yet; all higher bits have no meaning
        int count = 0;
        for (int i = 0; i < length; i++) {
            int symbol = in[i] & 0xff;
            int codeLength = HuffmanCode.LENGTHS[symbol];
            bits = bits << codeLength | HuffmanCode.CODES[symbol];
            count += codeLength;
            if (count >= Integer.SIZE) {
                count -= Integer.SIZE;
                INTS.set(out, at, (int) (bits >>> count));
                at += Integer.BYTES;
            }
        }
        while (count >= Byte.SIZE) {
            count -= Byte.SIZE;
            out[at++] = (byte) (bits >>> count);
        }
        if (count > 0) {
            int padding = Byte.SIZE - count;
            out[at++] = (byte) (bits << padding | (1 << padding) - 1);
        }
        return at;
    }
}
