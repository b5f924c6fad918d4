package dev.ringer.headers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RingerHeadersTest {
    @Test
    void keepsFieldsInTheGivenStorage() {
        Map<String, List<String>> storage = new TreeMap<>();
        RingerHeaders headers = RingerHeaders.over(storage);

        headers.set("content-type", "text/plain");
        headers.add("VARY", "accept");
        headers.add("vary", "origin");

        assertThat(storage)
                .containsExactly(
                        Map.entry("Content-type", List.of("text/plain")),
                        Map.entry("Vary", List.of("accept", "origin")));
    }

    @Test
    void takesOverNormalNamesOnly() {
        RingerHeaders headers = RingerHeaders.over(new HashMap<>(Map.of("Host", List.of("a"))));

        assertThat(headers.getFirst("HOST")).isEqualTo("a");
        assertThatThrownBy(() -> RingerHeaders.over(Map.of("host", List.of("a"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RingerHeaders.over(Map.of("Host", List.of("a\n"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void copiesNamesAndLists() {
        Map<String, List<String>> original = new HashMap<>();
        original.put("vary", new ArrayList<>(List.of("accept")));

        RingerHeaders copy = new RingerHeaders(original);
        original.get("vary").add("origin");
        copy.add("Vary", "range");

        assertThat(copy).isEqualTo(Map.of("Vary", List.of("accept", "range")));
        assertThat(original.get("vary")).containsExactly("accept", "origin");
    }

    @Test
    void refusesToCopyNull() {
        Map<String, List<String>> nullName = new HashMap<>();
        nullName.put(null, List.of("a"));
        Map<String, List<String>> nullList = new HashMap<>();
        nullList.put("A", null);
        Map<String, List<String>> nullValue = Map.of("A", Arrays.asList("a", null));

        for (Map<String, List<String>> headers : Arrays.asList(null, nullName, nullList, nullValue)) {
            assertThatThrownBy(() -> new RingerHeaders(headers)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> RingerHeaders.of(headers)).isInstanceOf(NullPointerException.class);
        }
    }

    @Test
    void visitsEachValueOfEachField() {
        for (RingerHeaders headers : List.of(new RingerHeaders(), RingerHeaders.over(new LinkedHashMap<>()))) {
            headers.set("server", "ringer");
            headers.add("set-cookie", "a=1");
            headers.put("VARY", new LinkedList<>(List.of("accept", "origin")));
            headers.add("set-cookie", "b=2");
            headers.put("allow", List.of());
            List<String> visited = new ArrayList<>();

            headers.forEachField((name, value) -> visited.add(name + "=" + value));

            assertThat(visited)
                    .containsExactly("Server=ringer", "Set-cookie=a=1", "Set-cookie=b=2", "Vary=accept", "Vary=origin");
        }
    }

    @Test
    void keepsOldListWhenAValueIsSet() {
        RingerHeaders headers = new RingerHeaders();
        headers.add("A", "1");
        List<String> old = headers.get("a");

        headers.set("a", "2");
        old.add("3");

        assertThat(headers.get("A")).containsExactly("2");
        assertThat(old).containsExactly("1", "3");
    }

    @Test
    void handsOutTheLiveList() {
        RingerHeaders headers = new RingerHeaders();
        headers.add("A", "1");

        headers.get("a").add("2");
        headers.add("a", "3");

        assertThat(headers.get("A")).isSameAs(headers.get("a")).containsExactly("1", "2", "3");
        headers.get("a").clear();
        assertThat(headers.getFirst("a")).isNull();
        assertThat(headers).containsKey("A");
    }

    @Test
    void equalsOtherHeadersBothWays() {
        Headers jdk = new Headers();
        jdk.add("A", "1");
        RingerHeaders ringer = new RingerHeaders(jdk);

        assertThat(ringer.equals(jdk)).isTrue();
        assertThat(jdk.equals(ringer)).isTrue();
        assertThat(ringer).hasSameHashCodeAs(jdk).hasToString("Headers { {A=[1]} }");
        assertThat(RingerHeaders.of("a", "1").equals(jdk)).isTrue();
        assertThat(jdk.equals(RingerHeaders.of("a", "1"))).isTrue();
    }

    @Test
    void makesUnmodifiableHeaders() {
        Map<String, List<String>> original = new HashMap<>();
        original.put("vary", new ArrayList<>(List.of("accept")));
        Headers headers = RingerHeaders.of(original);

        original.get("vary").add("origin");

        assertThat(headers.get("VARY")).containsExactly("accept");
        assertThat(headers.getFirst("vary")).isEqualTo("accept");
        assertThat(headers).hasSize(1).containsKey("VARY").hasToString("Headers { {Vary=[accept]} }");
        UnmodifiableAssertions.assertUnmodifiable(headers, "vary", "accept");
    }

    @Test
    void collectsPairs() {
        assertThat(RingerHeaders.of()).isEmpty();
        assertThat(RingerHeaders.of("a", "1", "b", "2", "A", "3"))
                .isEqualTo(Map.of("A", List.of("1", "3"), "B", List.of("2")));
        assertThatThrownBy(() -> RingerHeaders.of("a")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RingerHeaders.of("a", null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> RingerHeaders.of("a", "\n")).isInstanceOf(IllegalArgumentException.class);
    }
}
