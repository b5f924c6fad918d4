package dev.ringer.headers;

import static dev.ringer.testkit.Allocation.bytesPerCall;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadersAllocationTest {
    private final RingerHeaders headers = new RingerHeaders();
    private int visited;

    @ParameterizedTest
    @ValueSource(
            strings = {"Content-length", "Content-Length", "content-length", "CONTENT_LENGTH", "X-unknown", "x-UNKNOWN"
            })
    void allocatesNothingForTheName(String name) {
        headers.set("Server", "ringer");
        headers.set(name, "1");
        headers.set("Vary", "accept");

        assertThat(bytesPerCall(() -> HeaderNames.normalize(name))).isZero();
        assertThat(bytesPerCall(() -> headers.getFirst(name))).isZero();
        assertThat(bytesPerCall(() -> headers.containsKey(name))).isZero();
        assertThat(bytesPerCall(() -> headers.set(name, "2"))).isZero();
        assertThat(bytesPerCall(() -> headers.get(name))).isZero();
    }

    @Test
    void allocatesNothingForNamesAmongMany() {
        for (int i = 0; i < 100; i++) {
            headers.set("X-" + i, "value");
        }

        assertThat(bytesPerCall(() -> headers.getFirst("x-77"))).isZero();
        assertThat(bytesPerCall(() -> headers.set("x-77", "2"))).isZero();
    }

    @Test
    void visitsFieldsWithoutGarbage() {
        BiConsumer<String, String> visitor = (name, value) -> visited++;
        headers.set("Server", "ringer");
        headers.add("Set-cookie", "a");
        headers.add("Set-cookie", "b");

        assertThat(bytesPerCall(() -> headers.forEachField(visitor))).isZero();
        assertThat(visited).isPositive();
    }

    @Test
    void needsLittleMoreThanTheSuperclassUntilTheFirstField() {
        long jdk = bytesPerCall(com.sun.net.httpserver.Headers::new);

        assertThat(bytesPerCall(RingerHeaders::new) - jdk).isLessThanOrEqualTo(64);
    }
}
