package dev.ringer.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http.Violation;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests which clients send a body too slowly. The test sets the clock. */
class ArrivalPaceTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private long now = 1;
    private long sent;

    private ArrivalPace pace(int stallSeconds, long minRate) {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.BODY_STALL_TIMEOUT, Duration.ofSeconds(stallSeconds))
                .set(Settings.MIN_BODY_RATE, minRate)
                .build();
        return new ArrivalPace(() -> now, new RequestLimits(options));
    }

    private ArrivalPace paceOfUnknownLength(Duration stall) {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.BODY_STALL_TIMEOUT, stall)
                .set(Settings.MIN_BODY_RATE, 0L)
                .build();
        return new ArrivalPace(() -> now, new RequestLimits(options), true);
    }

    /** Sends bytes at intervals. Returns the seconds until the client violates a rule, at most 100. */
    private int secondsUntil(Violation violation, ArrivalPace pace, int bytes, long everyMillis) {
        long nextCheck = now + pace.nanosToCheck();
        while (now < 100_000 * MILLI) {
            long nextBytes = now + everyMillis * MILLI;
            while (nextCheck <= nextBytes) {
                now = nextCheck;
                Violation broken = pace.check();
                if (broken != null) {
                    assertThat(broken).isEqualTo(violation);
                    return (int) (now / MILLI / 1000);
                }
                nextCheck = now + pace.nanosToCheck();
            }
            now = nextBytes;
            sent += bytes;
            pace.onArrived(sent);
        }
        return 100;
    }

    @Test
    void findsAStall() {
        assertThat(secondsUntil(Violation.BODY_STALLED, pace(10, 0), 1, 20_000)).isEqualTo(10);
    }

    @Test
    void findsAStallAfterBytesThatCameInTime() {
        ArrivalPace pace = pace(10, 0);
        now = 9_000 * MILLI;
        pace.onArrived(1);
        now = 18_000 * MILLI;

        assertThat(pace.check()).isNull();
        assertThat(pace.nanosToCheck()).isEqualTo(1_000 * MILLI);
    }

    @Test
    void findsADripWithin35Seconds() {
        assertThat(secondsUntil(Violation.BODY_TOO_SLOW, pace(60, 240), 1, 10)).isBetween(30, 35);
    }

    @Test
    void findsADripAfterManyBytesAtOnce() {
        ArrivalPace pace = pace(60, 240);
        sent = 1_000_000;
        pace.onArrived(sent);

        assertThat(secondsUntil(Violation.BODY_TOO_SLOW, pace, 1, 100)).isBetween(30, 36);
    }

    @Test
    void leavesAloneWhoKeepsTheRate() {
        assertThat(secondsUntil(null, pace(60, 240), 250, 1000)).isEqualTo(100);
    }

    @Test
    void leavesEverybodyAloneWithoutLimits() {
        ArrivalPace pace = pace(0, 0);

        assertThat(pace.nanosToCheck()).isEqualTo(Long.MAX_VALUE);
        now = Long.MAX_VALUE / 2;
        assertThat(pace.check()).isNull();
    }

    @Test
    void findsAPauseOnlyIfTheLengthIsUnknown() {
        ArrivalPace known = pace(30, 0);
        ArrivalPace unknown = paceOfUnknownLength(Duration.ofSeconds(30));
        assertThat(unknown.nanosToCheck()).isEqualTo(1500 * MILLI);

        now += 1499 * MILLI;
        assertThat(unknown.seemsToWait(false)).isFalse();
        now += MILLI;

        assertThat(unknown.seemsToWait(false)).isTrue();
        assertThat(unknown.seemsToWait(true)).isFalse();
        assertThat(unknown.nanosToCheck()).isEqualTo(1500 * MILLI);
        assertThat(known.seemsToWait(false)).isFalse();
        unknown.onArrived(1);
        assertThat(unknown.seemsToWait(false)).isFalse();
    }

    @Test
    void findsALongerPauseWithinAChunk() {
        ArrivalPace pace = paceOfUnknownLength(Duration.ofSeconds(40));
        now += 14_999 * MILLI;
        assertThat(pace.seemsToWait(true)).isFalse();
        now += MILLI;

        assertThat(pace.seemsToWait(true)).isTrue();
    }

    @Test
    void findsAPauseBeforeAStall() {
        assertThat(paceOfUnknownLength(Duration.ofMillis(400)).nanosToCheck()).isEqualTo(200 * MILLI);
        assertThat(paceOfUnknownLength(Duration.ZERO).nanosToCheck()).isEqualTo(1500 * MILLI);
    }
}
