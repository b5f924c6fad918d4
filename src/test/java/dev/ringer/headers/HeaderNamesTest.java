package dev.ringer.headers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import dev.ringer.internal.names.KnownNames;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "A",
                "aB",
                "x-tenant-ID",
                "X-Tenant-Id",
                "a b",
                "a:",
                "\0",
                "1A",
                "-A",
                "\u00e9A",
                "\u00c9A",
                "content-LENGTH",
                "Content-Length"
            })
    void followsTheRuleOfTheJdk(String name) {
        assertThat(HeaderNames.normalize(name)).isEqualTo(normalizedByJdk(name));
    }

    @Test
    void followsTheRuleOfTheJdkForRandomNames() {
        Random random = new Random(1);

        for (int i = 0; i < 20_000; i++) {
            String name = randomName(random);
            assertThat(HeaderNames.normalize(name)).isEqualTo(normalizedByJdk(name));
        }
    }

    @Test
    void returnsTheOneConstantForEverySpellingOfAKnownName() {
        for (int i = 0; i < KnownNames.count(); i++) {
            String name = KnownNames.name(i);
            assertThat(HeaderNames.normalize(name.toLowerCase(Locale.ROOT))).isSameAs(name);
            assertThat(HeaderNames.normalize(name.toUpperCase(Locale.ROOT))).isSameAs(name);
        }
        assertThat(HeaderNames.normalize("CONTENT-LENGTH")).isSameAs("Content-length");
    }

    @Test
    void returnsTheArgumentIfItIsNormal() {
        String unknown = new String("X-tenant-4711");

        assertThat(HeaderNames.normalize(unknown)).isSameAs(unknown);
        assertThat(HeaderNames.normalize("")).isSameAs("");
    }

    @Test
    void returnsTheSameStringForARepeatedUnknownName() {
        String first = HeaderNames.normalize("X-Repeated-Name");

        assertThat(HeaderNames.normalize("X-Repeated-Name")).isSameAs(first).isEqualTo("X-repeated-name");
    }

    @Test
    void refusesLineBreaksAnywhere() {
        for (String name : List.of("\r", "\n", "a\rb", "Ab\n", "\nHost", "Host\r", "Host\r\n", "Content\rlength")) {
            assertThatThrownBy(() -> HeaderNames.normalize(name)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void refusesNull() {
        assertThatThrownBy(() -> HeaderNames.normalize(null)).isInstanceOf(NullPointerException.class);
    }

    private static String normalizedByJdk(String name) {
        Headers headers = new Headers();
        headers.add(name, "value");
        return headers.keySet().iterator().next();
    }

    private static String randomName(Random random) {
        StringBuilder name = new StringBuilder();
        int length = random.nextInt(12);
        for (int i = 0; i < length; i++) {
            char c = (char) random.nextInt(256);
            name.append(c == '\r' || c == '\n' ? '-' : random.nextBoolean() ? c : (char) ('A' + c % 58));
        }
        return name.toString();
    }
}
