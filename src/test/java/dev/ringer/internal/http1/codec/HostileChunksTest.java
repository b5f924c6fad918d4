package dev.ringer.internal.http1.codec;

import dev.ringer.testkit.Corpus;
import dev.ringer.testkit.Ring;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Checks the {@link ChunkProperties} of chunked bodies, for every sample of the corpus and for random mutations with a
 * fixed seed.
 *
 * <p>{@code mvn verify} runs these tests, and {@code mvn verify -Pall} runs them with more mutations. {@code
 * ChunkFuzzTest} searches further, guided by coverage.
 */
class HostileChunksTest {
    private static final long SEED = 41;
    private static final Corpus CORPUS = Corpus.of(
            HostileChunksTest.class,
            "ChunkFuzzTest/bodiesMeanOneThing",
            "0|1|5|a|F|00|7fffffffffffffff|8000000000000000| |\r\n|\n|\r|0\r\n\r\n|1\r\nx\r\n|;|=|\"|x|:|X: y\r\n|\t|\0|\u007f|\u00ff|+|-|0x|_");

    @Test
    void holdsForTheCorpus() {
        CORPUS.samples().forEach(ChunkProperties::assertAll);
    }

    @Test
    void holdsForMutations() {
        Random random = new Random(SEED);

        for (int round = 0; round < Ring.choose(5_000, 40_000); round++) {
            ChunkProperties.assertAll(CORPUS.mutated(random));
        }
    }
}
