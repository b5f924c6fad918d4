package dev.ringer.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.Headers;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeptHandshakeTest {
    private static final URI HERE = URI.create("/");

    @Test
    void givesEqualHeaders() {
        Headers headers = new Headers();
        headers.add("Host", "a.example");
        headers.add("X-own", "");
        headers.add("Cookie", "x".repeat(127));
        headers.add("Cookie", "y".repeat(128));
        headers.add("X-" + "n".repeat(300), "gr\u00fcn \u00ff" + "z".repeat(20_000));

        KeptHandshake kept = new KeptHandshake(HERE, headers);

        Headers read = kept.headers();
        assertThat(read.entrySet()).isEqualTo(headers.entrySet());
        assertThat(read.getFirst("cookie")).hasSize(127);
        assertThat(read.get("x-own")).isEqualTo(List.of(""));
        assertThat(read.get("x-none")).isNull();
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> read.add("A", "b"));
    }

    @Test
    void saysHowMuchItKeeps() {
        Headers headers = new Headers();
        headers.add("Cookie", "c".repeat(50_000));

        assertThat(new KeptHandshake(HERE, headers).size()).isEqualTo("/".length() + "Cookie:\n".length() + 50_000);
    }

    @Test
    void givesAnEqualUri() {
        for (String text : List.of(
                "/",
                "/a%20b/%E2%98%82?q=1&r=%2F",
                "//twice?x",
                "http://a.example:81/absolute",
                "/" + "u".repeat(300))) {
            URI uri = URI.create(text);

            KeptHandshake kept = new KeptHandshake(uri, new Headers());

            assertThat(kept.uri()).isEqualTo(uri);
            assertThat(kept.uri().getRawPath()).isEqualTo(uri.getRawPath());
            assertThat(kept.headers()).isEmpty();
        }
    }
}
