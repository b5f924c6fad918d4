package dev.ringer.internal.names;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.CollidingNames;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SeededHashTest {
    @Test
    void givesEqualStringsTheSameHash() {
        assertThat(SeededHash.of(new String("X-a"))).isEqualTo(SeededHash.of("X-a"));
    }

    @Test
    void separatesStringsWithOneHashCode() {
        String[] names = CollidingNames.of(4096);

        long distinct = Arrays.stream(names).mapToInt(SeededHash::of).distinct().count();

        // by chance two of 4,096 hashes of 32 bits are the same in one run of 500, six never
        assertThat(distinct).isGreaterThan(4090);
    }

    @Test
    void seesLengthAndOrder() {
        assertThat(SeededHash.of("")).isNotEqualTo(SeededHash.of("\0"));
        assertThat(SeededHash.of("\0")).isNotEqualTo(SeededHash.of("\0\0"));
        assertThat(SeededHash.of("ab")).isNotEqualTo(SeededHash.of("ba"));
    }
}
