package dev.ringer.multipart;

import dev.ringer.testkit.Corpus;
import dev.ringer.testkit.Ring;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Checks {@link FormProperties} and {@link UrlEncodedProperties} for each sample of the corpora, for seeded mutations
 * of the samples, and for seeded random bytes.
 *
 * <p>This test runs with every build. {@code MultipartFuzzTest} and {@code UrlEncodedFuzzTest} continue the search,
 * guided by coverage.
 */
@Isolated("it counts what all forms of the JVM keep")
class HostileBytesTest {
    private static final long SEED = 99;
    private static final int ROUNDS = Ring.choose(300, 2_500);
    private static final String WORDS = "--B\r\n|--B--|\r\n--B|\r\n|\n|\r|-|B|: |;|=|\"|\\|%22|%|'|\0| |\t|"
            + "Content-Disposition: form-data; name=\"a\"\r\n\r\n|filename=|filename*=UTF-8''|Content-Type: text/plain|"
            + "charset=|_charset_|multipart/mixed|Content-Transfer-Encoding: base64|quoted-printable|QUJD|=3D|x|&|\u00e4";

    @Test
    void survivesSeededBytes() throws IOException {
        Random random = new Random(SEED);
        String[] words = WORDS.split("\\|");

        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? words[0] + words[19] : "");
            int count = random.nextInt(30);
            for (int word = 0; word < count; word++) {
                text.append(words[random.nextInt(words.length)]);
            }
            byte[] body = Bodies.latin(text.toString());

            FormProperties.assertAll(body);
        }
    }

    @Test
    void survivesMutatedSamples() throws IOException {
        Random random = new Random(SEED);

        for (int round = 0; round < ROUNDS; round++) {
            Sample sample = Sample.ALL.get(random.nextInt(Sample.ALL.size()));
            byte[] body = sample.body().replace(sample.boundary(), "B").getBytes(StandardCharsets.ISO_8859_1);
            int changes = 1 + random.nextInt(3);
            for (int change = 0; change < changes; change++) {
                body[random.nextInt(body.length)] = (byte) "\r\n-B\"\\;:= \0x".charAt(random.nextInt(12));
            }

            FormProperties.assertAll(body);
        }
    }

    @Test
    void holdsForTheCorpus() throws IOException {
        Corpus corpus = Corpus.of(HostileBytesTest.class, "MultipartFuzzTest/formsMeanOneThing", WORDS);
        Random random = new Random(SEED);
        for (byte[] sample : corpus.samples()) {
            FormProperties.assertAll(sample);
        }

        for (int round = 0; round < ROUNDS; round++) {
            FormProperties.assertAll(corpus.mutated(random));
        }
    }

    @Test
    void holdsForTheCorpusOfUrlencodedForms() {
        Corpus corpus = Corpus.of(
                HostileBytesTest.class,
                "UrlEncodedFuzzTest/formsMeanOneThing",
                "&|=|+|%|%2|%26|%3D|%25|%C3%A4|%ff|_charset_=ISO-8859-1&|_charset_=utf-16|\0|\u00e4|a=b&|a");
        Random random = new Random(SEED);
        corpus.samples().forEach(UrlEncodedProperties::assertAll);

        for (int round = 0; round < 2 * ROUNDS; round++) {
            UrlEncodedProperties.assertAll(corpus.mutated(random));
        }
    }
}
