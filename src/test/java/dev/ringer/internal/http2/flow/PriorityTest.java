package dev.ringer.internal.http2.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriorityTest {
    private static int parse(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
        return Priority.parse(bytes, bytes.length);
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
                "x=\"u=2\", u=1, uu=4, ii | 1 | false",
            })
    void readsUrgencyAndIncremental(String value, int urgency, boolean incremental) {
        int priority = parse(value);

        assertThat(Priority.urgency(priority)).isEqualTo(urgency);
        assertThat(Priority.incremental(priority)).isEqualTo(incremental);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "u=8",
                "u=-1",
                "u=2.0",
                "u",
                "u=",
                "u= 1",
                "u =1",
                "U=1",
                "u:1",
                "i=1",
                "i=?",
                "i=?2",
                "i=x1",
                "x=u=1",
                "u=1\u0000",
                ","
            })
    void ignoresWhatIsInvalid(String value) {
        assertThat(parse(value)).isEqualTo(Priority.DEFAULT);
    }
}
