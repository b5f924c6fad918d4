package dev.ringer.headers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares with the headers of the running JDK, or with those of the newest JDK where the running one is older. */
class HeadersAgainstJdkTest {
    private static final boolean OLD_JDK = Runtime.version().feature() < 21;

    static List<HeadersCase> cases() {
        return HeadersCases.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void behavesAsTheNewestJdk(HeadersCase subject) {
        String expected = OLD_JDK && subject.newest() != null ? subject.newest() : subject.outcome(new Headers());

        assertThat(subject.outcome(new RingerHeaders())).isEqualTo(expected);
        assertThat(subject.outcome(RingerHeaders.over(new LinkedHashMap<>()))).isEqualTo(expected);
        assertThat(subject.outcome(RingerHeaders.over(new HashMap<>()))).isEqualTo(expected);
        if (subject.newest() != null) {
            assertThat(subject.newest()).isEqualTo(expected);
        }
    }
}
