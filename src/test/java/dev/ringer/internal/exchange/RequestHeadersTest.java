package dev.ringer.internal.exchange;

import static dev.ringer.testkit.Allocation.bytesPerCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import dev.ringer.headers.RingerHeaders;
import dev.ringer.headers.UnmodifiableAssertions;
import dev.ringer.testkit.CollidingNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestHeadersTest {
    private final CountingLines lines = new CountingLines(
            "HOST",
            "localhost",
            "X-Tenant",
            "a",
            "accept",
            "text/html",
            "x-tenant",
            "b",
            "Accept",
            "*/*",
            "x-empty",
            "");
    private final RequestHeaders headers = new RequestHeaders(lines);

    @Test
    void readsNothingBeforeItIsAsked() {
        assertThat(headers.containsKey("host")).isTrue();
        assertThat(headers.containsKey("X-TENANT")).isTrue();
        assertThat(headers.containsKey("Cookie")).isFalse();
        assertThat(headers.isEmpty()).isFalse();

        assertThat(lines.namesMade).isZero();
        assertThat(lines.valuesMade).isZero();
    }

    @Test
    void makesEachValueOnce() {
        String host = headers.getFirst("Host");

        assertThat(host).isEqualTo("localhost");
        assertThat(headers.getFirst("hOsT")).isSameAs(host);
        assertThat(headers.get("host").get(0)).isSameAs(host);
        assertThat(headers.entrySet().iterator().next().getValue().get(0)).isSameAs(host);
        assertThat(lines.valuesMade).isEqualTo(1);
    }

    @Test
    void readsOnlyTheNamesOfTheKeys() {
        assertThat(headers.size()).isEqualTo(4);
        assertThat(headers.keySet()).containsExactly("Host", "X-tenant", "Accept", "X-empty");

        assertThat(lines.valuesMade).isZero();
    }

    @Test
    void collectsTheValuesOfAName() {
        assertThat(headers.get("X-TENANT")).containsExactly("a", "b");
        assertThat(headers.get("accept")).containsExactly("text/html", "*/*");
        assertThat(headers.get("X-Empty")).containsExactly("");
        assertThat(headers.get("Cookie")).isNull();
        assertThat(headers.getFirst("X-Tenant")).isEqualTo("a");
        assertThat(headers.getFirst("X-None")).isNull();
        assertThat(headers.get("accept").contains(null)).isFalse();
        assertThat(headers.get("host").contains(null)).isFalse();
    }

    @Test
    void iteratesInOrderOfArrivalGroupedByName() {
        assertThat(headers.toString())
                .isEqualTo("Headers { {Host=[localhost], X-tenant=[a, b], Accept=[text/html, */*], X-empty=[]} }");
    }

    @Test
    void isUnmodifiable() {
        UnmodifiableAssertions.assertUnmodifiable(headers, "host", "localhost");
    }

    @Test
    void treatsNullAndForeignKeysAsTheJdk() {
        assertThatThrownBy(() -> headers.get(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> headers.getFirst(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> headers.containsKey(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> headers.containsValue(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> headers.get((Object) 1)).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> headers.getFirst("a\n")).isInstanceOf(IllegalArgumentException.class);
        assertThat(headers.containsKey(1)).isFalse();
    }

    @Test
    void equalsTheJdksHeadersOfTheSameLines() {
        Random random = new Random(8);
        for (int count = 0; count < 60; count++) {
            String[] pairs = new String[count * 2];
            Headers expected = new Headers();
            for (int i = 0; i < pairs.length; i += 2) {
                pairs[i] = random.nextBoolean() ? "x-" + random.nextInt(20) : "ACCEPT";
                pairs[i + 1] = "v" + i;
                expected.add(pairs[i], pairs[i + 1]);
            }

            RequestHeaders actual = new RequestHeaders(new CountingLines(pairs));

            assertSame(actual, expected);
        }
    }

    @Test
    void groupsNamesThatCollide() {
        String[] names = CollidingNames.of(10_000);
        String[] pairs = new String[names.length * 2];
        for (int i = 0; i < names.length; i++) {
            pairs[2 * i] = names[i];
            pairs[2 * i + 1] = "v";
        }

        RequestHeaders hostile = new RequestHeaders(new CountingLines(pairs));

        assertThat(hostile.keySet()).containsExactly(names);
    }

    @Test
    void allocatesNothingForWhatWasReadBefore() {
        headers.getFirst("Host");
        headers.getFirst("x-tenant");

        assertThat(bytesPerCall(() -> headers.getFirst("Host"))).isZero();
        assertThat(bytesPerCall(() -> headers.getFirst("HOST"))).isZero();
        assertThat(bytesPerCall(() -> headers.getFirst("x-tenant"))).isZero();
        assertThat(bytesPerCall(() -> headers.containsKey("cookie"))).isZero();
    }

    private static void assertSame(Headers actual, Headers expected) {
        assertThat(actual.equals(expected)).isTrue();
        assertThat(expected.equals(actual)).isTrue();
        assertThat(actual.hashCode()).isEqualTo(expected.hashCode());
        assertThat(actual.size()).isEqualTo(expected.size());
        assertThat(actual.isEmpty()).isEqualTo(expected.isEmpty());
        assertThat(actual.keySet()).isEqualTo(expected.keySet());
        assertThat(actual.entrySet()).isEqualTo(expected.entrySet());
        assertThat(actual.values()).containsExactlyInAnyOrderElementsOf(expected.values());
        assertThat(new RingerHeaders(actual)).isEqualTo(expected);
        Map<String, List<String>> visited = new HashMap<>();
        actual.forEach(visited::put);
        assertThat(visited).isEqualTo(expected);
        for (String name : expected.keySet()) {
            assertThat(actual.get(name)).isEqualTo(expected.get(name));
            assertThat(actual.getFirst(name)).isEqualTo(expected.getFirst(name));
            assertThat(actual.containsValue(expected.get(name))).isTrue();
        }
    }
}
