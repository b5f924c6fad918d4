package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the memory for streams that the server has reset. */
class BrokenStreamsTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void knowsAnyStreamsInAnyOrder(long seed) {
        Random random = new Random(seed);
        BrokenStreams broken = new BrokenStreams();
        Set<Integer> model = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            int id = 2 * random.nextInt(400) + 1; // at most 200 ranges
            broken.add(id);
            model.add(id);
        }

        for (int id = 1; id < 802; id += 2) {
            assertThat(broken.contains(id)).as("seed %d, stream %d", seed, id).isEqualTo(model.contains(id));
        }
    }

    @Test
    void knowsABurstOfAnyLength() {
        BrokenStreams broken = new BrokenStreams();
        for (int id = 257; id < 200_001; id += 2) {
            broken.add(id);
        }

        for (int id = 257; id < 200_001; id += 2) {
            assertThat(broken.contains(id)).isTrue();
        }
        assertThat(broken.contains(255)).isFalse();
        assertThat(broken.contains(200_001)).isFalse();
    }

    @Test
    void countsStreamsAsBrokenThatItHasForgotten() {
        BrokenStreams broken = new BrokenStreams();
        for (int id = 1; id < 40_001; id += 4) {
            broken.add(id);
        }
        broken.add(3);

        for (int id = 1; id < 40_001; id += 4) {
            assertThat(broken.contains(id)).isTrue();
        }
        assertThat(broken.contains(3)).isTrue();
        assertThat(broken.contains(39_999)).isFalse();
    }

    @Test
    void knowsStreamsThatAreAddedFromTheLastToTheFirst() {
        BrokenStreams broken = new BrokenStreams();
        for (int id = 40_001; id > 0; id -= 4) {
            broken.add(id);
        }

        for (int id = 1; id <= 40_001; id += 4) {
            assertThat(broken.contains(id)).isTrue();
        }
    }
}
