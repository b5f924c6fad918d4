package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriorityParserTest {
    private final PriorityParser parser = new PriorityParser();

    private int parse(String value) {
        byte[] bytes = ("xx" + value + "yy").getBytes(StandardCharsets.ISO_8859_1);
        return parser.parse(bytes, 2, bytes.length - 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | 3 | false",
                "u=0 | 0 | false",
                "u=7 | 7 | false",
                "i | 3 | true",
                "i=?1 | 3 | true",
                "i=?0 | 3 | false",
                "u=5, i | 5 | true",
                "`  u=5\t ,\t i  ` | 5 | true",
                "i,u=1 | 1 | true",
                "u=1;x=y;z, i;a | 1 | true",
                "u=1, u=2 | 2 | false",
                "i, i=?0 | 3 | false",
                "u=8 | 3 | false",
                "u=-1 | 3 | false",
                "u=2.0 | 3 | false",
                "u=1, u=foo | 3 | false",
                "u, i | 3 | true",
                "i=1, u=1 | 1 | false",
                "x=\"a\\\"b,\\\\\", u=1 | 1 | false",
                "x=:aGk=:, u=1 | 1 | false",
                "x=@1659578233, u=1 | 1 | false",
                "x=%\"caf%c3%a9\", u=1 | 1 | false",
                "x=a/b:c*, u=1 | 1 | false",
                "x=(1 \"a\";q=1   b), u=1 | 1 | false",
                "x=(), u=1 | 1 | false",
                "x=();q, u=1 | 1 | false",
                "u=(1), i | 3 | true",
                "x=-999999999999999, u=1 | 1 | false",
                "x=999999999999.123, u=1 | 1 | false",
                "*x-y_z.0=1, u=1 | 1 | false",
                "uu=1, ii | 3 | false",
            })
    void readsDictionaries(String value, int urgency, boolean incremental) {
        int priority = parse(value);

        assertThat(Priority.urgency(priority)).isEqualTo(urgency);
        assertThat(Priority.incremental(priority)).isEqualTo(incremental);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "u=1,",
                ",u=1",
                "u=1,,i",
                "u=1 i",
                "u= 1",
                "u =1",
                "u=",
                "U=1",
                "1=u",
                "u=1;",
                "u=1;X",
                "u=1;x=",
                "u=1, x=\"a",
                "u=1, x=\"a\\b\"",
                "u=1, x=:a",
                "u=1, x=?2",
                "u=1, x=?",
                "u=1, x=(a",
                "u=1, x=(a\"b\")",
                "u=1, x=1.",
                "u=1, x=1.2345",
                "u=1, x=1234567890123.1",
                "u=1, x=1234567890123456",
                "u=1, x=-",
                "u=1, x=@1.5",
                "u=1, x=%a",
                "u=1, x=\u00e9",
                "u=1\u0000",
                "\tu=1"
            })
    void takesWhatIsNoDictionaryForNothing(String value) {
        assertThat(parse(value)).isEqualTo(Priority.DEFAULT);
    }

    @Test
    void takesWhatever() {
        Random random = new Random(9218);
        String letters = "ui=?01,; \t()\"\\:@%.-*a9";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder value = new StringBuilder();
            for (int i = random.nextInt(12); i > 0; i--) {
                value.append(letters.charAt(random.nextInt(letters.length())));
            }

            assertThat(Priority.urgency(parse(value.toString()))).isBetween(0, 7);
        }
    }
}
