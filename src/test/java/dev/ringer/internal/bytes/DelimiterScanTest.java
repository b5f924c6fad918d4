package dev.ringer.internal.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelimiterScanTest {
    private static final long SEED = 20260101;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n--B",
                "\r\n--boundary",
                "\r\n------WebKitFormBoundaryABCDEFGH12345678",
                "\r\n------------------------------------d74496d66958873e",
                "\r\n--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void findsWhatASlowSearchFinds(String text) {
        byte[] delimiter = text.getBytes(StandardCharsets.ISO_8859_1);
        DelimiterScan scan = new DelimiterScan(delimiter);
        Random random = new Random(SEED);

        for (int round = 0; round < 300; round++) {
            byte[] bytes = almostDelimiters(random, delimiter, 1 + random.nextInt(6000));
            int from = random.nextInt(bytes.length);
            int to = from + random.nextInt(bytes.length - from + 1);

            assertThat(scan.find(bytes, from, to))
                    .as("seed %d, round %d", SEED, round)
                    .isEqualTo(slowFind(bytes, from, to, delimiter));
        }
    }

    @Test
    void findsADelimiterAtEveryPlaceOfALongRange() {
        byte[] delimiter = "\r\n------WebKitFormBoundaryABCDEFGH12345678".getBytes(StandardCharsets.ISO_8859_1);
        DelimiterScan scan = new DelimiterScan(delimiter);

        for (int place = 0; place <= 5000; place++) {
            byte[] bytes = new byte[5000];
            int length = Math.min(delimiter.length, bytes.length - place);
            System.arraycopy(delimiter, 0, bytes, place, length);

            assertThat(scan.find(bytes, 0, bytes.length)).isEqualTo(place);
        }
    }

    @Test
    void refusesADelimiterWhoseFirstByteComesAgain() {
        assertThatThrownBy(() -> new DelimiterScan(new byte[] {'a', 'b', 'a'}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static byte[] almostDelimiters(Random random, byte[] delimiter, int length) {
        byte[] bytes = new byte[length];
        int at = 0;
        while (at < length) {
            int kind = random.nextInt(8);
            int piece = Math.min(length - at, kind == 0 ? delimiter.length : 1 + random.nextInt(delimiter.length));
            if (kind < 4) {
                System.arraycopy(delimiter, 0, bytes, at, piece);
            } else {
                for (int index = at; index < at + piece; index++) {
                    bytes[index] = kind == 4 ? (byte) random.nextInt() : delimiter[random.nextInt(delimiter.length)];
                }
            }
            at += piece;
        }
        return bytes;
    }

    private static int slowFind(byte[] bytes, int from, int to, byte[] delimiter) {
        for (int start = from; start < to; start++) {
            int index = 0;
            while (index < delimiter.length && start + index < to && bytes[start + index] == delimiter[index]) {
                index++;
            }
            if (index == delimiter.length || start + index == to) {
                return start;
            }
        }
        return to;
    }
}
