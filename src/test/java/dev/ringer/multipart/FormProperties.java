package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.uploads.SharedBytes;
import dev.ringer.testkit.Allocation;
import dev.ringer.testkit.Cuts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Checks properties that hold for any bytes that are read as a multipart form:
 *
 * <ul>
 *   <li>The only exception is a {@link FormException}.
 *   <li>The result does not depend on how the bytes are split.
 *   <li>The allocated memory is at most a constant plus a multiple of the number of bytes.
 *   <li>If legacy mode accepts a form without a violation, strict mode returns the same result.
 *   <li>If strict mode accepts a form, each content occurs in the body and contains no delimiter.
 *   <li>If strict mode accepts a form, it also reads the same form from {@link MultipartWriter}.
 *   <li>A {@link Form} has the parts that the parser reports, and releases the memory that it counted.
 * </ul>
 */
final class FormProperties {
    private static final int ALLOCATED_PER_BYTE = 200;
    private static final int ALLOCATED_ALWAYS = 128 << 10;

    private FormProperties() {}

    /** The parts and violations that a parser reports, and the reason if it refuses the form. */
    private record Outcome(List<RecordedParts.Part> parts, List<FormViolation> violations, String refusal) {
        boolean accepted() {
            return refusal == null;
        }

        boolean sound() {
            return accepted() && violations.isEmpty();
        }
    }

    private static FormOptions.Builder wide(FormCompliance mode) {
        return FormOptions.builder().compliance(mode);
    }

    /** Returns options whose limits short inputs can reach. */
    private static FormOptions narrow(FormCompliance mode) {
        return wide(mode)
                .maxParts(3)
                .maxPartHeaderBytes(120)
                .maxPartHeaderLines(3)
                .maxFieldBytes(12)
                .maxFileBytes(20)
                .build();
    }

    static void assertAll(byte[] body) throws IOException {
        Outcome strict = assertSameInPieces(body, wide(FormCompliance.RFC7578).build());
        Outcome legacy = assertSameInPieces(body, wide(FormCompliance.LEGACY).build());
        assertBoundedInPieces(body, narrow(FormCompliance.RFC7578));
        assertBoundedInPieces(body, narrow(FormCompliance.LEGACY));

        if (legacy.sound()) {
            assertThat(strict).isEqualTo(legacy);
        }
        assertCollectedAlike(body, strict);
        assertAllocatesLittle(body);
        if (strict.accepted()) {
            assertContentsWereSent(body, strict);
            assertSameWrittenAgain(body, strict);
        }
    }

    /** Does not compare reasons: for content that is too long and badly encoded, the reason depends on the split. */
    private static void assertBoundedInPieces(byte[] body, FormOptions options) throws IOException {
        Outcome whole = outcome(body, Bodies.TYPE, options);
        for (int[] ends : Cuts.of(body)) {
            Outcome cut = outcome(body, Bodies.TYPE, options, ends);
            assertThat(cut.parts).isEqualTo(whole.parts);
            assertThat(cut.accepted()).isEqualTo(whole.accepted());
        }
    }

    private static Outcome assertSameInPieces(byte[] body, FormOptions options) throws IOException {
        Outcome whole = outcome(body, Bodies.TYPE, options);
        for (int[] ends : Cuts.of(body)) {
            assertThat(outcome(body, Bodies.TYPE, options, ends)).isEqualTo(whole);
        }
        return whole;
    }

    private static Outcome outcome(byte[] body, String type, FormOptions options, int... ends) throws IOException {
        RecordedParts recorded = new RecordedParts();
        MultipartParser parser = new MultipartParser(type, options, recorded);
        try {
            recorded.feed(parser, body, ends);
            return new Outcome(recorded.parts, parser.violations(), null);
        } catch (FormException e) {
            return new Outcome(recorded.parts, List.of(), e.getMessage());
        }
    }

    private static void assertContentsWereSent(byte[] body, Outcome strict) {
        String sent = new String(body, StandardCharsets.ISO_8859_1);
        for (RecordedParts.Part part : strict.parts) {
            assertThat(sent).contains(part.content());
            assertThat(part.content()).doesNotContain("\r\n--B");
        }
    }

    private static void assertSameWrittenAgain(byte[] body, Outcome strict) throws IOException {
        if (strict.parts.stream().anyMatch(FormProperties::isWrittenInOtherWays)) {
            return;
        }
        String sent = new String(body, StandardCharsets.ISO_8859_1);
        String boundary = "0";
        for (int number = 1; sent.contains(boundary); number++) {
            boundary = Integer.toString(number);
        }
        MultipartWriter writer = new MultipartWriter(boundary);
        strict.parts.forEach(part -> writer.part(part.name(), part.fileName(), Bodies.latin(part.content())));

        Outcome again = outcome(
                writer.end(),
                "multipart/form-data; boundary=" + boundary,
                wide(FormCompliance.RFC7578).build());

        assertThat(again.refusal).isNull();
        assertThat(again.violations).isEmpty();
        assertThat(again.parts).hasSameSizeAs(strict.parts);
        for (int i = 0; i < again.parts.size(); i++) {
            RecordedParts.Part first = strict.parts.get(i);
            RecordedParts.Part second = again.parts.get(i);
            assertThat(second.name()).isEqualTo(first.name());
            assertThat(second.fileName()).isEqualTo(first.fileName());
            assertThat(second.content()).isEqualTo(first.content());
        }
    }

    /**
     * Returns whether {@link MultipartWriter} cannot write the part again: the writer knows only UTF-8, and a backslash
     * before a closing quote is ambiguous.
     */
    private static boolean isWrittenInOtherWays(RecordedParts.Part part) {
        return part.name().equals("_charset_")
                || part.name().endsWith("\\")
                || part.fileName() != null && part.fileName().endsWith("\\");
    }

    private static void assertCollectedAlike(byte[] body, Outcome strict) throws IOException {
        long before = SharedBytes.MEMORY.taken();
        FormOptions options =
                wide(FormCompliance.RFC7578).fileThresholdBytes(1 << 20).build();
        try (Form form = Form.read(new ByteArrayInputStream(body), Bodies.TYPE, options)) {
            assertThat(strict.refusal).isNull();
            assertThat(form.entries()).hasSameSizeAs(strict.parts);
            if (form.text("_charset_") == null) {
                for (int i = 0; i < strict.parts.size(); i++) {
                    assertSame(form.entries().get(i), strict.parts.get(i));
                }
            }
        } catch (FormException e) {
            assertThat(e.getMessage()).isEqualTo(strict.refusal);
        }
        assertThat(SharedBytes.MEMORY.taken()).isEqualTo(before);
    }

    private static void assertSame(FormEntry entry, RecordedParts.Part part) throws IOException {
        assertThat(entry.name()).isEqualTo(part.name());
        if (entry instanceof FormFile file) {
            assertThat(file.fileName()).isEqualTo(part.fileName());
            assertThat(file.contentType()).isEqualTo(part.contentType());
            try (InputStream content = file.stream()) {
                assertThat(new String(content.readAllBytes(), StandardCharsets.ISO_8859_1))
                        .isEqualTo(part.content());
            }
        } else if (part.content().chars().allMatch(c -> c < 0x80)) {
            assertThat(((FormField) entry).text()).isEqualTo(part.content());
        }
    }

    private static void assertAllocatesLittle(byte[] body) {
        FormOptions options = wide(FormCompliance.LEGACY).build();
        Allocation.assertAtMost(ALLOCATED_ALWAYS + (long) ALLOCATED_PER_BYTE * body.length, () -> {
            try {
                outcome(body, Bodies.TYPE, options);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
