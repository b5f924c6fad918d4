package dev.ringer.internal.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            delimiter = '|',
            value = {
                "close|close",
                "a,b|a b",
                " a ,\tb\t|a b",
                ",,a, ,b,,|a b",
                "a b|a b",
                "keep-alive, Upgrade|keep-alive Upgrade",
                " , \t,|",
                "|"
            })
    void findsTheElementsOfAList(String list, String expected) {
        byte[] bytes = ("x" + (list == null ? "" : list) + ",y").getBytes(StandardCharsets.US_ASCII);
        int to = bytes.length - 2;
        StringJoiner found = new StringJoiner(" ");
        int end;
        for (int begin = TokenScan.elementBegin(bytes, 1, to);
                begin < to;
                begin = TokenScan.elementBegin(bytes, end, to)) {
            end = TokenScan.elementEnd(bytes, begin, to);
            found.add(new String(bytes, begin, end - begin, StandardCharsets.US_ASCII));
        }

        assertThat(found).hasToString(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "Close", " ,\tCLOSE ,x", "x,close", "x , close "})
    void findsAWordInAList(String list) {
        byte[] bytes = list.getBytes(StandardCharsets.US_ASCII);

        assertThat(TokenScan.lists(bytes, 0, bytes.length, "close")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "closed", "x close", "clo,se", "close/1", "keep-alive"})
    void findsNoWordThatIsOnlyAPartOfAnElement(String list) {
        byte[] bytes = list.getBytes(StandardCharsets.US_ASCII);

        assertThat(TokenScan.lists(bytes, 0, bytes.length, "close")).isFalse();
    }
}
