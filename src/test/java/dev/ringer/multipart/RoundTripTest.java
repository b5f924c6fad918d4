package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Ring;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that all three ways of reading return what the writer wrote, however the bytes are split. */
class RoundTripTest {
    private static final long SEED = 4711;
    private static final String BOUNDARY_CHARACTERS = "abcXYZ0189'()+_,-./:=?";

    @ParameterizedTest
    @EnumSource(FormCompliance.class)
    void readsWhatTheWriterWrote(FormCompliance mode) throws IOException {
        FormOptions options =
                FormOptions.builder().compliance(mode).fileThresholdBytes(3000).build();
        Random random = new Random(SEED);

        for (int round = 0; round < Ring.choose(50, 150); round++) {
            String boundary = boundary(random);
            List<RecordedParts.Part> parts = parts(random, boundary);
            MultipartWriter writer = new MultipartWriter(boundary);
            parts.forEach(part -> writer.part(part.name(), part.fileName(), Bodies.latin(part.content())));
            byte[] body = writer.end();
            String contentType = "multipart/form-data; boundary=\"" + boundary + "\"";
            int[] ends = random.ints(5, 0, body.length + 1).sorted().toArray();

            assertThat(RecordedParts.of(body, contentType, options, ends).parts)
                    .as("pushed, seed %d, round %d", SEED, round)
                    .isEqualTo(parts);
            assertThat(pulled(Bodies.dripping(body, 1 + random.nextInt(20_000), random), contentType, options, random))
                    .as("pulled, seed %d, round %d", SEED, round)
                    .isEqualTo(parts);
            assertThat(collected(Bodies.dripping(body, 1 + random.nextInt(20_000), random), contentType, options))
                    .as("collected, seed %d, round %d", SEED, round)
                    .isEqualTo(parts);
        }
    }

    private static String boundary(Random random) {
        StringBuilder boundary = new StringBuilder();
        int length = 1 + random.nextInt(70);
        while (boundary.length() < length) {
            boundary.append(BOUNDARY_CHARACTERS.charAt(random.nextInt(BOUNDARY_CHARACTERS.length())));
        }
        return boundary.toString();
    }

    private static List<RecordedParts.Part> parts(Random random, String boundary) {
        List<RecordedParts.Part> parts = new ArrayList<>();
        int count = random.nextInt(5);
        for (int index = 0; index < count; index++) {
            boolean file = random.nextBoolean();
            int length = random.nextInt(4) == 0 ? random.nextInt(200_000) : random.nextInt(4000);
            String content = Bodies.nearDelimiters(random, boundary, length);
            parts.add(new RecordedParts.Part(
                    "näme\"\r\n\\" + random.nextInt(3),
                    file ? "../fi;le\\\" " + index : null,
                    file ? "application/octet-stream" : "text/plain; charset=ISO8859_1",
                    content));
        }
        return parts;
    }

    private static List<RecordedParts.Part> pulled(
            InputStream in, String contentType, FormOptions options, Random random) throws IOException {
        List<RecordedParts.Part> parts = new ArrayList<>();
        FormReader reader = FormReader.of(in, contentType, options);
        for (FormPart part = reader.next(); part != null; part = reader.next()) {
            parts.add(new RecordedParts.Part(part.name(), part.fileName(), part.contentType(), content(part, random)));
        }
        return parts;
    }

    private static String content(FormPart part, Random random) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        if (random.nextInt(3) == 0) {
            part.stream().transferTo(content);
        } else {
            byte[] array = new byte[10_000];
            int count = 0;
            while (count >= 0) {
                content.write(array, 5, count);
                count = part.stream().read(array, 5, random.nextBoolean() ? 9000 : 1 + random.nextInt(100));
            }
        }
        return content.toString(StandardCharsets.ISO_8859_1);
    }

    private static List<RecordedParts.Part> collected(InputStream in, String contentType, FormOptions options)
            throws IOException {
        List<RecordedParts.Part> parts = new ArrayList<>();
        try (Form form = Form.read(in, contentType, options)) {
            for (FormEntry entry : form.entries()) {
                parts.add(part(entry));
            }
        }
        return parts;
    }

    private static RecordedParts.Part part(FormEntry entry) throws IOException {
        if (entry instanceof FormFile file) {
            try (InputStream stream = file.stream()) {
                String content = new String(stream.readAllBytes(), StandardCharsets.ISO_8859_1);
                return new RecordedParts.Part(file.name(), file.fileName(), file.contentType(), content);
            }
        }
        FormField field = (FormField) entry;
        return new RecordedParts.Part(field.name(), null, field.contentType(), field.text());
    }
}
