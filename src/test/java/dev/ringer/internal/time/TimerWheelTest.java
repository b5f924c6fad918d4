package dev.ringer.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests when an entry of the wheel is due. */
class TimerWheelTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final TimerWheel wheel = new TimerWheel(0);
    private final Entry entry = new Entry();

    private static final class Entry extends TimerWheel.Entry {
        @Override
        public void expire() {}

        boolean dueBy(long time) {
            return isDueBy(time);
        }
    }

    @Test
    void anEntryWithoutADeadlineIsNeverDue() {
        assertThat(entry.dueBy(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void anEntryIsDueFromItsDeadlineOn() {
        wheel.schedule(entry, SECOND, 0);

        assertThat(entry.dueBy(SECOND - 1)).isFalse();
        assertThat(entry.dueBy(SECOND)).isTrue();
    }

    @Test
    void anEntryIsDueUntilItIsPolled() {
        wheel.schedule(entry, SECOND, 0);
        wheel.advance(2 * SECOND);

        assertThat(entry.dueBy(0)).isTrue();
        assertThat(wheel.pollDue()).isSameAs(entry);
        assertThat(entry.dueBy(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void aRemovedEntryIsNotDue() {
        wheel.schedule(entry, SECOND, 0);
        wheel.remove(entry);

        assertThat(entry.dueBy(2 * SECOND)).isFalse();
        wheel.advance(2 * SECOND);
        assertThat(wheel.pollDue()).isNull();
    }
}
