package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests each limit: input at the limit passes, and one more is refused with the right status. */
class LimitsTest {
    private static final String FORM_DATA = "Content-Disposition: form-data; name=\"a\"\r\n";
    private static final String PART = "--B\r\n" + FORM_DATA + "\r\nx\r\n";

    @Test
    void boundsTheParts() throws IOException {
        assertBound(FormLimit.PARTS, 413, Bodies.latin(PART.repeat(3) + "--B--"), 3, FormOptions.Builder::maxParts);
    }

    @Test
    void boundsTheBytesOfHeaders() throws IOException {
        byte[] body = Bodies.field("a", "x");

        assertBound(FormLimit.HEADER_BYTES, 400, body, FORM_DATA.length() + 2, FormOptions.Builder::maxPartHeaderBytes);
    }

    @Test
    void boundsHeadersThatNeverEnd() throws IOException {
        byte[] endless = Bodies.latin("--B\r\nX: " + "x".repeat(10_000));

        assertThatThrownBy(() -> RecordedParts.of(endless, Bodies.TYPE, FormOptions.defaults()))
                .isInstanceOf(FormLimitException.class);
    }

    @Test
    void boundsTheLinesOfHeaders() throws IOException {
        byte[] body = Bodies.part(FORM_DATA + "X: y\r\nX: z\r\n", "x");

        assertBound(FormLimit.HEADER_LINES, 400, body, 3, FormOptions.Builder::maxPartHeaderLines);
    }

    @Test
    void boundsFields() throws IOException {
        assertBound(FormLimit.FIELD_BYTES, 413, Bodies.field("a", "12345"), 5, FormOptions.Builder::maxFieldBytes);
    }

    @Test
    void boundsFiles() throws IOException {
        assertBound(FormLimit.FILE_BYTES, 413, Bodies.file("12345"), 5, FormOptions.Builder::maxFileBytes);
    }

    @Test
    void boundsTheWhole() throws IOException {
        byte[] body = Bodies.file("12345");

        assertBound(FormLimit.TOTAL_BYTES, 413, body, body.length, FormOptions.Builder::maxTotalBytes);
    }

    @Test
    void boundsFieldsInMemoryTogether() throws IOException {
        byte[] body = Bodies.latin(PART.repeat(5) + "--B--");
        FormOptions fits = FormOptions.builder().maxMemoryBytes(5).build();
        FormOptions tight = FormOptions.builder().maxMemoryBytes(4).build();

        Form.read(new ByteArrayInputStream(body), Bodies.TYPE, fits).close();
        assertThatThrownBy(() -> Form.read(new ByteArrayInputStream(body), Bodies.TYPE, tight))
                .isInstanceOfSatisfying(
                        FormLimitException.class, e -> assertThat(e.limit()).isEqualTo(FormLimit.MEMORY_BYTES));
    }

    @Test
    void boundsTextOfAFile() throws IOException {
        FormOptions options = FormOptions.builder().maxFieldBytes(4).build();
        FormPart part = FormReader.of(new ByteArrayInputStream(Bodies.file("12345")), Bodies.TYPE, options)
                .next();

        assertThatThrownBy(part::text).isInstanceOf(FormLimitException.class);
    }

    /** The message may be sent to the client, so it has nothing that the client wrote. */
    @Test
    void messageNamesTheLimitAndItsValue() {
        FormOptions options = FormOptions.builder()
                .maxParts(7)
                .maxPartHeaderBytes(8)
                .maxPartHeaderLines(9)
                .maxFieldBytes(10)
                .maxFileBytes(209_715_200)
                .maxTotalBytes(12)
                .maxMemoryBytes(13)
                .build();

        assertThat(Arrays.stream(FormLimit.values()).map(limit -> new FormLimitException(limit, options).getMessage()))
                .containsExactly(
                        "The form has too many parts (limit: 7, set by maxParts)",
                        "The part headers are too long (limit: 8 bytes, set by maxPartHeaderBytes)",
                        "A part has too many headers (limit: 9, set by maxPartHeaderLines)",
                        "A form field is too long (limit: 10 bytes, set by maxFieldBytes)",
                        "An uploaded file is too large (limit: 209715200 bytes, set by maxFileBytes)",
                        "The form is too large (limit: 12 bytes, set by maxTotalBytes)",
                        "The form fields are too long in total (limit: 13 bytes, set by maxMemoryBytes)",
                        "The server has no memory for another form at the moment; try again later",
                        "The server has no disk space for uploaded files at the moment; try again later");
    }

