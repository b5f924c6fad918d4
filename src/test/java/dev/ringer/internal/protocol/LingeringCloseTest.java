package dev.ringer.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.FakeConnection;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests how many bytes are dropped of a client that still sends after the end of its connection. */
class LingeringCloseTest {
    private static final int PIECE = 1000;

    private long dropped;
    private final FakeConnection flooding = new FakeConnection() {
        @Override
        public int drop(byte[] scratch) {
            dropped += PIECE;
            return PIECE;
        }
    };

    @Test
    void dropsWhatComesInTurns() {
        LingeringClose close = new LingeringClose(flooding, new byte[PIECE], new ServerCounts());
        close.begin(1);
        long first = dropped;
        close.onReadable();

        assertThat(first).isPositive();
        assertThat(dropped).isEqualTo(2 * first);
        assertThat(flooding.watchesInput()).isTrue();
        assertThat(flooding.deadlineNanos()).isEqualTo(1);
    }

    @Test
    void readsNoFurtherThanItWasTold() {
        LingeringClose close = new LingeringClose(flooding, new byte[PIECE], new ServerCounts());
        close.droppingAtMost(10 * PIECE).begin(TimeLimit.OFF);

        assertThat(dropped).isBetween(10L * PIECE, 11L * PIECE);
        assertThat(flooding.watchesInput()).isFalse();
        assertThat(flooding.closed()).isFalse(); // a close would reset it and lose the answer
        assertThat(flooding.deadlineNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(2)); // nothing else would close it
        close.onDeadline();
        assertThat(flooding.closed()).isTrue();
    }

    @Test
    void delaysAStopForAsLongAsItWasTold() {
        assertThat(new LingeringClose(flooding, new byte[PIECE], new ServerCounts()).closeIfIdle())
                .isTrue();
        assertThat(new LingeringClose(flooding, new byte[PIECE], new ServerCounts())
                        .delayingStop(Long.MAX_VALUE / 4)
                        .closeIfIdle())
                .isFalse();
        LingeringClose shortly = new LingeringClose(flooding, new byte[PIECE], new ServerCounts()).delayingStop(1);
        Deadlines.await("the delay is over", shortly::closeIfIdle);
    }
}
