package dev.ringer.internal.http2;

import dev.ringer.testkit.Corpus;
import dev.ringer.testkit.Ring;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What {@link SectionProperties} says of heads, for every sample of the corpus and for seeded mutations of them.
 *
 * <p>Every build runs these, the inner ring with fewer mutations; {@code SectionFuzzTest} searches on, guided by coverage.
 */
class HostileSectionsTest {
    private static final long SEED = 9113;

    private static final String SCRAPS =
            ":method=GET|:method=CONNECT|OPTIONS|:scheme=https|:authority=h:1|:path=/|*|:protocol=x|host=h:1|HOST|cookie=a=1"
                    + "|content-length=5|content-length=05|connection=close|te=trailers|te=gzip|=|:|#|?|%| |\t|\0|\r\n"
                    + "|\u007f|\u00e9|A|a|[::1]|9223372036854775808|upgrade=h2c";

    private static final Corpus CORPUS =
            Corpus.of(HostileSectionsTest.class, "SectionFuzzTest/sectionsMeanOneThing", scraps());

    /** Each scrap by itself, and as a line of its own. */
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