    @Test
    void boundsUrlEncodedForms() throws IOException {
        refusesQuery(FormLimit.PARTS, "a=1&b=2&c=3", options -> options.maxParts(2));
        refusesQuery(FormLimit.FIELD_BYTES, "a=12345", options -> options.maxFieldBytes(6));
        refusesQuery(FormLimit.TOTAL_BYTES, "a=1&b=2", options -> options.maxTotalBytes(6));
        refusesQuery(FormLimit.MEMORY_BYTES, "a=1&b=2", options -> options.maxMemoryBytes(6));
    }

    /** Each limit refuses this form if it is 1, and accepts it if it is 0. */
    @Test
    void zeroMeansNoLimit() throws IOException {
        byte[] fields = Bodies.latin(PART.repeat(5) + "--B--");
        byte[] file = Bodies.file("12345");

        assertZeroUnbounds(FormLimit.PARTS, fields, FormOptions.Builder::maxParts);
        assertZeroUnbounds(FormLimit.HEADER_BYTES, fields, FormOptions.Builder::maxPartHeaderBytes);
        assertZeroUnbounds(
                FormLimit.HEADER_LINES,
                Bodies.part(FORM_DATA + "X: y\r\n", "x"),
                FormOptions.Builder::maxPartHeaderLines);
        assertZeroUnbounds(FormLimit.FIELD_BYTES, Bodies.field("a", "12345"), FormOptions.Builder::maxFieldBytes);
        assertZeroUnbounds(FormLimit.FILE_BYTES, file, FormOptions.Builder::maxFileBytes);
        assertZeroUnbounds(FormLimit.TOTAL_BYTES, file, FormOptions.Builder::maxTotalBytes);
        assertZeroUnbounds(FormLimit.MEMORY_BYTES, fields, FormOptions.Builder::maxMemoryBytes);
        assertZeroUnbounds(FormLimit.MEMORY_BYTES_OF_ALL, fields, FormOptions.Builder::maxMemoryBytesOfAll);
        assertZeroUnbounds(
                FormLimit.DISK_BYTES_OF_ALL,
                file,
                (builder, value) -> builder.fileThresholdBytes(0).maxDiskBytesOfAll(value));
        refusesQuery(FormLimit.PARTS, "a=1&b=2", options -> options.maxParts(1));
        Form.ofQuery(
                        "a=1&b=2",
                        FormOptions.builder()
                                .maxParts(0)
                                .maxFieldBytes(0)
                                .maxTotalBytes(0)
                                .maxMemoryBytes(0)
                                .build())
                .close();
    }

    private static void assertZeroUnbounds(FormLimit limit, byte[] body, Bound bound) throws IOException {
        FormOptions.Builder builder = FormOptions.builder();
        bound.set(builder, 1);
        FormOptions tight = builder.build();
        bound.set(builder, 0);

        assertThatThrownBy(() -> Form.read(new ByteArrayInputStream(body), Bodies.TYPE, tight))
                .isInstanceOfSatisfying(
                        FormLimitException.class, e -> assertThat(e.limit()).isEqualTo(limit));
        Form.read(new ByteArrayInputStream(body), Bodies.TYPE, builder.build()).close();
    }

    private static void refusesQuery(FormLimit limit, String query, Consumer<FormOptions.Builder> bound) {
        FormOptions.Builder options = FormOptions.builder();
        bound.accept(options);

        assertThatThrownBy(() -> Form.ofQuery(query, options.build()))
                .isInstanceOfSatisfying(
                        FormLimitException.class, e -> assertThat(e.limit()).isEqualTo(limit));
    }

    private interface Bound {
        void set(FormOptions.Builder options, int value);
    }

    private static void assertBound(FormLimit limit, int status, byte[] body, int fits, Bound bound)
            throws IOException {
        FormOptions.Builder just = FormOptions.builder();
        FormOptions.Builder tight = FormOptions.builder();
        bound.set(just, fits);
        bound.set(tight, fits - 1);

        for (int end = 0; end <= body.length; end++) {
            int at = end;
            assertThat(RecordedParts.of(body, Bodies.TYPE, just.build(), at).parts)
                    .isNotEmpty();
            assertThatThrownBy(() -> RecordedParts.of(body, Bodies.TYPE, tight.build(), at))
                    .isInstanceOfSatisfying(FormLimitException.class, e -> {
                        assertThat(e.limit()).isEqualTo(limit);
                        assertThat(e.status()).isEqualTo(status);
                    });
        }
    }
}
