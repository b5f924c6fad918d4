package dev.ringer.internal.http2.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.time.RecentCount;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the counters that detect abuse. Their clock may begin at any value. */
class GuardsTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, Long.MAX_VALUE - 10_000_000_000L})
    void countsEventsForThirtySecondsAtTheMost(long start) {
        RecentCount count = new RecentCount();

        assertThat(count.count(start)).isZero();
        count.add(start);
        assertThat(count.add(start + 10 * SECOND)).isEqualTo(2);
        assertThat(count.count(start + 26 * SECOND)).isEqualTo(2);
        assertThat(count.count(start + 30 * SECOND)).isEqualTo(1);
        assertThat(count.count(start + 36 * SECOND)).isEqualTo(1);
        assertThat(count.count(start + 40 * SECOND)).isZero();
        assertThat(count.add(start + 400 * SECOND)).isEqualTo(1);
    }

    @Test
    void agreesWithACountOfAllEvents() {
        RecentCount count = new RecentCount();
        for (int tenths = 0; tenths < 3_000; tenths++) {
            int counted = count.add(tenths * SECOND / 10);

            int everMore = Math.min(tenths + 1, 301);
            int everFewer = Math.min(tenths + 1, 270);
            assertThat(counted).isBetween(everFewer, everMore);
        }
    }

    @Test
    void refusesRapidResets() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < FloodGuard.MAX_RESETS; i++) {
            guard.onStreamOpened(i);
            assertThat(guard.onResetAtWork(i)).isNull();
        }
        guard.onStreamOpened(2_000);

        assertThat(guard.onResetAtWork(2_000)).isEqualTo(Http2Fault.TOO_MANY_RESETS);
    }

    @Test
    void letsAClientCancelTwentyASecondForAsLongAsItLikes() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < 20 * 600; i++) {
            guard.onStreamOpened(i * SECOND / 20);
            assertThat(guard.onResetAtWork(i * SECOND / 20)).isNull();
        }
    }

    @Test
    void letsAClientCancelManyOfEvenMore() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < 100_000; i++) {
            guard.onStreamOpened(i);
            guard.onStreamOpened(i);
            assertThat(guard.onResetAtWork(i)).isNull();
        }
    }

    @Test
    void refusesClientsThatMakeUsReset() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < FloodGuard.MAX_FAULTS; i++) {
            assertThat(guard.onStreamFault(i)).isNull();
        }

        assertThat(guard.onStreamFault(SECOND)).isEqualTo(Http2Fault.TOO_MANY_FAULTS);
        assertThat(guard.onStreamFault(32 * SECOND)).isNull();
    }

    @Test
    void refusesFloodsOfSettings() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < FloodGuard.MAX_SETTINGS; i++) {
            assertThat(guard.onSettings(i)).isNull();
        }

        assertThat(guard.onSettings(SECOND)).isEqualTo(Http2Fault.TOO_MANY_SETTINGS);
    }

    @Test
    void refusesFloodsOfPingsOnlyIfTheAnswersAreNotRead() {
        FloodGuard guard = new FloodGuard();
        for (int answers = 1; answers < 50_000; answers++) {
            assertThat(guard.onAnswerQueued(Math.max(0, answers - FloodGuard.MAX_PENDING_ANSWERS), answers))
                    .isNull();
        }

        assertThat(guard.onAnswerQueued(50_000 - FloodGuard.MAX_PENDING_ANSWERS - 1, 50_000))
                .isEqualTo(Http2Fault.ANSWERS_NOT_READ);
    }

    @Test
    void refusesEmptyFramesWithoutAnyContent() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < 1_000; i++) {
            assertThat(guard.onData(i % 50 == 0 ? 1 : 0, false, 1, i)).isNull();
        }
        guard.onData(1, false, 1, 0);
        for (int i = 0; i < FloodGuard.MAX_EMPTY_DATA; i++) {
            assertThat(guard.onData(0, false, 1, i)).isNull();
        }

        assertThat(guard.onData(0, false, 1, SECOND)).isEqualTo(Http2Fault.TOO_MANY_EMPTY_FRAMES);
    }

    @Test
    void letsAClientKeepAStreamAliveByEmptyFramesForAsLongAsItLikes() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < 3 * 3_600; i++) {
            assertThat(guard.onData(0, false, 1, i * SECOND / 3)).isNull();
        }
    }

    @Test
    void letsAClientSendEmptyFramesOnEachOfManyStreams() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < 100_000; i++) {
            guard.onStreamOpened(i);
            assertThat(guard.onData(0, false, 1, i)).isNull();
            assertThat(guard.onData(0, false, 1, i)).isNull();
        }
        FloodGuard refusing = new FloodGuard();
        for (int i = 0; i < 2_000; i++) {
            refusing.onStreamRefused(i);
        }
        for (int i = 0; i < 2_000; i++) {
            assertThat(refusing.onData(0, false, 4, i)).isNull();
        }
        FloodGuard old = new FloodGuard();
        for (int i = 0; i < 128; i++) {
            assertThat(old.onData(0, false, 128, i)).isNull();
        }
    }

    @Test
    void refusesClientsThatOpenRefusedStreamsForever() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < FloodGuard.MAX_REFUSED; i++) {
            assertThat(guard.onStreamRefused(i)).isNull();
        }

        assertThat(guard.onStreamRefused(SECOND)).isEqualTo(Http2Fault.TOO_MANY_REFUSED);
        assertThat(guard.onStreamRefused(32 * SECOND)).isNull();
    }

    @Test
    void refusesBlocksOfManySmallFrames() {
        BlockGuard guard = new BlockGuard(1 << 20, SECOND);
        for (int times = 0; times < 2; times++) {
            guard.onHeaders(100, 0);
            for (int i = 0; i < BlockGuard.MAX_SMALL_FRAMES; i++) {
                assertThat(guard.onContinuation(1, 0)).isNull();
                assertThat(guard.onContinuation(BlockGuard.SMALL_FRAME, 0)).isNull();
            }

            assertThat(guard.onContinuation(1, 0)).isEqualTo(Http2Fault.TOO_MANY_CONTINUATIONS);
        }
    }

    @Test
    void countsEmptyContinuationsTwice() {
        BlockGuard guard = new BlockGuard(1 << 20, SECOND);
        guard.onHeaders(100, 0);
        for (int i = 0; i < BlockGuard.MAX_SMALL_FRAMES / 2; i++) {
            assertThat(guard.onContinuation(0, 0)).isNull();
        }

        assertThat(guard.onContinuation(0, 0)).isEqualTo(Http2Fault.TOO_MANY_CONTINUATIONS);
    }

    @Test
    void refusesBlocksThatAreTooLarge() {
        BlockGuard guard = new BlockGuard(40_000, SECOND);

        assertThat(guard.onHeaders(16_384, 0)).isNull();
        assertThat(guard.onContinuation(16_384, 0)).isNull();
        assertThat(guard.onContinuation(16_384, 0)).isEqualTo(Http2Fault.BLOCK_TOO_LARGE);
        assertThat(guard.onHeaders(40_001, 0)).isEqualTo(Http2Fault.BLOCK_TOO_LARGE);
    }

    @Test
    void refusesBlocksThatDrip() {
        BlockGuard guard = new BlockGuard(40_000, 10 * SECOND);
        guard.onHeaders(1, 5 * SECOND);

        assertThat(guard.onContinuation(1, 14 * SECOND)).isNull();
        assertThat(guard.isLate(15 * SECOND - 1)).isFalse();
        assertThat(guard.isLate(15 * SECOND)).isTrue();
        assertThat(guard.onContinuation(1, 15 * SECOND)).isEqualTo(Http2Fault.BLOCK_TOO_SLOW);
    }
}
