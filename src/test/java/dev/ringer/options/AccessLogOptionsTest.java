package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ringer.options.AccessLogOptions.Format;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AccessLogOptionsTest {
    private final AccessLogOptions options = AccessLogOptions.of(Format.JSON, "access.log");

    @Test
    void areTheSameInCodeAsByTheProperty() {
        assertThat(options)
                .isEqualTo(AccessLogOptions.of("json:access.log"))
                .hasSameHashCodeAs(AccessLogOptions.of("json:access.log"))
                .isNotEqualTo(AccessLogOptions.of("common:access.log"))
                .isNotEqualTo(AccessLogOptions.of("json:other.log"))
                .hasToString(
                        "AccessLogOptions[format=JSON, file=access.log, maxFileSize=104857600, maxFiles=30, fields=[]]");
        assertThat(AccessLogOptions.of(Format.OFF, "")).isEqualTo(AccessLogOptions.OFF);
    }

    @Test
    void changeOneByOne() {
        AccessLogOptions others = options.withMaxFileSize(7).withMaxFiles(0);

        assertThat(others.format()).isEqualTo(Format.JSON);
        assertThat(others.file()).isEqualTo("access.log");
        assertThat(others.maxFileSize()).isEqualTo(7);
        assertThat(others.maxFiles()).isZero();
        assertThat(options.withMaxFileSize(7)).isNotEqualTo(options).isNotEqualTo(others);
    }

    @Test
    void refuseWhatCannotBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withMaxFileSize(-1))
                .withMessage("maxFileSize is negative: -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withMaxFiles(-1))
                .withMessage("maxFiles is negative: -1");
        assertThatNullPointerException().isThrownBy(() -> AccessLogOptions.of(null, ""));
        assertThatNullPointerException().isThrownBy(() -> AccessLogOptions.of(Format.JSON, null));
    }

    @Test
    void takeNamesOfFields() {
        AccessLogOptions others = options.withFields(" X-Tenant", "response:ETag", "x-tenant");

        assertThat(others.fields()).containsExactly("x-tenant", "response:etag");
        assertThat(others.withMaxFileSize(7).withMaxFiles(7).fields()).isEqualTo(others.fields());
        assertThat(others)
                .isNotEqualTo(options)
                .hasToString(options.toString().replace("[]", "[x-tenant, response:etag]"));
        assertThat(options.fields()).isEmpty();
    }

    @Test
    void refuseFieldsWithCredentialsAndTooManyFields() {
        for (String secret : new String[] {"Authorization", "proxy-authorization", "COOKIE", "response:Set-Cookie"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> options.withFields("a", secret))
                    .withMessageEndingWith("is refused because it has credentials");
        }
        for (String wrong : new String[] {"", "a b", "a:b", "request:a", "response:", "a\"", "x".repeat(101)}) {
            assertThatIllegalArgumentException().as(wrong).isThrownBy(() -> options.withFields(wrong));
        }
        String[] many = IntStream.range(0, 21).mapToObj(i -> "a" + i).toArray(String[]::new);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withFields(many))
                .withMessage("more than 20 fields: 21");
    }
}
