package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FormReaderTest {
    private static FormReader reader(byte[] body) throws IOException {
        return FormReader.of(new ByteArrayInputStream(body), Bodies.TYPE, FormOptions.defaults());
    }

    private static byte[] large() {
        byte[] content = new byte[300_000];
        new Random(1).nextBytes(content);
        return content;
    }

    @Test
    void passesOverWhatNobodyReads() throws IOException {
        byte[] body = new MultipartWriter("B")
                .part("big", "b", large())
                .part("half", "h", large())
                .part("last", null, Bodies.latin("text"))
                .end();
        FormReader reader = reader(body);

        assertThat(reader.next().name()).isEqualTo("big");
        FormPart half = reader.next();
        half.stream().skipNBytes(1000);
        assertThat(reader.next().text()).isEqualTo("text");
        assertThat(reader.next()).isNull();
        assertThat(reader.next()).isNull();
        assertThatThrownBy(() -> half.stream().read()).isInstanceOf(IOException.class);
    }

    @Test
    void readsToTheEndOfTheBody() throws IOException {
        InputStream in = new ByteArrayInputStream(Bodies.latin("--B--\r\n" + "epilogue".repeat(100_000)));

        assertThat(FormReader.of(in, Bodies.TYPE, FormOptions.defaults()).next())
                .isNull();
        assertThat(in.read()).isEqualTo(-1);
    }

    @Test
    void givesTheSameContentByEveryKindOfRead() throws IOException {
        byte[] content = large();
        byte[] body = new MultipartWriter("B").part("f", "f", content).end();

        assertThat(reader(body).next().stream().readAllBytes()).isEqualTo(content);
        assertThat(reader(body).next().bytes()).isEqualTo(content);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(reader(body).next().stream().transferTo(out)).isEqualTo(content.length);
        assertThat(out.toByteArray()).isEqualTo(content);
        InputStream single = reader(body).next().stream();
        for (byte value : Arrays.copyOf(content, 3000)) {
            assertThat((byte) single.read()).isEqualTo(value);
        }
        assertThat(single.read(new byte[0])).isZero();
    }

    @Test
    void neverEndsAPartThatWasCut() throws IOException {
        byte[] body = new MultipartWriter("B").part("f", "f", large()).end();
        Random random = new Random(2);

        for (int round = 0; round < 200; round++) {
            byte[] cut = Arrays.copyOf(body, 200 + random.nextInt(body.length - 200 - 8));
            int size = round % 2 == 0 ? 100 : 20_000;
            InputStream stream = reader(cut).next().stream();

            assertThatThrownBy(() -> readAll(stream, size)).isInstanceOf(FormViolationException.class);
        }
    }

    private static void readAll(InputStream stream, int size) throws IOException {
        byte[] array = new byte[size];
        int count = 0;
        while (count >= 0) {
            count = stream.read(array);
        }
    }
}
