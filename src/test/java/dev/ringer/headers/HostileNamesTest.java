package dev.ringer.headers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.CollidingNames;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests many field names with the same hash code, which an application may copy from a request. */
class HostileNamesTest {
    private static final String[] NAMES = CollidingNames.of(20_000);

    @Test
    void keepsAllFieldsApart() {
        RingerHeaders headers = new RingerHeaders();
        for (String name : NAMES) {
            headers.add(name.toLowerCase(), name);
        }

        for (String name : NAMES) {
            assertThat(headers.getFirst(name)).isEqualTo(name);
        }
        assertThat(headers.keySet()).containsExactly(NAMES);
    }

    @Test
    void removesThemAgain() {
        RingerHeaders headers = new RingerHeaders();
        for (String name : NAMES) {
            headers.set(name, name);
        }

        headers.keySet().removeAll(List.of(NAMES).subList(0, NAMES.length - 1));

        assertThat(headers.keySet()).containsExactly(NAMES[NAMES.length - 1]);
        headers.set("Host", "a");
        assertThat(headers).hasSize(2);
    }
}
