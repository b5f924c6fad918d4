package dev.ringer.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitClockTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LimitClock clock = new LimitClock();
    private final long begin = System.nanoTime();

    private long at(long seconds) {
        return begin + seconds * SECOND;
    }

    @ParameterizedTest
    @CsvSource({"30, 30, 30", "30, 1, 1", "0, 0, 0", "4611686018, 3600, 3600"})
    void clockCountsWaitsThatEndInTime(long planned, long took, long counted) {
        clock.onAwake(begin, planned * SECOND, at(took));

        assertThat(clock.timeAt(at(took)) - begin).isEqualTo(counted * SECOND);
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "0, 1", "2, 40", "1, 4000000"})
    void clockDoesNotCountWaitsThatEndMuchTooLate(long planned, long took) {
        clock.onAwake(begin, planned * SECOND, at(took));

        assertThat(clock.timeAt(at(took))).isEqualTo(begin);
        assertThat(clock.timeAt(at(took + 5))).isEqualTo(at(5));
    }

    @Test
    void clockCountsTheUsualDelaysOfABusyMachine() {
        clock.onAwake(begin, SECOND, begin + SECOND + LimitClock.STALL_NANOS - 1);

        assertThat(clock.timeAt(at(2))).isEqualTo(at(2));
    }

    @Test
    void threadsThatWaitThroughTheSameStallExcludeItOnce() {
        clock.onAwake(begin, SECOND, at(40));
        clock.onAwake(at(-20), 21 * SECOND, at(40) + 1);
        clock.onAwake(at(1), 2 * SECOND, at(39));

        assertThat(clock.timeAt(at(41))).isEqualTo(at(1) - 1);
    }

    @Test
    void eachOfTwoStallsIsExcluded() {
        clock.onAwake(begin, SECOND, at(10));
        clock.onAwake(at(12), SECOND, at(20));

        assertThat(clock.timeAt(at(20))).isEqualTo(at(2));
    }
}
