package dev.ringer.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which clients are too slow, in both directions. The test sets the clock. */
class ClientPaceTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** What a client does. */
    enum Direction {
        SENDS_A_BODY(Violation.BODY_STALLED, Violation.BODY_TOO_SLOW),
        READS_A_RESPONSE(Limit.WRITE_STALL_TIMEOUT, Limit.MIN_RESPONSE_RATE);

        final Object stalled;
        final Object tooSlow;

        Direction(Object stalled, Object tooSlow) {
            this.stalled = stalled;
            this.tooSlow = tooSlow;
        }
    }

    private long now = 10 * SECOND;
    private int looks; // how often the clock was read
    private ClientPace<?> pace;
    private long moved;

    private long clock() {
        looks++;
        return now;
    }

    private void begin(Direction direction, int stallSeconds, long minRate) {
        Duration stall = Duration.ofSeconds(stallSeconds);
        RequestLimits limits = new RequestLimits(ServerOptions.builder()
                .set(Settings.BODY_STALL_TIMEOUT, stall)
                .set(Settings.MIN_BODY_RATE, minRate)
                .set(Settings.WRITE_STALL_TIMEOUT, stall)
                .set(Settings.MIN_RESPONSE_RATE, minRate)
                .build());
        pace = direction == Direction.SENDS_A_BODY
                ? ClientPace.ofBody(this::clock, limits)
                : ClientPace.ofResponses(this::clock, limits);
    }

    private void move(int bytes) {
        moved += bytes;
        pace.reached(moved);
    }

    /**
     * Lets time pass, and judges the client as the loop does: when it is time, and every two seconds. Returns the limit
     * that the client exceeds; null if there is none.
     */
    private Object pass(double seconds) {
        long end = now + (long) (seconds * SECOND);
        while (now < end) {
            now += Math.min(end - now, Math.min(2 * SECOND, pace.nanosToCheck()));
            Object passed = pace.judge();
            if (passed != null) {
                return passed;
            }
        }
        return null;
    }

    /** Lets the client move so many bytes again and again. Returns the seconds until it is too slow, at most 100. */
    private double secondsUntil(Object limit, int bytes, long everyMillis) {
        pace.await(true);
        for (long begin = now; now - begin < 100 * SECOND; ) {
            Object passed = pass(everyMillis / 1e3);
            if (passed != null) {
                assertThat(passed).isEqualTo(limit);
                return (double) (now - begin) / SECOND;
            }
            move(bytes);
            pace.await(true);
        }
        return 100;
    }

    @ParameterizedTest
    @EnumSource
    void findsADripWithin35Seconds(Direction direction) {
        begin(direction, 60, 240);

        assertThat(secondsUntil(direction.tooSlow, 1, 10)).isBetween(30.0, 35.1);
    }

    @ParameterizedTest
    @EnumSource
    void findsADripWhoseWaitsAreShort(Direction direction) {
        begin(direction, 60, 240);
        long waited = 0;
        Object passed = null;
        while (passed == null && waited < 100 * SECOND) {
            passed = pace.awaitJudged();
            now += 40 * MILLI;
            waited += 40 * MILLI;
            pace.rest();
            move(1);
            now += SECOND; // the server does something else
        }

        assertThat(passed).isEqualTo(direction.tooSlow);
        assertThat((double) waited / SECOND).isBetween(30.0, 35.1);
    }

    @ParameterizedTest
    @EnumSource
    void leavesAloneWhoKeepsTheRate(Direction direction) {
        begin(direction, 60, 240);

        assertThat(secondsUntil(null, 250, 1000)).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource
    void leavesAPhoneAloneThatHasNoNetFor20Seconds(Direction direction) {
        begin(direction, 60, 240);
        for (int round = 0; round < 10; round++) {
            pace.await(true);
            for (int second = 0; second < 10; second++) {
                assertThat(pass(1)).isNull();
                move(20_000);
            }
            assertThat(pass(20)).isNull();
            move(20_000);
        }
    }

    @ParameterizedTest
    @EnumSource
    void letsNobodyPayInAdvance(Direction direction) {
        begin(direction, 60, 240);
        move(4 << 20);

        assertThat(secondsUntil(direction.tooSlow, 1, 1000)).isBetween(30.0, 36.0);
    }

    @ParameterizedTest
    @EnumSource
    void countsNoTimeInWhichNobodyWaits(Direction direction) {
        begin(direction, 60, 240);
        pace.await(true);
        assertThat(pass(25)).isNull();
        pace.rest();

        assertThat(pass(200)).isNull();
        assertThat(pace.nanosToCheck()).isEqualTo(RateWindow.SLICE_NANOS);

        pace.await(true);
        assertThat(pass(10)).isEqualTo(direction.tooSlow);
    }

    @ParameterizedTest
    @EnumSource
    void countsNoRateInAWaitWithoutOne(Direction direction) {
        begin(direction, 60, 240);
        pace.await(false);

        assertThat(pass(59)).isNull();
        assertThat(pass(2)).isEqualTo(direction.stalled);
    }

    @ParameterizedTest
    @EnumSource
    void findsAStallWithoutARate(Direction direction) {
        begin(direction, 10, 0);
        pace.await(true);
        now += 9 * SECOND;
        move(1);
        now += 9 * SECOND;
        assertThat(pace.judge()).isNull();

        assertThat(pace.nanosToCheck()).isEqualTo(SECOND);
        now += pace.nanosToCheck();

        assertThat(pace.judge()).isEqualTo(direction.stalled);
    }

    /** A client that makes the server wait again and again, without a byte, has stalled all the time. */
    @ParameterizedTest
    @EnumSource
    void findsAStallInManyWaits(Direction direction) {
        begin(direction, 10, 0);
        for (int i = 0; i < 9; i++) {
            assertThat(pace.awaitJudged()).isNull();
            now += SECOND;
            pace.rest();
            now += 60 * SECOND;
        }
        assertThat(pace.awaitJudged()).isNull();
        now += SECOND;

        assertThat(pace.judge()).isEqualTo(direction.stalled);
    }

    @ParameterizedTest
    @EnumSource
    void beginsAnewAfterBytesBetweenTwoWaits(Direction direction) {
        begin(direction, 10, 0);
        for (int i = 0; i < 9; i++) {
            pace.await(true);
            assertThat(pass(9)).isNull();
            pace.rest();
            move(1);
        }
    }

    /** Bytes of an incomplete record count, and the record counts for less when it is complete. */
    @ParameterizedTest
    @CsvSource({"SENDS_A_BODY, 245, true", "READS_A_RESPONSE, 245, true", "SENDS_A_BODY, 235, false"})
    void countsRecordsInPartButNoByteTwice(Direction direction, int bytesPerSecond, boolean enough) {
        begin(direction, 10, 240);
        int complete = 0;
        Object passed = null;
        for (int second = 0, part = 0; second < 400 && passed == null; second++) {
            passed = pace.awaitJudged();
            now += SECOND;
            part += bytesPerSecond;
            if (part > 16_400) { // a record has 22 bytes that are no content
                part -= 16_400;
                complete += 16_400 - 22;
            }
            pace.reached(complete + part);
        }

        assertThat(passed).isEqualTo(enough ? null : direction.tooSlow);
    }

    @Test
    void countsWhatASocketAcceptsOfARecord() {
        begin(Direction.READS_A_RESPONSE, 10, 0);
        pace.await(true);
        for (int part = 1000; part < 16_000; part += 1000) {
            now += 9 * SECOND;
            pace.wrote(0, part);
            assertThat(pace.judge()).isNull();
        }
        now += 9 * SECOND;
        pace.wrote(15_500, 0);
        assertThat(pace.judge()).isNull();
        now += 10 * SECOND;
        pace.wrote(0, 0);

        assertThat(pace.judge()).isEqualTo(Limit.WRITE_STALL_TIMEOUT);
    }

    @ParameterizedTest
    @EnumSource
    void leavesEverybodyAloneWithoutLimits(Direction direction) {
        begin(direction, 0, 0);
        pace.await(true);

        assertThat(pace.nanosToCheck()).isEqualTo(Long.MAX_VALUE);
        now = Long.MAX_VALUE / 2;
        assertThat(pace.judge()).isNull();
        assertThat(pace.nanosToCheck()).isEqualTo(Long.MAX_VALUE);
    }

    /** Each wait of a thread costs as many looks at the clock. */
    @Test
    void looksAtTheClockTwiceInAWait() {
        begin(Direction.SENDS_A_BODY, 10, 240);
        for (int i = 0; i < 10; i++) {
            move(1);
            pace.awaitJudged();
            assertThat(pace.nanosToCheck()).isPositive();
            pace.rest();
        }

        assertThat(looks).isEqualTo(20);
    }
}
