package dev.ringer.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests what {@link RateWindow} guarantees to peers that keep the rate, and how it limits others. The test sets the
 * time.
 */
class RateWindowTest {
    private static final long RATE = 240;
    private static final long NEVER = Long.MAX_VALUE;
    private static final long HOUR = 3600;

    private final RateWindow window = new RateWindow(RATE);
    private long seconds; // how long the server has waited for the peer

    /** Waits for a second, in which so many bytes come. Returns whether the peer is too slow. */
    private boolean second(long bytes) {
        window.waited(TimeUnit.SECONDS.toNanos(1));
        window.count(bytes);
        seconds++;
        return window.tooSlow();
    }

    /** Simulates a peer that sends so many bytes each second. Returns after how many seconds the peer is too slow. */
    private long endOf(long bytesPerSecond, long most) {
        long begin = seconds;
        while (seconds - begin < most) {
            if (second(bytesPerSecond)) {
                return seconds - begin;
            }
        }
        return NEVER;
    }

    @Test
    void letsAPeerKeepToTheRateForEver() {
        assertThat(endOf(RATE, HOUR)).isEqualTo(NEVER);
    }

    @Test
    void endsAPeerThatIsALittleTooSlowAfterTheFirstWindow() {
        assertThat(endOf(RATE - 1, HOUR)).isEqualTo(30);
    }

    @Test
    void judgesNobodyBefore30Seconds() {
        assertThat(endOf(0, 29)).isEqualTo(NEVER);
        assertThat(second(0)).isTrue();
    }

    /** Attack: the peer sends one byte just before each stall timeout. */
    @Test
    void endsOneBytePer29Seconds() {
        assertThat(endOf(0, 28)).isEqualTo(NEVER);
        assertThat(second(1)).isFalse();

        assertThat(endOf(0, 28)).isOne();
    }

    /**
     * Attack: the peer sends 4 MiB at once, and then hardly anything. Its average rate would suffice for almost 5
     * hours.
     */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 4, 5, 17, 100, 3600})
    void nothingIsPrepaid(long honestSeconds) {
        assertThat(endOf(RATE, honestSeconds)).isEqualTo(NEVER);
        window.count(4 << 20);

        assertThat(endOf(1, HOUR)).isBetween(30L, 35L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 31, 32, 33, 34})
    void forgivesAPauseOf20Seconds(long secondsBefore) {
        for (int i = 0; i < 100; i++) {
            assertThat(endOf(3 * RATE, secondsBefore + 9)).isEqualTo(NEVER);
            assertThat(endOf(0, 20)).as("the pause").isEqualTo(NEVER);
        }
    }

    @Test
    void forgivesAMobileClientThatPausesTwoSecondsOfThree() {
        for (int i = 0; i < 1000; i++) {
            assertThat(second(20_000)).isFalse();
            assertThat(endOf(0, 2)).isEqualTo(NEVER);
        }
    }

    @Test
    void endsAPeerThatBrings100KilobytesPer55Seconds() {
        assertThat(second(100_000)).isFalse();

        assertThat(endOf(0, 54)).isBetween(30L, 35L);
    }

    @Test
    void timeInWhichNobodyWaitsDoesNotCount() {
        for (int i = 0; i < 1_000_000; i++) { // the server may need any time for each byte
            window.count(1);
            assertThat(window.tooSlow()).isFalse();
        }
        assertThat(window.nanosLeft()).isEqualTo(TimeUnit.SECONDS.toNanos(5));
    }

    /** If the machine pauses for an hour, that is not the peer's fault. */
    @Test
    void countsNoMoreThanASliceOfAWaitThatTookTooLong() {
        for (int i = 0; i < 5; i++) {
            window.waited(TimeUnit.HOURS.toNanos(1));
            assertThat(window.nanosLeft()).isZero();
            assertThat(window.tooSlow()).isFalse();
        }
    }

    @Test
    void waitsNoLongerThanToTheNextJudgement() {
        window.waited(TimeUnit.SECONDS.toNanos(2));

        assertThat(window.nanosLeft()).isEqualTo(TimeUnit.SECONDS.toNanos(3));
        assertThat(window.tooSlow()).isFalse();
        assertThat(window.nanosLeft()).isEqualTo(TimeUnit.SECONDS.toNanos(3));
    }

    @Test
    void takesRatesAndCountsOfAnySize() {
        RateWindow impossible = new RateWindow(Long.MAX_VALUE);
        for (int i = 0; i < 6; i++) {
            impossible.count(Long.MAX_VALUE);
            impossible.count(Long.MAX_VALUE);
            impossible.waited(impossible.nanosLeft());
            assertThat(impossible.tooSlow()).isFalse();
        }
    }

    /** Compares the window with exact sums: a peer that keeps the rate in every 30 seconds is never too slow. */
    @Test
    void neverEndsWhoKeepsToTheRateInEvery30Seconds() {
        Random random = new Random(7);
        int ends = 0;
        for (int round = 0; round < 2000; round++) {
            RateWindow judged = new RateWindow(RATE);
            long[] brought = new long[200];
            int end = -1;
            for (int i = 0; i < brought.length && end < 0; i++) {
                brought[i] = random.nextInt(10) == 0 ? random.nextInt(6000) : random.nextInt(100);
                judged.waited(TimeUnit.SECONDS.toNanos(1));
                judged.count(brought[i]);
                end = judged.tooSlow() ? i : -1;
            }
            if (end >= 0) {
                ends++;
                assertThat(sum(brought, end - 29, end)).as("round %d", round).isLessThan(30 * RATE);
            }
        }
        assertThat(ends).isBetween(500, 1999);
    }

    private static long sum(long[] values, int from, int through) {
        long sum = 0;
        for (int i = from; i <= through; i++) {
            sum += values[i];
        }
        return sum;
    }
}
