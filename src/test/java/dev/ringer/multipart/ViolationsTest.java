package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests each violation: the default mode refuses it, and legacy mode refuses it or tolerates and lists it. */
class ViolationsTest {
    private static final String FORM_DATA = "Content-Disposition: form-data; name=\"a\"\r\n";

    /** A form that breaks one rule; {@code expected} is what legacy mode reads, or null if it also refuses the form. */
    private record Broken(FormViolation violation, String contentType, byte[] body, String expected) {
        /** Returns the strict violation: a delimiter with a wrong line end is content, so the last one is missing. */
        FormViolation inStrictMode() {
            String text = new String(body, StandardCharsets.ISO_8859_1);
            if (violation == FormViolation.LF_CR_LINE_END) {
                return FormViolation.LF_LINE_END;
            }
            return text.matches("(?s).*[^\r]\n--B--.*|.*\r--B--.*") && text.startsWith("--B\r\n")
                    ? FormViolation.TRUNCATED
                    : violation;
        }

        @Override
        public String toString() {
            return violation.name();
        }
    }

    private static Broken body(FormViolation violation, String body, String expected) {
        return new Broken(violation, Bodies.TYPE, Bodies.latin(body), expected);
    }

    private static Broken part(FormViolation violation, String headers, String content, String expected) {
        return new Broken(violation, Bodies.TYPE, Bodies.part(headers, content), expected);
    }

    private static Broken type(FormViolation violation, String contentType, String boundary, String expected) {
        String body = "--" + boundary + "\r\n" + FORM_DATA + "\r\nx\r\n--" + boundary + "--\r\n";
        return new Broken(violation, contentType, Bodies.latin(body), expected);
    }

