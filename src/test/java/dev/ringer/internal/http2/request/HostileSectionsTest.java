package dev.ringer.internal.http2.request;

import dev.ringer.testkit.Corpus;
import dev.ringer.testkit.Ring;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks the {@link SectionProperties} of heads, for every sample of the corpus and for random mutations with a fixed
 * seed.
 *
 * <p>{@code mvn verify} runs these tests, and {@code mvn verify -Pall} runs them with more mutations. {@code
 * SectionFuzzTest} searches further, guided by coverage.
 */
class HostileSectionsTest {
    private static final long SEED = 9113;

    private static final String SCRAPS =
            ":method=GET|:method=CONNECT|OPTIONS|:scheme=https|:authority=h:1|:path=/|*|:protocol=x|host=h:1|HOST|cookie=a=1"
                    + "|content-length=5|content-length=05|connection=close|te=trailers|te=gzip|=|:|#|?|%| |\t|\0|\r\n"
                    + "|\u007f|\u00e9|A|a|[::1]|9223372036854775808|upgrade=h2c";

    private static final Corpus CORPUS =
            Corpus.of(HostileSectionsTest.class, "SectionFuzzTest/sectionsMeanOneThing", scraps());

    /** Returns each scrap alone, after a bar, and between two bars. A bar separates lines. */
    private static byte[][] scraps() {
        return Stream.of(SCRAPS.split("\\|"))
                .flatMap(scrap -> Stream.of(scrap, "|" + scrap, "|" + scrap + "|"))
                .map(scrap -> scrap.getBytes(StandardCharsets.ISO_8859_1))
                .toArray(byte[][]::new);
    }

    @Test
    void holdsForTheCorpus() {
        CORPUS.samples().forEach(SectionProperties::assertAll);
    }

    @Test
    void holdsForMutations() {
        Random random = new Random(SEED);

        for (int round = 0; round < Ring.choose(4_000, 20_000); round++) {
            SectionProperties.assertAll(CORPUS.mutated(random));
        }
    }
}
