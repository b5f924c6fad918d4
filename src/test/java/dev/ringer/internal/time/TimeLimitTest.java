package dev.ringer.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeLimitTest {
    @Test
    void zeroIsOff() {
        assertThat(TimeLimit.nanos(Duration.ZERO)).isEqualTo(TimeLimit.OFF);
        assertThat(TimeLimit.nanos(Duration.ofMillis(0))).isEqualTo(TimeLimit.OFF);
    }

    @Test
    void countsNanoseconds() {
        assertThat(TimeLimit.nanos(Duration.ofNanos(1))).isEqualTo(1);
        assertThat(TimeLimit.nanos(Duration.ofMillis(1500))).isEqualTo(1_500_000_000);
        assertThat(TimeLimit.nanos(Duration.ofSeconds(Integer.MAX_VALUE)))
                .isEqualTo(Integer.MAX_VALUE * 1_000_000_000L);
    }

    @Test
    void saturates() {
        assertThat(TimeLimit.nanos(Duration.ofNanos(TimeLimit.MAX_NANOS - 1))).isEqualTo(TimeLimit.MAX_NANOS - 1);
        assertThat(TimeLimit.nanos(Duration.ofNanos(Long.MAX_VALUE))).isEqualTo(TimeLimit.MAX_NANOS);
        assertThat(TimeLimit.nanos(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)))
                .isEqualTo(TimeLimit.MAX_NANOS);
        assertThat(TimeLimit.MAX_NANOS).isLessThan(TimeLimit.OFF);
    }

    @Test
    void addsToAnyTimeOfTheClock() {
        for (long now : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            long deadline = now + TimeLimit.MAX_NANOS;

            assertThat(deadline - now).isPositive();
        }
    }
}
