package dev.ringer.internal.http2.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowsTest {
    @Test
    void sendsNoMoreThanTheWindow() {
        SendWindow window = new SendWindow();

        assertThat(window.available(60)).isEqualTo(60);
        window.take(60_000);
        assertThat(window.available(60_000)).isEqualTo(5_535);
        window.take(5_535);
        assertThat(window.available(1)).isZero();
        assertThat(window.increase(7)).isTrue();
        assertThat(window.available(60)).isEqualTo(7);
    }

    @Test
    void goesBelowZeroWhenTheInitialSizeShrinks() {
        assertThat(SendWindow.tooLarge(16_384, -60_000)).isFalse();
        assertThat(SendWindow.available(16_384, -60_000, 1)).isZero();
        assertThat(SendWindow.available(16_384, -60_000 + 44_616, 2_000)).isEqualTo(1_000);
    }

    @Test
    void refusesToGrowTooLarge() {
        int room = Integer.MAX_VALUE - SendWindow.DEFAULT_SIZE;
        SendWindow window = new SendWindow();

        assertThat(window.increase(room + 1)).isFalse();
        assertThat(window.increase(room)).isTrue();
        assertThat(window.available(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
        window.take(10);
        assertThat(window.increase(11)).isFalse();
        assertThat(window.increase(10)).isTrue();

        assertThat(SendWindow.tooLarge(0, Integer.MAX_VALUE)).isFalse();
        assertThat(SendWindow.tooLarge(1, Integer.MAX_VALUE)).isTrue();
    }
}
