package dev.ringer.internal.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HuffmanTest {
    private static byte[] code(byte[] octets) {
        byte[] out = new byte[4 * octets.length + 8];
        int end = HpackEncoder.putCoded(octets, octets.length, out, 0);
        return Arrays.copyOf(out, end);
    }

    private static byte[] decoded(byte[] code, int pieceSize) {
        HuffmanDecoder decoder = new HuffmanDecoder();
        byte[] out = new byte[0];
        int end = 0;
        for (int at = 0; at < code.length; at += pieceSize) {
            int to = Math.min(code.length, at + pieceSize);
            out = Arrays.copyOf(out, end + HuffmanDecoder.mostDecoded(to - at));
            end = decoder.decode(code, at, to, out, end);
        }
        decoder.end();
        return Arrays.copyOf(out, end);
    }

    @Test
    void isACompleteCode() {
        long filled = 0;
        for (byte length : HuffmanCode.LENGTHS) {
            filled += 1L << HuffmanCode.MAX_LENGTH - length;
        }

        assertThat(filled).isEqualTo(1L << HuffmanCode.MAX_LENGTH);
    }

    /** Checks some codes of each kind against RFC 7541, appendix B. */
    @Test
    void hasTheCodesOfTheAppendix() {
        assertThat(HuffmanCode.CODES[0]).isEqualTo(0x1ff8);
        assertThat(HuffmanCode.CODES[1]).isEqualTo(0x7fffd8);
        assertThat(HuffmanCode.CODES['0']).isEqualTo(0x0);
        assertThat(HuffmanCode.CODES['t']).isEqualTo(0x9);
        assertThat(HuffmanCode.CODES[' ']).isEqualTo(0x14);
        assertThat(HuffmanCode.CODES['u']).isEqualTo(0x2d);
        assertThat(HuffmanCode.CODES[':']).isEqualTo(0x5c);
        assertThat(HuffmanCode.CODES['z']).isEqualTo(0x7b);
        assertThat(HuffmanCode.CODES['Z']).isEqualTo(0xfd);
        assertThat(HuffmanCode.CODES['\\']).isEqualTo(0x7fff0);
        assertThat(HuffmanCode.CODES[128]).isEqualTo(0xfffe6);
        assertThat(HuffmanCode.CODES[255]).isEqualTo(0x3ffffee);
        assertThat(HuffmanCode.CODES[HuffmanCode.EOS]).isEqualTo(0x3fffffff);
    }

    @Test
    void takesEverySymbolBehindEveryNumberOfBits() {
        for (int symbol = 0; symbol < 256; symbol++) {
            for (int zeros = 0; zeros < 9; zeros++) {
                byte[] octets = new byte[zeros + 2];
                Arrays.fill(octets, (byte) '0');
                octets[zeros] = (byte) symbol;

                byte[] code = code(octets);

                assertThat(decoded(code, code.length)).isEqualTo(octets);
                assertThat(decoded(code, 1)).isEqualTo(octets);
            }
        }
    }

    @Test
    void decodesWhatWasEncodedInWhateverPieces() {
        Random random = new Random(7541);
        for (int round = 0; round < 2_000; round++) {
            byte[] octets = new byte[random.nextInt(200)];
            for (int i = 0; i < octets.length; i++) {
                octets[i] = (byte) (random.nextInt(10) == 0 ? random.nextInt(256) : ' ' + random.nextInt(95));
            }
            byte[] code = code(octets);

            assertThat(decoded(code, 1 + random.nextInt(20))).isEqualTo(octets);
            assertThat(decoded(code, 1_000)).isEqualTo(octets);
        }
    }
}
