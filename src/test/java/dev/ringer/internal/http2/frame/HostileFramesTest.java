package dev.ringer.internal.http2.frame;

import dev.ringer.testkit.Corpus;
import dev.ringer.testkit.Ring;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Checks the {@link FrameProperties}, for every sample of the corpus, for random mutations with a fixed seed, and for
 * random frames with a fixed seed.
 *
 * <p>{@code mvn verify} runs these tests, and {@code mvn verify -Pall} runs them with more mutations. {@code
 * FrameFuzzTest} searches further, guided by coverage.
 */
class HostileFramesTest {
    private static final long SEED = 15;
    private static final Corpus CORPUS = Corpus.of(
            HostileFramesTest.class,
            "FrameFuzzTest/framesMeanOneThing",
            new byte[] {0, 0, 0, 0, 1, 0, 0, 0, 1},
            new byte[] {0, 0, 1, 1, 4, 0, 0, 0, 3, (byte) 0x82},
            new byte[] {0, 0, 0, 9, 4, 0, 0, 0, 1},
            new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0},
            new byte[] {8},
            new byte[] {0x24},
            new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff});

    @Test
    void holdsForTheCorpus() {
        CORPUS.samples().forEach(HostileFramesTest::assertBehindPreface);
    }

    @Test
    void holdsForMutations() {
        Random random = new Random(SEED);

        for (int round = 0; round < Ring.choose(2_500, 10_000); round++) {
            assertBehindPreface(CORPUS.mutated(random));
        }
    }

    @Test
    void holdsForSeededFrames() {
        Random random = new Random(SEED);

        for (int round = 0; round < Ring.choose(500, 2_000); round++) {
            FrameProperties.assertAll(RandomFrames.bytes(random));
        }
    }

    private static void assertBehindPreface(byte[] bytes) {
        FrameProperties.assertAll(FrameBytes.begun().raw(bytes).bytes());
    }
}
