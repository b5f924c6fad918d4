package dev.ringer.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.time.RateWindow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests which clients read too slowly. The test sets the clock. */
class ClientPaceTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LOOK = TimeUnit.SECONDS.toNanos(2);

    private long now = 1;
    private final ClientPace pace = paceAt(240);
    private long nextLook = LOOK;

    private ClientPace paceAt(long minRate) {
        return new ClientPace(() -> now, TimeUnit.SECONDS.toNanos(60), minRate);
    }

    /**
     * Lets time pass, and checks the limits as the loop does: every two seconds or when it is time. Returns the limit
     * that the client exceeds, or null.
     */
    private Limit pass(long millis) {
        long end = now + millis * MILLI;
        while (now < end) {
            long step = Math.min(end - now, Math.min(nextLook, pace.nanosToCheck()));
            now += step;
            nextLook -= step;
            Limit passed = pace.limitPassed();
            if (passed != null) {
                return passed;
            }
            nextLook = nextLook <= 0 ? LOOK : nextLook;
        }
        return null;
    }

    private int secondsUntil(Limit limit, int octets, long everyMillis) {
        pace.await(true);
        for (long millis = 0; millis < 100_000; millis += everyMillis) {
            Limit passed = pass(everyMillis);
            if (passed != null) {
                assertThat(passed).isEqualTo(limit);
                return (int) (now / MILLI / 1000);
            }
            pace.took(octets);
            pace.await(true);
        }
        return Integer.MAX_VALUE;
    }

    @Test
    void aDripIsFoundWithin35Seconds() {
        assertThat(secondsUntil(Limit.MIN_RESPONSE_RATE, 1, 10)).isBetween(30, 36);
    }

    @Test
    void whoTakesEnoughIsLeftAlone() {
        assertThat(secondsUntil(null, 250, 1000)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void aPhoneWithoutANetFor20SecondsIsLeftAlone() {
        for (int round = 0; round < 10; round++) {
            for (int second = 0; second < 10; second++) {
                pace.await(true);
                assertThat(pass(1000)).isNull();
                pace.took(20_000);
            }
            pace.await(true);
            assertThat(pass(20_000)).isNull();
            pace.took(20_000);
        }
    }

    @Test
    void whatItTookBeforePaysForNothing() {
        pace.await(true);
        pace.took(4 << 20);

        assertThat(secondsUntil(Limit.MIN_RESPONSE_RATE, 1, 1000)).isBetween(30, 36);
    }

    @Test
    void timeInWhichItIsNotWaitedForDoesNotCount() {
        pace.await(true);
        assertThat(pass(25_000)).isNull();
        pace.goOn();

        assertThat(pass(200_000)).isNull();

        pace.await(true);
        assertThat(pass(10_000)).isEqualTo(Limit.MIN_RESPONSE_RATE);
    }

    @Test
    void isLookedAtAfterAWholeSliceWhileNobodyWaits() {
        pace.await(true);
        assertThat(pass(4_999)).isNull();
        pace.goOn();
        pace.limitPassed();

        assertThat(pace.nanosToCheck()).isEqualTo(RateWindow.SLICE_NANOS);
    }

    @Test
    void whoTakesNothingForTheTimeOfAStallIsFoundWithoutARate() {
        ClientPace unrated = paceAt(0);
        unrated.await(true);
        now += TimeUnit.SECONDS.toNanos(59);
        assertThat(unrated.limitPassed()).isNull();

        now += unrated.nanosToCheck();

        assertThat(unrated.limitPassed()).isEqualTo(Limit.WRITE_STALL_TIMEOUT);
    }
}
