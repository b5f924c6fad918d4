package dev.ringer.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.Headers;
import java.util.List;
import org.junit.jupiter.api.Test;

class PackedHeadersTest {
    @Test
    void givesEqualHeaders() {
        Headers headers = new Headers();
        headers.add("Host", "a.example");
        headers.add("X-own", "");
        headers.add("Cookie", "x".repeat(127));
        headers.add("Cookie", "y".repeat(128));
        headers.add("X-" + "n".repeat(300), "gr\u00fcn \u00ff" + "z".repeat(20_000));

        PackedHeaders packed = new PackedHeaders(headers);

        Headers unpacked = (Headers) packed.get();
        assertThat(unpacked.entrySet()).isEqualTo(headers.entrySet());
        assertThat(unpacked.getFirst("cookie")).hasSize(127);
        assertThat(unpacked.get("x-own")).isEqualTo(List.of(""));
        assertThat(unpacked.get("x-none")).isNull();
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> unpacked.add("A", "b"));
    }

    @Test
    void takesAnOctetForAKnownName() {
        Headers headers = new Headers();
        headers.add("Sec-WebSocket-Version", "13");
        headers.add("Host", "a");

        assertThat(new PackedHeaders(headers).size()).isEqualTo(4 + 3);
        assertThat(new PackedHeaders(new Headers()).get()).isEmpty();
    }
}
