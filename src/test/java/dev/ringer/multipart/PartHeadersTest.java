package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartHeadersTest {
    private static PartHeaders headers(Charset charset, byte[] body) throws IOException {
        List<PartHeaders> all = new ArrayList<>();
        FormOptions options = FormOptions.builder().charset(charset).build();
        MultipartParser parser = new MultipartParser(Bodies.TYPE, options, new RecordedParts() {
            @Override
            public void onPartBegin(PartHeaders begun) {
                super.onPartBegin(begun);
                all.add(begun);
            }
        });
        parser.feed(body, 0, body.length);
        parser.finish();
        return all.get(0);
    }

    private static PartHeaders headers(String lines) throws IOException {
        return headers(StandardCharsets.UTF_8, Bodies.part(lines, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t \t"})
    void takesValuesOfBlanksForEmptyOnes(String blanks) throws IOException {
        PartHeaders headers = headers(
                "Content-Disposition: form-data; name=\"f\"\r\nContent-Type:" + blanks + "\r\nX:" + blanks + "\r\n");

        assertThat(headers.contentType()).isEqualTo("text/plain");
        assertThat(headers.value("X")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                // browsers: only %22, %0D and %0A are escapes; a backslash is literal
                "\"plain.txt\"          | plain.txt",
                "\"a%22b\"              | a\"b",
                "\"100%25\"             | 100%25",
                "\"%\"                  | %",
                "\"C:\\dir\\f.txt\"     | C:\\dir\\f.txt",
                "\"\\\\server\\share\\\"| \\\\server\\share\\",
                "\"ends\\\"             | ends\\",
                "\"a;b=c\"              | a;b=c",
                "\"../../etc/passwd\"   | ../../etc/passwd",
                // curl and others escape quotes with a backslash
                "\"say \\\"hi\\\"\"     | say \"hi\"",
                "\"\\\"\"               | \"",
                "token.txt              | token.txt"
            })
    void readsFileNamesAsClientsWriteThem(String written, String name) throws IOException {
        String lines = "Content-Disposition: form-data; name=\"f\"; filename=" + written + "\r\n";

        assertThat(headers(lines).fileName()).isEqualTo(name);
        assertThat(headers(lines.replace("\r\n", "; x=y\r\n")).fileName()).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "UTF-8''na%C3%AFve.txt          | naïve.txt",
                "utf-8'en'%e2%82%ac%20rates     | € rates",
                "iso-8859-1'en'%A3%20rates      | £ rates",
                "\"UTF-8''quoted\"              | quoted"
            })
    void readsTheExtendedFileNameInLegacyMode(String written, String name) throws IOException {
        String disposition = "Content-Disposition: form-data; name=f; filename*=" + written;
        FormOptions legacy =
                FormOptions.builder().compliance(FormCompliance.LEGACY).build();

        for (String lines : List.of(disposition + "\r\n", disposition + "; filename=\"other\"\r\n")) {
            assertThat(RecordedParts.of(Bodies.part(lines, ""), Bodies.TYPE, legacy).parts)
                    .extracting(RecordedParts.Part::fileName)
                    .containsExactly(name);
        }
    }

    @Test
    void readsNamesInThePagesCharset() throws IOException {
        Charset shiftJis = Charset.forName("Shift_JIS");
        // the second byte of this character is a backslash
        String name = "\u8868";
        byte[] body = ("--B\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"" + name
                        + "\"\r\n\r\n\r\n--B--")
                .getBytes(shiftJis);

        assertThat(headers(shiftJis, body).name()).isEqualTo(name);
        assertThat(headers(shiftJis, body).fileName()).isEqualTo(name);
    }

    @Test
    void givesTypeAndCharset() throws IOException {
        PartHeaders typed = headers("content-type: Text/Plain; Charset=\"iso-8859-1\"\r\n"
                + "Content-Disposition: form-data; name=\"\u00c3\u00a4\"\r\n");
        PartHeaders bare = headers("Content-Disposition: form-data; name=a\r\n");

        assertThat(typed.contentType()).isEqualTo("Text/Plain; Charset=\"iso-8859-1\"");
        assertThat(typed.charset()).isEqualTo(Charset.forName("windows-1252"));
        assertThat(typed.name()).isEqualTo("ä");
        assertThat(bare.contentType()).isEqualTo("text/plain");
        assertThat(bare.charset()).isEqualTo(StandardCharsets.UTF_8);
        assertThat(bare.isFile()).isFalse();
    }

    @Test
    void givesAllHeaders() throws IOException {
        PartHeaders headers =
                headers("Content-Disposition: form-data; name=a\r\nX-One:\t1 \r\nx-one: 2\r\nX-Empty:\r\n");

        assertThat(headers.value("X-ONE")).isEqualTo("1");
        assertThat(headers.value("X-Empty")).isEmpty();
        assertThat(headers.value("X-Two")).isNull();
        assertThat(headers.all())
                .containsExactly(
                        new PartHeaders.Line("Content-Disposition", "form-data; name=a"),
                        new PartHeaders.Line("X-One", "1"),
                        new PartHeaders.Line("x-one", "2"),
                        new PartHeaders.Line("X-Empty", ""));
    }
}
