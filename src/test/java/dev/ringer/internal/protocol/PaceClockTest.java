package dev.ringer.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.observe.Limit;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests that the time for which the server waits for its own disk does not count against a client. */
class PaceClockTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long STALL = 60 * SECOND;

    private long now = SECOND;
    private final PaceClock clock = new PaceClock(() -> now);

    @Test
    void standsStillWhilePaused() {
        long before = clock.getAsLong();
        clock.pause();
        now += SECOND;
        clock.pause(); // has no effect
        now += SECOND;
        assertThat(clock.getAsLong()).isBetween(before, before + 1);

        clock.resume();
        clock.resume(); // has no effect
        now += SECOND;
        assertThat(clock.getAsLong()).isBetween(before + SECOND - 1, before + SECOND + 1);
    }

    private ClientPace<Limit> pace() {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.WRITE_STALL_TIMEOUT, Duration.ofNanos(STALL))
                .set(Settings.MIN_RESPONSE_RATE, 1000L)
                .build();
        return ClientPace.ofResponses(clock, new RequestLimits(options));
    }

    @Test
    void sparesAClientWhileTheDiskHangs() {
        ClientPace<Limit> pace = pace();
        pace.await(true);
        now += STALL / 2;
        clock.pause();
        now += 100 * STALL;
        assertThat(pace.judge()).isNull();
        assertThat(pace.nanosToCheck()).isPositive();

        clock.resume();
        assertThat(pace.judge()).isNull();

        now += STALL / 2 + 1;
        assertThat(pace.judge()).isEqualTo(Limit.WRITE_STALL_TIMEOUT);
    }

    @Test
    void sparesAClientOfASlowDisk() {
        ClientPace<Limit> pace = pace();
        for (int i = 0; i < 1000; i++) { // 100 bytes a second, but the disk is to blame
            pace.await(true);
            clock.pause();
            now += 10 * SECOND;
            clock.resume();
            pace.wrote(1000, 0);
            pace.await(true);
            assertThat(pace.judge()).isNull();
        }
    }
}