    static final List<Broken> BROKEN = List.of(
            type(FormViolation.NOT_A_FORM, "multipart/mixed; boundary=B", "B", null),
            type(FormViolation.NOT_A_FORM, "", "B", null),
            type(FormViolation.NOT_A_FORM, null, "B", null),
            type(FormViolation.BOUNDARY_MISSING, "multipart/form-data", "B", null),
            type(FormViolation.BOUNDARY_MISSING, "multipart/form-data; boundary=", "", null),
            type(FormViolation.PARAMETER_SYNTAX, "multipart/form-data; boundary=\"B", "B", null),
            type(FormViolation.HEADER_REPEATED, Bodies.TYPE + "; Boundary=C", "B", null),
            type(
                    FormViolation.BOUNDARY_TOO_LONG,
                    "multipart/form-data; boundary=" + "b".repeat(71),
                    "b".repeat(71),
                    "[a=x]"),
            type(FormViolation.BOUNDARY_CHARACTER, "multipart/form-data; boundary=\"{ä}\"", "{ä}", "[a=x]"),
            type(FormViolation.BOUNDARY_CHARACTER, "multipart/form-data; boundary=\"B \"", "B ", "[a=x]"),
            type(FormViolation.BOUNDARY_CHARACTER, "multipart/form-data; boundary=a b", "a b", "[a=x]"),
            type(FormViolation.BOUNDARY_CHARACTER, "multipart/form-data; boundary=\"a\tb\"", "a\tb", null),
            body(FormViolation.LF_LINE_END, "--B\n" + FORM_DATA.replace("\r", "") + "\nx\n--B--\n", "[a=x]"),
            body(FormViolation.LF_LINE_END, "--B\r\n" + FORM_DATA + "\r\nx\n--B--\r\n", "[a=x]"),
            body(FormViolation.LF_LINE_END, "--B\r\n" + FORM_DATA.replace("\r", "") + "\r\nx\r\n--B--\r\n", "[a=x]"),
            body(FormViolation.LF_LINE_END, "--B\r\n" + FORM_DATA + "\nx\r\n--B--\r\n", "[a=x]"),
            body(FormViolation.LF_LINE_END, "--B\r\n" + FORM_DATA + "\r\nx\r\n--B--\n", "[a=x]"),
            body(FormViolation.LF_LINE_END, "\n--B\r\n" + FORM_DATA + "\r\nx\r\n--B--\r\n", "[a=x]"),
            body(FormViolation.CR_LINE_END, "--B\r" + FORM_DATA.replace("\n", "") + "\rx\r--B--\r", "[a=x]"),
            body(FormViolation.CR_LINE_END, "--B\r\n" + FORM_DATA + "\rx\r\n--B--\r\n", "[a=x]"),
            body(FormViolation.CR_LINE_END, "--B\r\n" + FORM_DATA + "\r\n\r\r--B--\r\n", "[a=\r]"),
            body(FormViolation.CR_LINE_END, "--B\r\n" + FORM_DATA + "\r\nx\r\n--B--\rx", "[a=x]"),
            body(FormViolation.CR_LINE_END, "text\r--B\r\n" + FORM_DATA + "\r\nx\r\n--B--\r\n", "[a=x]"),
            body(FormViolation.LF_CR_LINE_END, "--B\n\r" + FORM_DATA + "\r\nx\r\n--B--\r\n", null),
            body(FormViolation.LF_CR_LINE_END, "--B\r\n" + FORM_DATA.replace("\r\n", "\n\r") + "A: b\r\n", null),
            body(FormViolation.NO_CRLF_AFTER_PREAMBLE, "text--B\r\n" + FORM_DATA + "\r\nx\r\n--B--\r\n", "[a=x]"),
            body(FormViolation.NO_CRLF_AFTER_PREAMBLE, "\r\n---B\r\n" + FORM_DATA + "\r\nx\r\n--B--\r\n", "[a=x]"),
            body(FormViolation.WHITESPACE_BEFORE_BOUNDARY, " \t--B\r\n" + FORM_DATA + "\r\nx\r\n--B--\r\n", "[a=x]"),
            body(FormViolation.WHITESPACE_BEFORE_BOUNDARY, "text\r\n --B\r\n" + FORM_DATA + "\r\nx\r\n--B--", "[a=x]"),
            body(FormViolation.TEXT_AFTER_BOUNDARY, "--Bx\r\n" + FORM_DATA + "\r\nx\r\n--B--\r\n", null),
            body(FormViolation.TEXT_AFTER_BOUNDARY, "--B-\r\n" + FORM_DATA + "\r\nx\r\n--B--\r\n", null),
            body(FormViolation.TEXT_AFTER_BOUNDARY, "--B\r\n" + FORM_DATA + "\r\nx\r\n--B x--B--\r\n", null),
            body(FormViolation.TEXT_AFTER_CLOSE, "--B\r\n" + FORM_DATA + "\r\nx\r\n--B--x\r\n", "[a=x]"),
            body(FormViolation.CLOSE_WITHOUT_DASHES, "--B\r\n" + FORM_DATA + "\r\nx\r\n--B\r\n", "[a=x]"),
            body(FormViolation.CLOSE_WITHOUT_DASHES, "--B\r\n" + FORM_DATA + "\r\nx\r\n--B", "[a=x]"),
            body(FormViolation.TRUNCATED, "", null),
            body(FormViolation.TRUNCATED, "--B\r\n" + FORM_DATA, null),
            body(FormViolation.TRUNCATED, "--B\r\n" + FORM_DATA + "\r\nx", null),
            body(FormViolation.TRUNCATED, "--B\r\n" + FORM_DATA + "\r\nx\r\n--B-", null),
            part(FormViolation.HEADER_LINE, FORM_DATA + "no colon\r\n", "x", null),
            part(FormViolation.HEADER_LINE, FORM_DATA + "Space : x\r\n", "x", null),
            part(FormViolation.HEADER_LINE, FORM_DATA + ": x\r\n", "x", null),
            part(FormViolation.HEADER_LINE, " folded: first\r\n" + FORM_DATA, "x", null),
            part(FormViolation.HEADER_CONTROL, FORM_DATA + "X: \0\r\n", "x", null),
            part(FormViolation.HEADER_CONTROL, FORM_DATA + "X: \u007f\r\n", "x", null),
            part(FormViolation.HEADER_FOLDED, "Content-Disposition: form-data;\r\n name=\"a\"\r\n", "x", "[a=x]"),
            part(
                    FormViolation.HEADER_FOLDED,
                    "Content-Disposition:\r\n\tform-data;\r\n \r\n  name=a\r\n",
                    "x",
                    "[a=x]"),
            part(FormViolation.HEADER_REPEATED, FORM_DATA + FORM_DATA, "x", null),
            part(FormViolation.HEADER_REPEATED, FORM_DATA + "Content-Type: a/b\r\ncontent-type: a/b\r\n", "x", null),
            part(FormViolation.HEADER_REPEATED, FORM_DATA.replace("a\"", "a\"; NAME=b"), "x", null),
            part(FormViolation.HEADER_REPEATED, FORM_DATA.replace("a\"", "a\"; filename=b; filename=c"), "x", null),
            part(FormViolation.NOT_FORM_DATA, "Content-Disposition: attachment; name=a\r\n", "x", "[a=x]"),
            part(FormViolation.NOT_FORM_DATA, "Content-Type: text/plain\r\n", "x", "[=x]"),
            part(FormViolation.NOT_FORM_DATA, "", "x", "[=x]"),
            part(FormViolation.NAME_MISSING, "Content-Disposition: form-data\r\n", "x", "[=x]"),
            part(FormViolation.PARAMETER_SYNTAX, "Content-Disposition: form-data; name=\"a\r\n", "x", null),
            part(FormViolation.PARAMETER_SYNTAX, "Content-Disposition: form-data; name=\"a\"b\r\n", "x", null),
            part(FormViolation.PARAMETER_SYNTAX, "Content-Disposition: form-data; name\r\n", "x", null),
            part(FormViolation.PARAMETER_UNQUOTED, "Content-Disposition: form-data; name=a b\r\n", "x", "[a b=x]"),
            part(
                    FormViolation.EXTENDED_FILE_NAME,
                    FORM_DATA.replace("a\"", "a\"; filename*=UTF-8''f"),
                    "x",
                    "[a(f)=x]"),
            part(
                    FormViolation.FILE_NAMES_DIFFER,
                    FORM_DATA.replace("a\"", "a\"; filename=f; filename*=UTF-8''g"),
                    "x",
                    "[a(g)=x]"),
            part(FormViolation.EXTENDED_VALUE, FORM_DATA.replace("a\"", "a\"; filename*=UTF-8''%C3"), "x", "[a()=x]"),
            part(
                    FormViolation.EXTENDED_VALUE,
                    FORM_DATA.replace("a\"", "a\"; filename=f; filename*=nix"),
                    "x",
                    "[a(f)=x]"),
            part(FormViolation.EXTENDED_VALUE, FORM_DATA.replace("a\"", "a\"; filename*=UTF-8''%4"), "x", "[a()=x]"),
            part(FormViolation.EXTENDED_VALUE, FORM_DATA.replace("a\"", "a\"; filename*=UTF-8''%x1"), "x", "[a()=x]"),
            part(FormViolation.CHARSET_UNKNOWN, FORM_DATA + "Content-Type: text/plain; charset=nix\r\n", "x", "[a=x]"),
            part(
                    FormViolation.CHARSET_UNKNOWN,
                    FORM_DATA.replace("\"a\"", "_charset_"),
                    "no such",
                    "[_charset_=no such]"),
            part(
                    FormViolation.CHARSET_NOT_ASCII,
                    FORM_DATA + "Content-Type: text/plain; charset=utf-16\r\n",
                    "x",
                    "[a=x]"),
            part(
                    FormViolation.HEADER_REPEATED,
                    FORM_DATA + "Content-Type: text/plain; charset=utf-8; Charset=utf-8\r\n",
                    "x",
                    null),
            part(
                    FormViolation.BASE64_ENCODING,
                    FORM_DATA + "Content-Transfer-Encoding: BASE64\r\n",
                    "eA\r\n==",
                    "[a=x]"),
            part(
                    FormViolation.QUOTED_PRINTABLE_ENCODING,
                    FORM_DATA + "Content-Transfer-Encoding: quoted-printable\r\n",
                    "x=\r\n=3Dy=\nz",
                    "[a=x=yz]"),
            part(FormViolation.ENCODING_UNKNOWN, FORM_DATA + "Content-Transfer-Encoding: gzip\r\n", "x", null),
            part(FormViolation.ENCODING_UNKNOWN, FORM_DATA + "Content-Transfer-Encoding:\r\n", "x", null));

