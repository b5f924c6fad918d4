package dev.ringer.internal.transport.tls;

import dev.ringer.testkit.Corpus;
import dev.ringer.testkit.Ring;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Checks the {@link RecordProperties} and {@link GenuineRecords}, for every sample of the corpora and for random
 * mutations with a fixed seed.
 *
 * <p>{@code mvn verify} runs these tests, and {@code mvn verify -Pall} runs them with more mutations. {@code
 * RecordFuzzTest} and {@code GenuineRecordFuzzTest} search further, guided by coverage.
 */
class HostileRecordsTest {
    private static final long SEED = 8446;

    private static final byte[][] RECORDS = {
        {23, 3, 3, 0, 1, 'x'},
        {23, 3, 3, 0, 0},
        {22, 3, 3, 0, 2, 24, 1},
        {22, 3, 3, 0, 2, 24, 0},
        {21, 3, 3, 0, 2, 1, 0},
        {21, 3, 3, 0, 2, 2, 40},
        {23, 3, 3, 64, 0},
        {23, 3, 3, (byte) 0x81, 64},
        {23, 3, 3, (byte) 0xff, (byte) 0xff},
        {20},
        {(byte) NullCipherEngine.TAMPERED},
        new byte[700]
    };

    @Test
    void holdsForTheCorpus() {
        Corpus corpus = Corpus.of(HostileRecordsTest.class, "RecordFuzzTest/recordsMeanOneThing", RECORDS);
        corpus.samples().forEach(RecordProperties::assertAll);

        Random random = new Random(SEED);
        for (int round = 0; round < Ring.choose(50, 200); round++) {
            RecordProperties.assertAll(corpus.mutated(random));
        }
    }

    @Test
    void holdsForWhatAClientOfTheJdkSends() {
        Corpus corpus = Corpus.of(
                HostileRecordsTest.class,
                "GenuineRecordFuzzTest/recordsArriveInFull",
                new byte[] {0},
                new byte[] {1},
                new byte[] {3, 3},
                new byte[] {(byte) 255, 5},
                new byte[] {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2});
        corpus.samples().forEach(GenuineRecords::assertAll);

        Random random = new Random(SEED);
        for (int round = 0; round < Ring.choose(10, 30); round++) {
            GenuineRecords.assertAll(corpus.mutated(random));
        }
    }
}
