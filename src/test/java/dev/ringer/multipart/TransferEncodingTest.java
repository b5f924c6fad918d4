package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TransferEncodingTest {
    private static final long SEED = 3;
    private static final FormOptions LEGACY =
            FormOptions.builder().compliance(FormCompliance.LEGACY).build();

    private static byte[] read(String encoding, String content, Random random) throws IOException {
        byte[] body = Bodies.part(
                "Content-Disposition: form-data; name=f; filename=f\r\nContent-Transfer-Encoding: " + encoding + "\r\n",
                content);
        FormReader reader = FormReader.of(Bodies.dripping(body, 1 + random.nextInt(100), random), Bodies.TYPE, LEGACY);
        byte[] plain = reader.next().bytes();
        assertThat(reader.next()).isNull();
        return plain;
    }

    @Test
    void decodesWhatEncodersWrite() throws IOException {
        Random random = new Random(SEED);

        for (int round = 0; round < 300; round++) {
            byte[] content = new byte[random.nextInt(600)];
            random.nextBytes(content);

            assertThat(read("base64", Base64.getMimeEncoder().encodeToString(content), random))
                    .isEqualTo(content);
            assertThat(read("base64", Base64.getEncoder().encodeToString(content), random))
                    .isEqualTo(content);
            assertThat(read("quoted-printable", quotedPrintable(content, random), random))
                    .isEqualTo(content);
        }
    }

    private static String quotedPrintable(byte[] content, Random random) {
        StringBuilder text = new StringBuilder();
        for (byte value : content) {
            if (random.nextInt(40) == 0) {
                text.append(random.nextBoolean() ? "=\r\n" : "=\n");
            }
            boolean plain = value > ' ' && value != '=' && value < 0x7f;
            text.append(plain ? String.valueOf((char) value) : String.format("=%02X", value & 0xff));
        }
        return text.toString();
    }

    @Test
    void takesTheIdentityByItsThreeNamesAndListsItInLegacyMode() throws IOException {
        for (String name : new String[] {"7bit", "8BIT", "Binary"}) {
            byte[] body = Bodies.part(
                    "Content-Disposition: form-data; name=f\r\nContent-Transfer-Encoding: " + name + "\r\n", "=41");

            for (FormCompliance mode : FormCompliance.values()) {
                FormOptions options = FormOptions.builder().compliance(mode).build();
                try (Form form = Form.read(new ByteArrayInputStream(body), Bodies.TYPE, options)) {
                    assertThat(form.text("f")).isEqualTo("=41");
                    assertThat(form.violations())
                            .isEqualTo(
                                    mode == FormCompliance.LEGACY
                                            ? List.of(FormViolation.IDENTITY_ENCODING)
                                            : List.of());
                }
            }
        }
    }
}
