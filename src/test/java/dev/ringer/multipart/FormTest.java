package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Needs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormTest {
    @TempDir
    private Path directory;

    private FormOptions.Builder options() {
        return FormOptions.builder().directory(directory).fileThresholdBytes(4);
    }

    private static Form read(byte[] body, FormOptions options) throws IOException {
        return Form.read(new ByteArrayInputStream(body), Bodies.TYPE, options);
    }

    private static byte[] mixed() {
        return new MultipartWriter("B")
                .part("a", null, Bodies.latin("1"))
                .part("f", "small", Bodies.latin("1234"))
                .part("a", null, Bodies.latin("2"))
                .part("f", "../../large", Bodies.latin("12345"))
                .part("a", "", new byte[0])
                .end();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(path -> !path.equals(directory)).toList();
        }
    }

    @Test
    void findsEntriesByName() throws IOException {
        try (Form form = read(mixed(), options().build())) {
            assertThat(form.text("a")).isEqualTo("1");
            assertThat(form.texts("a")).containsExactly("1", "2");
            assertThat(form.file("a").size()).isZero();
            assertThat(form.files("f")).extracting(FormFile::fileName).containsExactly("small", "../../large");
            assertThat(form.files()).hasSize(3);
            assertThat(form.names()).containsExactly("a", "f");
            assertThat(form.entries()).hasSize(5);
            assertThat(form.text("f")).isNull();
            assertThat(form.file("none")).isNull();
        }
    }

    @Test
    void findsEntriesAmongMany() throws IOException {
        MultipartWriter writer = new MultipartWriter("B");
        for (int index = 0; index < 40; index++) {
            writer.part("n" + index % 20, index < 20 ? null : "f", Bodies.latin("" + index));
        }

        try (Form form = read(writer.end(), options().build())) {
            assertThat(form.text("n7")).isEqualTo("7");
            assertThat(form.file("n7").size()).isEqualTo(2);
            assertThat(form.texts("none")).isEmpty();
        }
    }

    @Test
    @Needs(Ability.POSIX_PERMISSIONS)
    void keepsSmallFilesInMemoryAndLargeOnesInAPrivateDirectory() throws IOException {
        try (Form form = read(mixed(), options().build())) {
            FormFile small = form.files("f").get(0);
            FormFile large = form.files("f").get(1);

            assertThat(small.inMemory()).isTrue();
            assertThat(large.inMemory()).isFalse();
            try (InputStream stream = large.stream()) {
                assertThat(stream.readAllBytes()).asString().isEqualTo("12345");
            }
            // the directory, its lock and the file
            assertThat(files()).hasSize(3);
            for (Path path : files()) {
                String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
                assertThat(permissions).isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
            }
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void putsFilesOnTheDiskWhenMemoryIsUsedUp() throws IOException {
        FormOptions options =
                options().fileThresholdBytes(1000).maxMemoryBytes(6).build();

        try (Form form = read(mixed(), options)) {
            assertThat(form.files("f")).extracting(FormFile::inMemory).containsExactly(true, false);
        }
    }

    @Test
    void keepsWhatWasMoved() throws IOException {
        Path small = directory.resolve("kept-small");
        Path large = directory.resolve("kept-large");
        try (Form form = read(mixed(), options().build())) {
            form.files("f").get(0).moveTo(small);
            form.files("f").get(1).moveTo(large);
        }

        assertThat(files()).containsExactlyInAnyOrder(small, large);
        assertThat(small).hasContent("1234");
        assertThat(large).hasContent("12345");
    }

    @Test
    void leavesNothingBehindWhenRefused() throws IOException {
        byte[] body = mixed();

        for (int length = 0; length < body.length - 2; length++) {
            byte[] cut = java.util.Arrays.copyOf(body, length);
            assertThatThrownBy(() -> read(cut, options().build())).isInstanceOf(FormViolationException.class);
        }
        assertThat(files()).isEmpty();
    }

    @Test
    @Needs(Ability.CHARSETS)
    void readsTextInTheCharsetThatALaterFieldNames() throws IOException {
        Charset shiftJis = Charset.forName("Shift_JIS");
        String disposition = "--B\r\nContent-Disposition: form-data; name=";
        byte[] body = (disposition + "\"表\"\r\n\r\n表\r\n" + disposition + "\"f\"; filename=\"表\"\r\n\r\n\r\n"
                        + disposition
                        + "u\r\nContent-Type: text/plain; charset=EUC-JP\r\n\r\n\r\n" + disposition
                        + "_charset_\r\n\r\nShift_JIS\r\n" + disposition + "\"後\"\r\n\r\n後\r\n--B--")
                .getBytes(shiftJis);

        try (Form form = read(body, options().build())) {
            assertThat(form.text("表")).isEqualTo("表");
            assertThat(form.text("後")).isEqualTo("後");
            assertThat(form.file("f").fileName()).isEqualTo("表");
        }
    }

    @Test
    void readsUrlEncodedForms() throws IOException {
        byte[] body = Bodies.latin("a=1&b=x+y%26%C3%A4&&c&=d&a=%32&e=f=g");

        for (int most = 1; most < body.length; most++) {
            InputStream in = Bodies.dripping(body, most, new java.util.Random(most));
            Form form = Form.read(
                    in,
                    "Application/X-WWW-form-urlencoded; charset=x",
                    options().build());

            assertThat(form.texts("a")).containsExactly("1", "2");
            assertThat(form.text("b")).isEqualTo("x y&ä");
            assertThat(form.text("c")).isEmpty();
            assertThat(form.text("")).isEqualTo("d");
            assertThat(form.text("e")).isEqualTo("f=g");
            assertThat(form.entries()).hasSize(6);
        }
    }

    @Test
    void readsQueries() throws IOException {
        assertThat(Form.ofQuery(null).entries()).isEmpty();
        assertThat(Form.ofQuery("").entries()).isEmpty();
        assertThat(Form.ofQuery("q=%E8%A1%A8&x").text("q")).isEqualTo("表");
        assertThat(Form.ofQuery("q=%95%5C&_charset_=Shift_JIS").text("q")).isEqualTo("表");
    }

    @Test
    void refusesOrKeepsPercentSignsThatBeginNoEscape() throws IOException {
        FormOptions legacy = options().compliance(FormCompliance.LEGACY).build();

        for (String query : List.of("a=100%", "a=%4", "a=%zz", "%x=")) {
            assertThatThrownBy(() -> Form.ofQuery(query)).isInstanceOf(FormViolationException.class);
            Form form = Form.ofQuery(query, legacy);
            assertThat(form.violations()).containsExactly(FormViolation.PERCENT_ESCAPE);
            assertThat(form.entries()).hasSize(1);
        }
    }

    @Test
    void refusesOtherContentTypes() {
        InputStream in = new ByteArrayInputStream("{}".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> Form.read(in, "application/json", FormOptions.defaults()))
                .isInstanceOfSatisfying(
                        FormException.class, e -> assertThat(e.status()).isEqualTo(415));
    }

    @Test
    void takesItsModeFromTheSystemProperty() {
        System.setProperty(FormCompliance.PROPERTY, "Legacy");
        try {
            assertThat(FormOptions.defaults().compliance()).isEqualTo(FormCompliance.LEGACY);
            System.setProperty(FormCompliance.PROPERTY, "rfc7578");
            assertThat(FormOptions.defaults().compliance()).isEqualTo(FormCompliance.RFC7578);
            System.setProperty(FormCompliance.PROPERTY, "nonsense");
            assertThat(FormOptions.defaults().compliance()).isEqualTo(FormCompliance.RFC7578);
        } finally {
            System.clearProperty(FormCompliance.PROPERTY);
        }
    }
}
