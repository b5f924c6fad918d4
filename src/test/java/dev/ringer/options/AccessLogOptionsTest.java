package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ringer.options.AccessLogOptions.Destination;
import dev.ringer.options.AccessLogOptions.Format;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AccessLogOptionsTest {
    private final AccessLogOptions options =
            AccessLogOptions.builder(Format.JSON).file(Path.of("access.log")).build();

    @Test
    void areTheSameInCodeAsByTheProperty() {
        assertThat(options)
                .isEqualTo(AccessLogOptions.parse("json:access.log"))
                .hasSameHashCodeAs(AccessLogOptions.parse("json:access.log"))
                .isNotEqualTo(AccessLogOptions.parse("common:access.log"))
                .isNotEqualTo(AccessLogOptions.parse("json:other.log"))
                .hasToString("AccessLogOptions[json:access.log, maxFileSize=104857600, maxFiles=30, fields=[]]");
        assertThat(AccessLogOptions.builder(Format.OFF).build()).isEqualTo(AccessLogOptions.OFF);
    }

    @Test
    void changeOneByOne() {
        AccessLogOptions others = options.toBuilder().maxFileSize(7).maxFiles(0).build();

        assertThat(others.format()).isEqualTo(Format.JSON);
        assertThat(others.file()).isEqualTo(Path.of("access.log"));
        assertThat(others.maxFileSize()).isEqualTo(7);
        assertThat(others.maxFiles()).isZero();
        assertThat(options.toBuilder().maxFileSize(7).build())
                .isNotEqualTo(options)
                .isNotEqualTo(others);
    }

    @ParameterizedTest
    @CsvSource({
        "common, LOGGER,",
        "json:-, STANDARD_OUTPUT,",
        "combined:C:\\logs\\access.log, FILE, C:\\logs\\access.log",
        "combined: a.log, FILE, a.log"
    })
    void nameTheirDestination(String text, Destination destination, Path file) {
        AccessLogOptions parsed = AccessLogOptions.parse(text);

        assertThat(parsed.destination()).isEqualTo(destination);
        assertThat(parsed.file()).isEqualTo(file);
        assertThat(AccessLogOptions.parse(parsed.text())).isEqualTo(parsed);
    }

    @Test
    void theLastDestinationCounts() {
        assertThat(options.toBuilder().standardOutput().build()).isEqualTo(AccessLogOptions.parse("json:-"));
        assertThat(AccessLogOptions.parse("json:-").toBuilder()
                        .file(Path.of("access.log"))
                        .build())
                .isEqualTo(options);
    }

    @Test
    void refuseWhatCannotBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.toBuilder().maxFileSize(-1))
                .withMessage("maxFileSize must not be negative: -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.toBuilder().maxFiles(-1))
                .withMessage("maxFiles must not be negative: -1");
        assertThatNullPointerException().isThrownBy(() -> AccessLogOptions.builder(null));
        assertThatNullPointerException()
                .isThrownBy(() -> AccessLogOptions.builder(Format.JSON).file(null));
    }

    @Test
    void takeNamesOfFields() {
        AccessLogOptions others = options.toBuilder()
                .fields(" X-Tenant", "response:ETag", "x-tenant")
                .build();

        assertThat(others.fields()).containsExactly("x-tenant", "response:etag");
        assertThat(others.toBuilder().maxFileSize(7).build().fields()).isEqualTo(others.fields());
        assertThat(others)
                .isNotEqualTo(options)
                .hasToString(options.toString().replace("[]", "[x-tenant, response:etag]"));
        assertThat(options.fields()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "JSON")
    void refuseFieldsThatTheirFormatCannotShow(Format format) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AccessLogOptions.builder(format).fields("a"))
                .withMessage("only the JSON format has fields, not " + format);
        assertThat(AccessLogOptions.builder(format).fields().build().fields()).isEmpty();
    }

    @Test
    void refuseFieldsWithCredentialsAndTooManyFields() {
        for (String secret : new String[] {"Authorization", "proxy-authorization", "COOKIE", "response:Set-Cookie"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> options.toBuilder().fields("a", secret))
                    .withMessageEndingWith("cannot be logged because it carries credentials");
        }
        for (String wrong : new String[] {"", "a b", "a:b", "request:a", "response:", "a\"", "x".repeat(101)}) {
            assertThatIllegalArgumentException()
                    .as(wrong)
                    .isThrownBy(() -> options.toBuilder().fields(wrong));
        }
        String[] many = IntStream.range(0, 21).mapToObj(i -> "a" + i).toArray(String[]::new);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.toBuilder().fields(many))
                .withMessage("at most 20 fields can be logged, not 21");
    }
}
