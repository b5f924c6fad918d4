package dev.ringer.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.Headers;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class PackedRequestTest {
    private static final URI HERE = URI.create("/");

    @Test
    void givesEqualHeaders() {
        Headers headers = new Headers();
        headers.add("Host", "a.example");
        headers.add("X-own", "");
        headers.add("Cookie", "x".repeat(127));
        headers.add("Cookie", "y".repeat(128));
        headers.add("X-" + "n".repeat(300), "gr\u00fcn \u00ff" + "z".repeat(20_000));

        PackedRequest packed = new PackedRequest(HERE, headers);

        Headers unpacked = packed.headers();
        assertThat(unpacked.entrySet()).isEqualTo(headers.entrySet());
        assertThat(unpacked.getFirst("cookie")).hasSize(127);
        assertThat(unpacked.get("x-own")).isEqualTo(List.of(""));
        assertThat(unpacked.get("x-none")).isNull();
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> unpacked.add("A", "b"));
    }

    @Test
    void saysHowMuchItIsUnpacked() {
        Headers headers = new Headers();
        headers.add("Sec-WebSocket-Version", "13"); // an octet for a known name, one for a length
        headers.add("Host", "a");
        Headers large = new Headers();
        large.add("Cookie", "c".repeat(50_000));

        assertThat(new PackedRequest(HERE, headers).size()).isEqualTo(1 + 4 + 3);
        assertThat(new PackedRequest(HERE, large).size()).isEqualTo(1 + 1 + 3 + 50_000);
        assertThat(new PackedRequest(HERE, new Headers()).headers()).isEmpty();
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

            PackedRequest packed = new PackedRequest(uri, new Headers());

            assertThat(packed.uri()).isEqualTo(uri);
            assertThat(packed.uri().getRawPath()).isEqualTo(uri.getRawPath());
            assertThat(packed.headers()).isEmpty();
        }
    }
}
