package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Needs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests all labels of the WHATWG Encoding Standard, by which browsers name the character set of a form, and others. */
class CharsetLabelsTest {
    /** For each encoding: bytes, the text that browsers mean by them, and the labels. */
    private static final String TEXTS = """
        c3a9e282ac é€ unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8
        80f0 АЁ 866 cp866 csibm866 ibm866
        b1 ą csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
        b1 ħ csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
        b3 ŗ csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
        b0 А csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
        c7 ا arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i
        c7 ا iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
        a1c1a4 ‘Α€ csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7
        a1c1a4 ‘Α€ iso_8859-7:1987 sun_eu_greek
        e0 א csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8
        e0 א iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical
        a1e0 ”ą iso-8859-13 iso8859-13 iso885913
        a4 € csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9
        a4e3 €ă iso-8859-16
        c1a3 аё cskoi8r koi koi8 koi8-r koi8_r
        a4aebe єўЎ koi8-ru koi8-u
        dbd2 €“ csmacintosh mac macintosh x-mac-roman
        a2b6ff Ґґ€ x-mac-cyrillic x-mac-ukrainian
        a180 ก€ dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874
        8a80 Š€ cp1250 windows-1250 x-cp1250
        c088 А€ cp1251 windows-1251 x-cp1251
        9380e9 “€é ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591
        9380e9 “€é iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
        c180 Α€ cp1253 windows-1253 x-cp1253
        fe80 ş€ cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5
        fe80 ş€ windows-1254 x-cp1254
        e080 א€ cp1255 windows-1255 x-cp1255
        c780 ا€ cp1256 windows-1256 x-cp1256
        e080 ą€ cp1257 windows-1257 x-cp1257
        d080 Đ€ cp1258 windows-1258 x-cp1258
        c4e380fe9fa1aa 你€䶮— chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030
        a741a3e1f9d6c6e7 你€碁ぁ big5 big5-hkscs cn-big5 csbig5 x-x-big5
        ada1a1c1a1dd8eb1a4a2fce2 ①～－ｱあ髙 cseucpkdfmtjapanese euc-jp x-euc-jp
        87408160817cfbfcb182a0 ①～－髙ｱあ csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis
        8c63a2e6b0a1 똠€가 cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601
        8c63a2e6b0a1 똠€가 ksc_5601 windows-949
        a180 ก€ cp874
        c4e380fe9fa1aa 你€䶮— cp936 ms936 windows-936
        a741a3e1f9d6c6e7 你€碁ぁ cp950 ms950 windows-950
        ada1a1c1a1dd8eb1a4a2fce2 ①～－ｱあ髙 cp51932 eucjp eucjp-ms eucjp-win
        87408160817cfbfcb182a0 ①～－髙ｱあ cp932 sjis-win windows-932
        8c63a2e6b0a1 똠€가 cp949 ms949 uhc
        """;

    private static final String NOT_ASCII = "csiso2022jp iso-2022-jp csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext"
            + " iso-2022-kr replacement unicodefffe utf-16be csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16"
            + " utf-16le";

    /** The JDK has no such character sets, so these names are unknown, as is any other text. */
    private static final String UNKNOWN =
            "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6 iso-8859-14"
                    + " iso8859-14 iso885914 x-user-defined binary none utf-9 \u212aoi8-r x-browser-gb18030 !";

    static Stream<Arguments> texts() {
        return TEXTS.lines().flatMap(line -> {
            String[] words = line.split(" ");
            return Arrays.stream(words).skip(2).map(label -> Arguments.of(label, words[0], words[1]));
        });
    }

    static Stream<Arguments> refused() {
        return Stream.concat(
                Arrays.stream(NOT_ASCII.split(" ")).map(label -> Arguments.of(label, FormViolation.CHARSET_NOT_ASCII)),
                Arrays.stream(UNKNOWN.split(" ")).map(label -> Arguments.of(label, FormViolation.CHARSET_UNKNOWN)));
    }

    private static String escaped(String hex) {
        return hex.replaceAll("..", "%$0");
    }

    private static Form read(byte[] body) throws IOException {
        return Form.read(new ByteArrayInputStream(body), Bodies.TYPE, FormOptions.defaults());
    }