    @ParameterizedTest
    @FieldSource("BROKEN")
    void refusesEveryViolation(Broken broken) {
        FormOptions strict =
                FormOptions.builder().compliance(FormCompliance.RFC7578).build();

        assertThatThrownBy(() -> RecordedParts.of(broken.body, broken.contentType, strict))
                .isInstanceOfSatisfying(FormViolationException.class, e -> {
                    assertThat(e.violation()).isEqualTo(broken.inStrictMode());
                    assertThat(e.status()).isEqualTo(e.violation().status());
                });
    }

    @ParameterizedTest
    @FieldSource("BROKEN")
    void toleratesAndListsWhatLegacyModeMay(Broken broken) throws IOException {
        FormOptions legacy =
                FormOptions.builder().compliance(FormCompliance.LEGACY).build();
        RecordedParts recorded = new RecordedParts();

        if (broken.expected == null) {
            assertThatThrownBy(() -> RecordedParts.of(broken.body, broken.contentType, legacy))
                    .isInstanceOf(FormViolationException.class)
                    .hasMessage(broken.violation.text());
            return;
        }
        for (int end = 0; end <= broken.body.length; end++) {
            MultipartParser parser = new MultipartParser(broken.contentType, legacy, recorded);
            recorded.parts.clear();
            recorded.feed(parser, broken.body, end);

            assertThat(recorded.parts).hasToString(broken.expected);
            assertThat(parser.violations()).contains(broken.violation);
            assertThat(parser.violations()).allMatch(FormViolation::tolerable);
        }
    }

