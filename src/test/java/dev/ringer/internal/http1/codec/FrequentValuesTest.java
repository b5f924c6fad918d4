package dev.ringer.internal.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.names.KnownNames;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests the cache of frequent field values. */
class FrequentValuesTest {
    @Test
    void giveTheSameStringAgain() {
        byte[] line = bytes("User-Agent: some browser\r\n");

        String first = FrequentValues.text(line, 12, 24);

        assertThat(first).isEqualTo("some browser");
        assertThat(FrequentValues.text(bytes("some browser"), 0, 12)).isSameAs(first);
    }

    @Test
    void areRightWhateverElseHasTheirPlace() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 10_000; i++) {
                byte[] value = bytes("value " + i);

                assertThat(FrequentValues.text(value, 0, value.length)).isEqualTo("value " + i);
            }
        }
    }

    @Test
    void keepBytesAboveAsciiApart() {
        byte[] value = {'a', (byte) 0xe9, (byte) 0xff};

        assertThat(FrequentValues.text(value, 0, 3)).isEqualTo("a\u00e9\u00ff");
    }

    @Test
    void mayBeEmpty() {
        assertThat(FrequentValues.text(new byte[0], 0, 0)).isEmpty();
    }

    @Test
    void doNotOutliveTheirRequestWhenLong() {
        byte[] value = bytes("v".repeat(257));

        assertThat(FrequentValues.text(value, 0, 257)).isNotSameAs(FrequentValues.text(value, 0, 257));
    }

    @Test
    void areNoSecrets() {
        for (String secret : new String[] {"Cookie", "Authorization", "Proxy-Authorization", "X-API-Key"}) {
            assertThat(FrequentValues.has(KnownNames.indexOf(secret)))
                    .as(secret)
                    .isFalse();
        }
        assertThat(FrequentValues.has(KnownNames.UNKNOWN)).isFalse();
        assertThat(FrequentValues.has(KnownNames.HOST)).isTrue();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
