package dev.ringer.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HistogramTest {
    private static final double[] BOUNDS = {0.1, 0.5, 1};

    private final Histogram histogram = new Histogram(BOUNDS, new long[] {10, 30, 30, 40}, 25);

    @Test
    void estimatesQuantilesAsPrometheusDoes() {
        assertThat(histogram.quantile(0)).isZero();
        assertThat(histogram.quantile(0.125)).isCloseTo(0.05, within(1e-9)); // 5 of the 10 in the first bucket
        assertThat(histogram.quantile(0.25)).isCloseTo(0.1, within(1e-9));
        assertThat(histogram.quantile(0.5)).isCloseTo(0.3, within(1e-9)); // 10 of the 20 in the second
        assertThat(histogram.quantile(0.75)).isCloseTo(0.5, within(1e-9));
        assertThat(histogram.quantile(0.99)).isEqualTo(1); // in the bucket without a bound
        assertThat(new Histogram(BOUNDS, new long[4], 0).quantile(0.5)).isNaN();
        assertThat(new Histogram(BOUNDS, new long[] {0, 2, 2, 2}, 1).quantile(0))
                .isZero();
    }

    @Test
    void isTheDifferenceOfTwo() {
        Histogram later = new Histogram(BOUNDS, new long[] {11, 31, 33, 45}, 30);

        Histogram since = later.since(histogram);

        assertThat(since.counts()).containsExactly(1, 1, 3, 5);
        assertThat(since.count()).isEqualTo(5);
        assertThat(since.sum()).isEqualTo(5);
        assertThat(since.bounds()).containsExactly(BOUNDS);
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Histogram(BOUNDS, new long[3], 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> histogram.since(new Histogram(new double[] {1, 2, 3}, new long[4], 0)));
        assertThatIllegalArgumentException().isThrownBy(() -> histogram.quantile(1.01));
        assertThatIllegalArgumentException().isThrownBy(() -> histogram.quantile(Double.NaN));
    }

    @Test
    void doesNotChangeWithItsArrays() {
        histogram.counts()[0] = 99;
        histogram.bounds()[0] = 99;

        assertThat(histogram.counts()).containsExactly(10, 30, 30, 40);
        assertThat(histogram.bounds()).containsExactly(BOUNDS);
    }
}
