package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeHandler;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which clients take too little of what waits for them, by a clock of the test's own. */
class SendPaceTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LOOK = TimeUnit.SECONDS.toNanos(2);

    private long now = 1;
    private final SendPace pace = new SendPace(shared(ServerOptions.builder().build()));
    private long nextLook = LOOK;

    private SenderShared shared(ServerOptions options) {
        FakeHandler handler = new FakeHandler();
        return new Http2Shared(options, ServerParts.of(options, handler, new BufferedMemory(0)), () -> now).sending;
    }

    /** Lets time pass; says what the loop has found meanwhile, looking every two seconds or when it is time. */
    private Limit pass(long millis) {
        long end = now + millis * MILLI;
        while (now < end) {
            long step = Math.min(end - now, Math.min(nextLook, pace.nanosToLook()));
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

        assertThat(pace.nanosToLook()).isEqualTo(RateWindow.SLICE_NANOS);
    }

    @Test
    void whoTakesNothingForTheTimeOfAStallIsFoundWithoutARate() {
        SendPace unrated = new SendPace(shared(
                ServerOptions.builder().set(Settings.MIN_RESPONSE_RATE, 0).build()));
        unrated.await(true);
        now += TimeUnit.SECONDS.toNanos(59);
        assertThat(unrated.limitPassed()).isNull();

        now += unrated.nanosToLook();

        assertThat(unrated.limitPassed()).isEqualTo(Limit.WRITE_STALL_TIMEOUT);
    }
}
