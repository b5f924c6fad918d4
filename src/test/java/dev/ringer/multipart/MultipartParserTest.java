package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MultipartParserTest {
    private static final long SEED = 42;

    static Stream<Arguments> samplesInBothModes() {
        return Sample.ALL.stream()
                .flatMap(sample -> Stream.of(FormCompliance.values()).map(mode -> Arguments.of(sample, options(mode))));
    }

    static FormOptions options(FormCompliance mode) {
        return FormOptions.builder().compliance(mode).build();
    }

    @ParameterizedTest
    @MethodSource("samplesInBothModes")
    void readsSamplesAtEverySplitPoint(Sample sample, FormOptions options) throws IOException {
        byte[] body = sample.bytes();

        for (int end = 0; end <= body.length; end++) {
            assertThat(parts(sample, options, end)).as("split at %d", end).isEqualTo(sample.expected());
        }
    }

    @ParameterizedTest
    @MethodSource("samplesInBothModes")
    void readsSamplesByteForByte(Sample sample, FormOptions options) throws IOException {
        int[] everywhere = IntStream.range(0, sample.bytes().length).toArray();

        assertThat(parts(sample, options, everywhere)).isEqualTo(sample.expected());
    }

    @ParameterizedTest
    @MethodSource("samplesInBothModes")
    void readsSamplesInRandomPieces(Sample sample, FormOptions options) throws IOException {
        Random random = new Random(SEED);
        int length = sample.bytes().length;

        for (int round = 0; round < 200; round++) {
            int[] ends =
                    random.ints(1 + random.nextInt(8), 0, length + 1).sorted().toArray();

            assertThat(parts(sample, options, ends))
                    .as("seed %d, round %d", SEED, round)
                    .isEqualTo(sample.expected());
        }
    }

    @ParameterizedTest
    @MethodSource("samplesInBothModes")
    void neverTakesACutBodyForAWholeOne(Sample sample, FormOptions options) throws IOException {
        byte[] body = sample.bytes();
        int close = sample.body().indexOf("--" + sample.boundary().replace("\"", "") + "--")
                + sample.boundary().replace("\"", "").length()
                + 4;

        for (int length = 0; length < close; length++) {
            byte[] cut = Arrays.copyOf(body, length);
            RecordedParts recorded = new RecordedParts();
            MultipartParser parser = new MultipartParser(sample.contentType(), options, recorded);
            try {
                recorded.feed(parser, cut);
                // only legacy mode accepts a last delimiter without dashes, and it lists the violation
                assertThat(parser.violations()).endsWith(FormViolation.CLOSE_WITHOUT_DASHES);
            } catch (FormViolationException e) {
                assertThat(e.status()).isEqualTo(400);
            }
            List<String> complete =
                    recorded.parts.stream().map(Object::toString).toList();
            assertThat(sample.expected().subList(0, complete.size())).isEqualTo(complete);
        }
    }

    @Test
    void takesNothingMoreAfterAFault() throws IOException {
        MultipartParser parser = new MultipartParser(
                "multipart/form-data; boundary=B", options(FormCompliance.RFC7578), new RecordedParts());
        assertThatThrownBy(() -> parser.feed("--Bx".getBytes(), 0, 4)).isInstanceOf(FormViolationException.class);

        assertThatThrownBy(() -> parser.feed(new byte[1], 0, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(parser::finish).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void breaksWhenTheSinkThrows() throws IOException {
        Sample sample = Sample.ALL.get(0);
        IOException full = new IOException("full");
        MultipartParser parser =
                new MultipartParser(sample.contentType(), options(FormCompliance.RFC7578), new RecordedParts() {
                    @Override
                    public void onPartData(byte[] bytes, int offset, int length) throws IOException {
                        throw full;
                    }
                });

        assertThatThrownBy(() -> parser.feed(sample.bytes(), 0, sample.bytes().length))
                .isSameAs(full);
        assertThatThrownBy(parser::finish).isInstanceOf(IllegalStateException.class);
    }

    private static List<String> parts(Sample sample, FormOptions options, int... ends) throws IOException {
        return RecordedParts.of(sample.bytes(), sample.contentType(), options, ends).parts.stream()
                .map(Object::toString)
                .toList();
    }
}
