package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever the bytes: nothing but a {@link FormException} comes out, and the pieces they come in make no difference.
 *
 * <p>These rounds run with every build; {@code MultipartFuzzTest} searches on, guided by coverage.
 */
class HostileBytesTest {
    private static final long SEED = 99;
    private static final String WORDS = "--B\r\n|--B--|\r\n--B|\r\n|\n|\r|-|B|: |;|=|\"|\\|%22|%|'|\0| |\t|"
            + "Content-Disposition: form-data; name=\"a\"\r\n\r\n|filename=|filename*=UTF-8''|Content-Type: text/plain|"
            + "charset=|_charset_|multipart/mixed|Content-Transfer-Encoding: base64|quoted-printable|QUJD|=3D|x|&|\u00e4";

    @ParameterizedTest
    @EnumSource(Compliance.class)
    void survivesSeededBytes(Compliance mode) throws IOException {
        Random random = new Random(SEED);
        String[] words = WORDS.split("\\|");

        for (int round = 0; round < 6_000; round++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? words[0] + words[19] : "");
            int count = random.nextInt(30);
            for (int word = 0; word < count; word++) {
                text.append(words[random.nextInt(words.length)]);
            }
            byte[] body = Bodies.latin(text.toString());

            assertSameInPieces(body, mode, random.nextInt(body.length + 1));
        }
    }

    @ParameterizedTest
    @EnumSource(Compliance.class)
    void survivesMutatedSamples(Compliance mode) throws IOException {
        Random random = new Random(SEED);

        for (int round = 0; round < 6_000; round++) {
            Sample sample = Sample.ALL.get(random.nextInt(Sample.ALL.size()));
            byte[] body = sample.body().replace(sample.boundary(), "B").getBytes(StandardCharsets.ISO_8859_1);
            int changes = 1 + random.nextInt(3);
            for (int change = 0; change < changes; change++) {
                body[random.nextInt(body.length)] = (byte) "\r\n-B\"\\;:= \0x".charAt(random.nextInt(12));
            }

            assertSameInPieces(body, mode, random.nextInt(body.length + 1));
        }
    }

    static void assertSameInPieces(byte[] body, Compliance mode, int split) throws IOException {
        String whole = outcome(body, mode);

        assertThat(outcome(body, mode, split)).isEqualTo(whole);
        int[] everywhere = new int[body.length];
        Arrays.setAll(everywhere, index -> index);
        assertThat(outcome(body, mode, everywhere)).isEqualTo(whole);
    }

    private static String outcome(byte[] body, Compliance mode, int... ends) throws IOException {
        FormOptions options = FormOptions.builder().compliance(mode).build();
        RecordedParts recorded = new RecordedParts();
        MultipartParser parser = new MultipartParser(Bodies.TYPE, options, recorded);
        try {
            recorded.feed(parser, body, ends);
            return recorded.parts + " " + parser.violations();
        } catch (FormException e) {
            return recorded.parts + " " + e.getMessage();
        }
    }
}
