package dev.ringer.internal.http1.codec;

import dev.ringer.testkit.Corpus;
import dev.ringer.testkit.Ring;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Checks the {@link HeadProperties} of request heads, for every sample of the corpus and for random mutations with a
 * fixed seed.
 *
 * <p>{@code mvn verify} runs these tests, and {@code mvn verify -Pall} runs them with more mutations. {@code
 * RequestHeadFuzzTest} searches further, guided by coverage.
 */
class HostileHeadsTest {
    private static final long SEED = 41;
    private static final Corpus CORPUS = Corpus.of(
            HostileHeadsTest.class,
            "RequestHeadFuzzTest/headsMeanOneThing",
            "GET|HEAD|POST|CONNECT| |/|*|//|#|?|%|http://h/|http://|x:|[::1]|%41|:80|HTTP/1.1|HTTP/1.0|HTTP/2|\r\n|\n|\r|\r\n\r\n|:|,|[|]|Host: h\r\n|Content-Length: 5\r\n|Transfer-Encoding: chunked\r\n|Connection: close\r\n|Expect: 100-continue\r\n|Upgrade: h2c\r\n|chunked|keep-alive|upgrade|\t|\0|\u007f|\u00a0|\u00ff|\r\n |X|9223372036854775807");

    @Test
    void holdsForTheCorpus() {
        CORPUS.samples().forEach(HeadProperties::assertAll);
    }

    @Test
    void holdsForMutations() {
        Random random = new Random(SEED);

        for (int round = 0; round < Ring.choose(5_000, 40_000); round++) {
            HeadProperties.assertAll(CORPUS.mutated(random));
        }
    }
}
