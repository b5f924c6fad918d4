package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Needs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests clients that name a character set in which harmless bytes become markup, or names become other names. */
class CharsetSmugglingTest {
    private static final String FORM_DATA = "Content-Disposition: form-data; name=";
    private static final FormOptions STRICT =
            FormOptions.builder().compliance(FormCompliance.RFC7578).build();
    private static final FormOptions LEGACY =
            FormOptions.builder().compliance(FormCompliance.LEGACY).build();

    private static byte[] typed(String type, byte[] content) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(Bodies.latin("--B\r\n" + FORM_DATA + "a\r\nContent-Type: " + type + "\r\n\r\n"));
        body.writeBytes(content);
        body.writeBytes(Bodies.latin("\r\n--B--\r\n"));
        return body.toByteArray();
    }

    private static Form read(byte[] body, FormOptions options) throws IOException {
        return Form.read(new ByteArrayInputStream(body), Bodies.TYPE, options);
    }

    private static void refuses(byte[] body, FormViolation violation) {
        assertThatThrownBy(() -> read(body, STRICT))
                .isInstanceOfSatisfying(
                        FormViolationException.class,
                        e -> assertThat(e.violation()).isEqualTo(violation));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"IBM037", "Cp1047", "UTF-16", "utf-16be", "UTF-32", "ISO-2022-JP", "ISO-2022-KR", "JIS_X0201"})
    @Needs(Ability.CHARSETS)
    void neverReadsMarkupOutOfBytesThatHaveNone(String charset) throws IOException {
        byte[] disguised = "<script>".getBytes(Charset.forName(charset));
        byte[] body = typed("text/plain; charset=" + charset, disguised);

        refuses(body, FormViolation.CHARSET_NOT_ASCII);
        try (Form form = read(body, LEGACY)) {
            assertThat(form.text("a")).isEqualTo(new String(disguised, StandardCharsets.UTF_8));
            assertThat(form.violations()).containsExactly(FormViolation.CHARSET_NOT_ASCII);
        }
    }

    /** Nothing decodes a file, so its character set is the application's business. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "image/png; charset=binary",
                "text/csv; charset=utf-16le",
                "text/csv; charset=IBM037",
                "text/plain; charset=iso-2022-jp",
                "text/plain; charset=hz-gb-2312",
                "text/plain; charset=\"no such\"",
                "text/plain; charset=",
                "text/plain; charset",
                "text/plain; charset=utf-8; charset=utf-16",
                "text/plain; charset='x",
                "multipart/mixed; charset=binary; boundary=C"
            })
    void takesFilesInAnyCharset(String type) throws IOException {
        String typeLine = "Content-Type: " + type + "\r\n";
        String file = FORM_DATA + "a; filename=\"b\"\r\n";
        for (String headers : List.of(file + typeLine, typeLine + file)) {
            for (FormOptions options : List.of(STRICT, LEGACY)) {
                byte[] body = Bodies.part(headers, "x");
                try (Form form = read(body, options)) {
                    assertThat(form.file("a").contentType()).isEqualTo(type);
                    assertThat(form.violations()).isEmpty();
                }
                FormReader reader = FormReader.of(new ByteArrayInputStream(body), Bodies.TYPE, options);
                FormPart part = reader.next();
                assertThat(part.contentType()).isEqualTo(type);
                assertThat(part.charset()).isEqualTo(StandardCharsets.UTF_8);
                assertThat(part.text()).isEqualTo("x");
            }
        }
    }

    @Test
    void readsTheCharsetOfAFileIfItIsCompatibleWithAscii() throws IOException {
        byte[] body = Bodies.part(FORM_DATA + "a; filename=b\r\nContent-Type: text/csv; charset=cp1252\r\n", "\u0080");

        FormPart part = FormReader.of(new ByteArrayInputStream(body), Bodies.TYPE, STRICT)
                .next();

        assertThat(part.text()).isEqualTo("\u20ac");
    }

    @Test
    void refusesARepeatedCharset() {
        byte[] body = typed("text/plain; charset=utf-8; charset=ISO-8859-1", Bodies.latin("x"));

        refuses(body, FormViolation.HEADER_REPEATED);
        assertThatThrownBy(() -> read(body, LEGACY)).isInstanceOf(FormViolationException.class);
    }

    @Test
    void neverReadsNamesInACharsetThatChangesThem() throws IOException {
        byte[] body = Bodies.latin("--B\r\n" + FORM_DATA + "\"_charset_\"\r\n\r\nutf-16\r\n--B\r\n" + FORM_DATA
                + "\"user\"\r\n\r\nroot\r\n--B--\r\n");

        refuses(body, FormViolation.CHARSET_NOT_ASCII);
        try (Form form = read(body, LEGACY)) {
            assertThat(form.names()).containsExactly("_charset_", "user");
            assertThat(form.text("user")).isEqualTo("root");
        }
    }

    @Test
    void readsEqualPairsEquallyWhateverStandsBetweenThem() throws IOException {
        assertThatThrownBy(() -> Form.ofQuery("ab=cd&_charset_=UTF-16BE&ab=cd", STRICT))
                .isInstanceOf(FormViolationException.class);
        Form unsafe = Form.ofQuery("ab=cd&_charset_=UTF-16BE&ab=cd&%61b=cd", LEGACY);
        Form twice = Form.ofQuery("a=%95%5C&_charset_=Shift_JIS&a=%95%5C&_charset_=UTF-8&a=%95%5C", STRICT);

        assertThat(unsafe.texts("ab")).containsExactly("cd", "cd", "cd");
        assertThat(unsafe.violations()).containsExactly(FormViolation.CHARSET_NOT_ASCII);
        assertThat(twice.texts("a")).hasSize(3).containsOnly("\ufffd\\");
    }

    @Test
    void readsNoPageInACharsetThatIsNotCompatibleWithAscii() {
        assertThatThrownBy(() ->
                        FormOptions.builder().charset(StandardCharsets.UTF_16LE).build())
                .isInstanceOf(IllegalArgumentException.class);
    }

    static Stream<Charset> taken() {
        return Charset.availableCharsets().values().stream().filter(FormCharsets::has);
    }

    @ParameterizedTest
    @MethodSource("taken")
    void takesOnlyCharsetsInWhichAsciiIsAscii(Charset charset) {
        byte[] ascii = new byte[128];
        for (int value = 0; value < 128; value++) {
            ascii[value] = (byte) value;
        }

        assertThat(new String(ascii, charset)).isEqualTo(new String(ascii, StandardCharsets.US_ASCII));
    }

    @ParameterizedTest
    @ValueSource(strings = {"latin1", "windows-1252", "Shift_JIS", "GBK", "Big5", "EUC-KR", "KOI8-R"})
    void takesWhatBrowsersSend(String charset) throws IOException {
        byte[] body = typed("text/plain; charset=\"" + charset + "\"", Bodies.latin("plain"));

        try (Form form = read(body, STRICT)) {
            assertThat(form.text("a")).isEqualTo("plain");
        }
    }
}