    /** Returns a form in which {@code bytes} are a name, a file name and a text, before and after the charset. */
    private static byte[] multipart(String label, byte[] bytes) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        String disposition = "--B\r\nContent-Disposition: form-data; name=\"";
        body.writeBytes(Bodies.latin(disposition));
        body.writeBytes(bytes);
        body.writeBytes(Bodies.latin("\"; filename=\""));
        body.writeBytes(bytes);
        body.writeBytes(Bodies.latin("\"\r\n\r\nx\r\n" + disposition + "_charset_\"\r\n\r\n" + label + "\r\n"));
        body.writeBytes(Bodies.latin(disposition + "t\"\r\n\r\n"));
        body.writeBytes(bytes);
        body.writeBytes(Bodies.latin("\r\n--B--\r\n"));
        return body.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t"})
    void aBlankNameNamesNothing(String blank) throws IOException {
        byte[] text = "é€".getBytes(StandardCharsets.UTF_8);
        String escaped = escaped(HexFormat.of().formatHex(text));

        try (Form form = read(multipart(blank, text))) {
            assertThat(form.text("t")).isEqualTo("é€");
            assertThat(form.files().get(0).fileName()).isEqualTo("é€");
        }
        Form form = Form.ofQuery("_charset_=" + blank.replace(' ', '+').replace("\t", "%09") + "&t=" + escaped);
        assertThat(form.text("t")).isEqualTo("é€");
    }

    @ParameterizedTest
    @MethodSource("texts")
    @Needs(Ability.CHARSETS)
    void labelMeansWhatItMeansToBrowsers(String label, String hex, String text) throws IOException {
        byte[] bytes = HexFormat.of().parseHex(hex);
        String typed = "--B\r\nContent-Disposition: form-data; name=t\r\nContent-Type: text/plain; charset=\"" + label
                + "\"\r\n\r\n" + new String(bytes, StandardCharsets.ISO_8859_1) + "\r\n--B--\r\n";

        assertThat(Form.ofQuery("t=" + escaped(hex) + "&_charset_=" + label).text("t"))
                .isEqualTo(text);
        assertThat(Form.ofQuery("_charset_=+" + label.toUpperCase(Locale.ROOT) + "%0A&t=" + escaped(hex))
                        .text("t"))
                .isEqualTo(text);
        try (Form form = read(Bodies.latin(typed))) {
            assertThat(form.text("t")).isEqualTo(text);
        }
        try (Form form = read(multipart(label, bytes))) {
            assertThat(form.text("t")).isEqualTo(text);
            assertThat(form.file(text).fileName()).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesOtherLabels(String label, FormViolation violation) {
        FormOptions legacy =
                FormOptions.builder().compliance(FormCompliance.LEGACY).build();
        FormOptions strict =
                FormOptions.builder().compliance(FormCompliance.RFC7578).build();
        String query = "t=%C3%A9&_charset_=" + label;

        assertThatThrownBy(() -> Form.ofQuery(query, strict))
                .isInstanceOfSatisfying(
                        FormViolationException.class,
                        e -> assertThat(e.violation()).isEqualTo(violation));
        assertThat(catchForm(query, legacy).text("t")).isEqualTo("é");
        assertThat(catchForm(query, legacy).violations()).containsExactly(violation);
    }

    private static Form catchForm(String query, FormOptions options) {
        try {
            return Form.ofQuery(query, options);
        } catch (FormException e) {
            throw new AssertionError(e);
        }
    }

    /** The names of the JDK that are no labels of the standard are still known. */
    @ParameterizedTest
    @ValueSource(strings = {"x-windows-949", "x-MacRoman", "MS949", "Cp1252", "ISO8859_1", "UTF8"})
    @Needs(Ability.CHARSETS)
    void knowsNamesOfTheJdk(String name) throws IOException {
        assertThat(Form.ofQuery("t=plain&_charset_=" + name).text("t")).isEqualTo("plain");
    }

    @Test
    void charsetFieldWinsOverOptions() throws IOException {
        FormOptions options =
                FormOptions.builder().charset(StandardCharsets.UTF_8).build();

        assertThat(Form.ofQuery("_charset_=Shift_JIS&t=%87%40", options).text("t"))
                .isEqualTo("①");
        assertThat(Form.ofQuery(
                                "t=%87%40",
                                FormOptions.builder()
                                        .charset(Charset.forName("windows-31j"))
                                        .build())
                        .text("t"))
                .isEqualTo("①");
    }

    /** Tests a corrected character set with a reader, whose decoder gets the bytes in pieces and an odd end. */
    @ParameterizedTest
    @ValueSource(strings = {"gbk", "euc-jp", "koi8-u"})
    @Needs(Ability.CHARSETS)
    void decodesInPieces(String label) throws IOException {
        byte[] bytes = new byte[30_001];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i % 3 == 0 ? 0x80 : i % 7 == 0 ? 'a' : 0xa1 + i % 5);
        }
        Charset charset = FormCharsets.find(label);
        StringBuilder read = new StringBuilder();
        try (InputStreamReader reader = new InputStreamReader(new ByteArrayInputStream(bytes), charset)) {
            for (int c = reader.read(); c >= 0; c = reader.read()) {
                read.append((char) c);
            }
        }

        assertThat(read.toString()).isEqualTo(new String(bytes, charset));
        assertThat(charset.canEncode()).isFalse();
    }
}
