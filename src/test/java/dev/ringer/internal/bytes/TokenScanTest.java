package dev.ringer.internal.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TokenScanTest {
    /** Implements the grammar of RFC 9110, 5.6.2: visible characters without delimiters. */
    private static boolean isInTheGrammar(char c) {
        return c > ' ' && c < 0x7f && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
    }

    @Test
    void takesWhatTheGrammarTakes() {
        for (char c = 0; c < 0x200; c++) {
            assertThat(TokenScan.isToken("" + c)).as("%x", (int) c).isEqualTo(isInTheGrammar(c));
            if (c < 0x100) {
                assertThat(TokenScan.isToken(new byte[] {(byte) c}))
                        .as("%x", (int) c)
                        .isEqualTo(isInTheGrammar(c));
            }
        }
        assertThat(TokenScan.isToken("")).isFalse();
        assertThat(TokenScan.isToken(new byte[0])).isFalse();
    }

    @Test
    void findsTheEnd() {
        assertThat(TokenScan.end("a; bc", 3)).isEqualTo(5);
        assertThat(TokenScan.end("a; bc", 0)).isEqualTo(1);
        byte[] bytes = "xGET /".getBytes(StandardCharsets.US_ASCII);
        assertThat(TokenScan.end(bytes, 1, bytes.length)).isEqualTo(4);
        assertThat(TokenScan.end(bytes, 1, 3)).isEqualTo(3);
    }
}
