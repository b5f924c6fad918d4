package dev.ringer.internal.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WordScanTest {
    private static final long SEED = 7;

    @Test
    void findsWhatASlowSearchFinds() {
        Random random = new Random(SEED);

        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(80)];
            for (int index = 0; index < bytes.length; index++) {
                // values that the bit operations could confuse
                bytes[index] = (byte) "abc\r\n\f\u000e \u001f\u007f\u0080\u008d\u00ff\0\1".charAt(random.nextInt(15));
            }
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);

            assertThat(WordScan.indexOf(bytes, from, to, (byte) '\r')).isEqualTo(first(bytes, from, to, "\r"));
            assertThat(WordScan.indexOfEither(bytes, from, to, (byte) '\r', (byte) '\n'))
                    .isEqualTo(first(bytes, from, to, "\r\n"));
            assertThat(WordScan.indexOfControl(bytes, from, to))
                    .isEqualTo(first(bytes, from, to, "\r\n\f\u000e\u001f\u007f\0\1"));
            assertThat(WordScan.isAscii(bytes, from, to)).isEqualTo(first(bytes, from, to, "\u0080\u008d\u00ff") == to);
        }
    }

    /** Searches for one or two hits at every position of ranges of every length. */
    @Test
    void findsFewHitsAmongOtherBytes() {
        byte[] bytes = new byte[45];
        for (byte plain : new byte[] {'a', '~', '!', (byte) 0x80, (byte) 0xff}) {
            for (byte hit : new byte[] {':', '\t', 0x1f, 0x7f, 0}) {
                for (int to = 0; to <= bytes.length; to++) {
                    for (int at = 0; at < to; at++) {
                        Arrays.fill(bytes, plain);
                        bytes[at] = hit;
                        bytes[to - 1] = hit;
                        assertFindsWhatASlowSearchFinds(bytes, 0, to);
                        assertFindsWhatASlowSearchFinds(bytes, Math.min(3, at), to - 1);
                    }
                }
            }
        }
    }

    private static void assertFindsWhatASlowSearchFinds(byte[] bytes, int from, int to) {
        String controls = "\0\t\u001f\u007f";
        check(WordScan.indexOfNear(bytes, from, to, (byte) ':'), first(bytes, from, to, ":"));
        check(WordScan.indexOf(bytes, from, to, (byte) ':'), first(bytes, from, to, ":"));
        check(WordScan.indexOfControl(bytes, from, to, ' '), first(bytes, from, to, controls));
        check(WordScan.indexOfControl(bytes, from, to, '!'), first(bytes, from, to, controls + " "));
        check(WordScan.indexOfControl(bytes, from, to, 'b'), first(bytes, from, to, controls + "!:a"));
    }

    private static void check(int found, int expected) { // called half a million times
        if (found != expected) {
            assertThat(found).isEqualTo(expected);
        }
    }

    private static int first(byte[] bytes, int from, int to, String wanted) {
        int index = from;
        while (index < to && wanted.indexOf(bytes[index] & 0xff) < 0) {
            index++;
        }
        return index;
    }
}
