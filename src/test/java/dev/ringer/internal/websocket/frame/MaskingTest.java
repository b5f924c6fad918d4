package dev.ringer.internal.websocket.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MaskingTest {
    @Test
    void masksOctetByOctetWhereverItBeginsAndIsCut() {
        Random random = new Random(53);
        for (int length = 0; length < 60; length++) {
            for (int begin = 0; begin < 9; begin++) {
                byte[] bytes = new byte[begin + length + 3];
                random.nextBytes(bytes);
                int key = random.nextInt();
                byte[] expected = bytes.clone();
                for (int i = 0; i < length; i++) {
                    expected[begin + i] ^= (byte) (key >>> 8 * (i & 3));
                }

                int cut = begin + random.nextInt(length + 1);
                int rest = Masking.apply(bytes, begin, cut, key);
                Masking.apply(bytes, cut, begin + length, rest);

                assertThat(bytes).isEqualTo(expected);
            }
        }
    }
}
