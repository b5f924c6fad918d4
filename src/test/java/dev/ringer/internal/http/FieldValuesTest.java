package dev.ringer.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FieldValuesTest {
    @Test
    void foldedValuesAreOneLine() {
        Map.of(
                        "a\r\n b", "a b",
                        "a\r\n\tb", "a\tb",
                        "a \r\n  b", "a   b",
                        "a\r\n b\r\n c", "a b c",
                        "\r\n a", " a",
                        "a\r\n ", "a ")
                .forEach((value, sent) ->
                        assertThat(FieldValues.sendable(value)).as(value).isEqualTo(sent));
    }

    @Test
    void controlCharactersAreSpaces() {
        for (char c = 1; c <= 0x7f; c++) {
            String value = "a" + c + "b";
            if (c != '\r' && c != '\n') {
                assertThat(FieldValues.sendable(value))
                        .isEqualTo(FieldValues.isPlain(c) ? value : "a b")
                        .matches("[\\t -~]*");
            }
        }
        assertThat(FieldValues.sendable("caf\u00e9\u0085")).isEqualTo("caf\u00e9\u0085"); // obs-text
    }

    /** With these, a client could read another field, another response, or another value. */
    @Test
    void lineBreaksAndWhatHasNoOctetAreRefused() {
        for (String value : List.of(
                "a\r\nInjected: yes",
                "a\rb",
                "a\nb",
                "a\n b",
                "a\r",
                "a\n",
                "a\r\n",
                "a\r\n\r\n b",
                "a\0b",
                "\u010a")) {
            assertThatThrownBy(() -> FieldValues.sendable(value))
                    .as(value)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("Injected");
        }
    }
}
