package dev.ringer.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http.Violation;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests after which pause a client seems to wait for the response. The test sets the clock. */
class ArrivalPauseTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private long now = 1;
    private RequestLimits limits;
    private ClientPace<Violation> pace;

    private void begin(Duration stall) {
        limits = new RequestLimits(ServerOptions.builder()
                .set(Settings.BODY_STALL_TIMEOUT, stall)
                .set(Settings.MIN_BODY_RATE, 0L)
                .build());
        pace = ClientPace.ofBody(() -> now, limits);
        pace.await(true);
    }

    private boolean seemsToWait(boolean within) {
        return ArrivalPause.seemsToWait(pace.stalledNanos(), limits, within);
    }

    private long nanosToCheck() {
        return ArrivalPause.nanosToCheck(pace, pace.stalledNanos(), limits);
    }

    @Test
    void findsAPause() {
        begin(Duration.ofSeconds(30));
        assertThat(nanosToCheck()).isEqualTo(1500 * MILLI);

        now += 1499 * MILLI;
        assertThat(seemsToWait(false)).isFalse();
        now += MILLI;

        assertThat(seemsToWait(false)).isTrue();
        assertThat(seemsToWait(true)).isFalse();
        assertThat(nanosToCheck()).isEqualTo(1500 * MILLI);
        pace.reached(1);
        assertThat(seemsToWait(false)).isFalse();
    }

    @Test
    void findsALongerPauseWithinAChunk() {
        begin(Duration.ofSeconds(40));
        now += 14_999 * MILLI;
        assertThat(seemsToWait(true)).isFalse();
        now += MILLI;

        assertThat(seemsToWait(true)).isTrue();
    }

    @Test
    void findsAPauseBeforeAStall() {
        begin(Duration.ofMillis(400));
        assertThat(nanosToCheck()).isEqualTo(200 * MILLI);
        begin(Duration.ZERO);
        assertThat(nanosToCheck()).isEqualTo(1500 * MILLI);
    }
}
