package dev.ringer.internal.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringer.options.AccessLogOptions.Format;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that no input of a client can begin a line or end a field, and that the output is printable ASCII. */
class LineFormatsTest {
    private static final String ALL_BYTES =
            IntStream.range(0, 256).mapToObj(c -> "" + (char) c).collect(Collectors.joining());
    private static final String NO_BYTES = "\u2028\u202e\ud800 x \udc00\ud83d\ude00\uffff";

    @ParameterizedTest
    @EnumSource(value = Format.class, mode = EnumSource.Mode.EXCLUDE, names = "OFF")
    void noLineIsForged(Format format) {
        try (Records records = new Records(format)) {
            for (String text : new String[] {ALL_BYTES, NO_BYTES, "\" 200 -\n1.2.3.4 - - forged", "\\", "\\\"", ""}) {
                AccessRecord record = records.of("/%22", text, text);
                record.user(text);
                record.status(200);
                record.end(true);

                String line = records.line(record);

                assertThat(line).endsWith("\n").matches("[\\x20-\\x7e]+\n");
            }
        }
    }

    @Test
    void theFieldsOfACombinedLineAreToldApart() {
        String field = "\"(?:[^\"\\\\]|\\\\.)*\"";
        Random random = new Random(18);
        try (Records records = new Records(Format.COMBINED)) {
            for (int i = 0; i < 1000; i++) {
                String hostile = random.ints(20, 0, 256)
                        .mapToObj(c -> random.nextInt(3) == 0 ? "\"" : random.nextInt(3) == 0 ? "\\" : "" + (char) c)
                        .collect(Collectors.joining());
                AccessRecord record = records.of("/a", hostile, hostile);
                record.user(hostile);
                record.status(204);
                record.end(true);

                assertThat(records.line(record))
                        .matches("192\\.0\\.2\\.7 - [^ ]+ \\[[^\\]]+] " + field + " 204 - " + field + " " + field
                                + "\n");
            }
        }
    }

    @Test
    void jsonSaysWhatWasSent() throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();
        Random random = new Random(19);
        try (Records records = new Records(Format.JSON)) {
            for (int i = 0; i < 1000; i++) {
                String text =
                        random.ints(30, 0, 256).mapToObj(c -> "" + (char) c).collect(Collectors.joining());
                AccessRecord record = records.of("/a", text, ALL_BYTES);
                record.user(NO_BYTES);
                record.status(200);
                record.addBytes(Long.MAX_VALUE);
                record.end(false);

                JsonNode node = mapper.readTree(records.line(record));

                assertThat(node.get("referer").asText()).isEqualTo(text);
                assertThat(node.get("userAgent").asText()).isEqualTo(ALL_BYTES);
                assertThat(node.get("user").asText()).isEqualTo("\u2028\u202e\ufffd x \ufffd\ud83d\ude00\uffff");
                assertThat(node.get("bytes").asLong()).isEqualTo(Long.MAX_VALUE);
                assertThat(node.get("time").asText()).isEqualTo("1970-01-01T00:00:00.000Z");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = Format.class, mode = EnumSource.Mode.EXCLUDE, names = "OFF")
    void linesAreBounded(Format format) {
        String huge = "\u0000".repeat(300_000);
        try (Records records = new Records(format)) {
            AccessRecord record = records.of("/" + "x".repeat(300_000), huge, huge);
            record.user(huge);
            record.end(true);

            assertThat(record.largeBytes()).isPositive();
            assertThat(records.line(record)).hasSizeLessThan(14_000).contains("<TRUNCATED>");
        }
    }
}
