package dev.ringer.internal.http2.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests priorities that a client sends for streams before it opens them (RFC 9218, 7.1). */
class EarlyPrioritiesTest {
    private final EarlyPriorities early = new EarlyPriorities();

    @Test
    void theLastWordCountsOnce() {
        early.put(5, 1);
        early.put(5, 2);

        assertThat(early.take(5, 3)).isEqualTo(2);
        assertThat(early.take(5, 3)).isEqualTo(3);
    }

    @Test
    void streamsThatWerePassedOverAreForgotten() {
        early.put(3, 1);
        early.put(9, 2);

        assertThat(early.take(5, 7)).isEqualTo(7);
        assertThat(early.take(3, 7)).isEqualTo(7);
        assertThat(early.take(9, 7)).isEqualTo(2);
    }

    @Test
    void noMoreAreRememberedThanThereMayBe() {
        for (int i = 0; i < 10_000; i++) {
            early.put(2 * i + 1, 0);
        }

        assertThat(early.take(2 * EarlyPriorities.MAX - 1, 7)).isZero();
        early.put(1_001, 0);
        assertThat(early.take(1_001, 7)).isZero();
        assertThat(early.take(2 * EarlyPriorities.MAX + 1, 7)).isEqualTo(7);
    }
}
