package dev.ringer.internal.http2.hpack;

import dev.ringer.testkit.Corpus;
import dev.ringer.testkit.Ring;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Checks the {@link HpackProperties}, for every sample of the corpus, for random mutations with a fixed seed, and for
 * random blocks with a fixed seed.
 *
 * <p>{@code mvn verify} runs these tests, and {@code mvn verify -Pall} runs them with more mutations. {@code
 * HpackFuzzTest} searches further, guided by coverage.
 */
class HostileBlocksTest {
    private static final long SEED = 7541;
    private static final Corpus CORPUS = Corpus.of(
            HostileBlocksTest.class,
            "HpackFuzzTest/blocksMeanOneThing",
            new byte[] {(byte) 0x82},
            new byte[] {(byte) 0xbe},
            new byte[] {0x40, 1, 'a', 1, 'b'},
            new byte[] {0x20},
            new byte[] {0x3f, (byte) 0xe1, 0x1f},
            new byte[] {0x7f, (byte) 0x80, (byte) 0x80, 0},
            new byte[] {(byte) 0xff},
            new byte[] {0});

    @Test
    void holdsForTheCorpus() {
        CORPUS.samples().forEach(HpackProperties::assertAll);
    }

    @Test
    void holdsForMutations() {
        Random random = new Random(SEED);

        for (int round = 0; round < Ring.choose(2_500, 10_000); round++) {
            HpackProperties.assertAll(CORPUS.mutated(random));
        }
    }

    @Test
    void holdsForSeededBlocks() {
        Random random = new Random(SEED);

        for (int round = 0; round < Ring.choose(1_000, 5_000); round++) {
            HpackProperties.assertAll(RandomBlocks.bytes(random));
        }
    }
}
