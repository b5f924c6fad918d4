package dev.ringer.internal.http2.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.frame.Http2Refused;
import dev.ringer.internal.time.RecentCount;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the counters that detect abuse. Their clock may begin at any value. */
class GuardsTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private static void assertRefused(Http2Fault fault, ThrowingCallable count) {
        assertThatExceptionOfType(Http2Refused.class)
                .isThrownBy(count)
                .extracting(Http2Refused::fault)
                .isEqualTo(fault);
    }

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
            guard.onResetAtWork(i);
        }
        guard.onStreamOpened(2_000);

        assertRefused(Http2Fault.TOO_MANY_RESETS, () -> guard.onResetAtWork(2_000));
    }

    @Test
    void letsAClientCancelTwentyASecondForAsLongAsItLikes() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < 20 * 600; i++) {
            guard.onStreamOpened(i * SECOND / 20);
            guard.onResetAtWork(i * SECOND / 20);
        }
    }

    @Test
    void letsAClientCancelManyOfEvenMore() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < 100_000; i++) {
            guard.onStreamOpened(i);
            guard.onStreamOpened(i);
            guard.onResetAtWork(i);
        }
    }

    @Test
    void refusesClientsThatMakeUsReset() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < FloodGuard.MAX_FAULTS; i++) {
            guard.onStreamFault(i);
        }

        assertRefused(Http2Fault.TOO_MANY_FAULTS, () -> guard.onStreamFault(SECOND));
        guard.onStreamFault(32 * SECOND);
    }

    @Test
    void refusesFloodsOfSettings() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < FloodGuard.MAX_SETTINGS; i++) {
            guard.onSettings(i);
        }

        assertRefused(Http2Fault.TOO_MANY_SETTINGS, () -> guard.onSettings(SECOND));
    }

    @Test
    void refusesFloodsOfPingsOnlyIfTheAnswersAreNotRead() {
        FloodGuard guard = new FloodGuard();
        for (int answers = 1; answers < 50_000; answers++) {
            guard.onAnswer(Math.max(0, answers - FloodGuard.MAX_PENDING_ANSWERS), answers);
        }

        assertRefused(
                Http2Fault.ANSWERS_NOT_READ, () -> guard.onAnswer(50_000 - FloodGuard.MAX_PENDING_ANSWERS - 1, 50_000));
    }

    @Test
    void refusesEmptyFramesWithoutAnyContent() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < 1_000; i++) {
            guard.onData(i % 50 == 0 ? 1 : 0, false, 1, i);
        }
        guard.onData(1, false, 1, 0);
        for (int i = 0; i < FloodGuard.MAX_EMPTY_DATA; i++) {
            guard.onData(0, false, 1, i);
        }

        assertRefused(Http2Fault.TOO_MANY_EMPTY_FRAMES, () -> guard.onData(0, false, 1, SECOND));
    }

    @Test
    void letsAClientKeepAStreamAliveByEmptyFramesForAsLongAsItLikes() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < 3 * 3_600; i++) {
            guard.onData(0, false, 1, i * SECOND / 3);
        }
    }

    @Test
    void letsAClientSendEmptyFramesOnEachOfManyStreams() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < 100_000; i++) {
            guard.onStreamOpened(i);
            guard.onData(0, false, 1, i);
            guard.onData(0, false, 1, i);
        }
        FloodGuard refusing = new FloodGuard();
        for (int i = 0; i < 2_000; i++) {
            refusing.onStreamRefused(i);
        }
        for (int i = 0; i < 2_000; i++) {
            refusing.onData(0, false, 4, i);
        }
        FloodGuard old = new FloodGuard();
        for (int i = 0; i < 128; i++) {
            old.onData(0, false, 128, i);
        }
    }

    @Test
    void refusesClientsThatOpenRefusedStreamsForever() {
        FloodGuard guard = new FloodGuard();
        for (int i = 0; i < FloodGuard.MAX_REFUSED; i++) {
            guard.onStreamRefused(i);
        }

        assertRefused(Http2Fault.TOO_MANY_REFUSED, () -> guard.onStreamRefused(SECOND));
        guard.onStreamRefused(32 * SECOND);
    }
}