    @ParameterizedTest
    @FieldSource("BROKEN_CONTENT")
    void refusesContentThatBreaksItsEncoding(String encodingAndContent) {
        FormOptions legacy =
                FormOptions.builder().compliance(FormCompliance.LEGACY).build();
        String[] both = encodingAndContent.split(" ", 2);
        byte[] body = Bodies.part(FORM_DATA + "Content-Transfer-Encoding: " + both[0] + "\r\n", both[1]);

        assertThatThrownBy(() -> RecordedParts.of(body, Bodies.TYPE, legacy))
                .isInstanceOf(FormViolationException.class)
                .hasMessage(FormViolation.ENCODING_BROKEN.text());
    }

    static final List<String> BROKEN_CONTENT = List.of(
            "base64 eA=",
            "base64 eA",
            "base64 e===",
            "base64 eA=A",
            "base64 eA==eA==",
            "base64 e!==",
            "quoted-printable =",
            "quoted-printable =4",
            "quoted-printable =4x",
            "quoted-printable =x4");

    @Test
    void hasACaseForEveryViolation() {
        Stream<FormViolation> shown = BROKEN.stream().map(Broken::violation);
        Stream<FormViolation> elsewhere = Stream.of(
                FormViolation.ENCODING_BROKEN,
                FormViolation.PERCENT_ESCAPE,
                FormViolation.IDENTITY_ENCODING,
                FormViolation.CONTENT_CODED);

        assertThat(Stream.concat(shown, elsewhere)).containsAll(Arrays.asList(FormViolation.values()));
    }

    @Test
    void namesTheRule() {
        assertThat(FormViolation.LF_LINE_END.listed())
                .isEqualTo("LF_LINE_END: https://www.rfc-editor.org/rfc/rfc2046#section-4.1.1");
    }
}
