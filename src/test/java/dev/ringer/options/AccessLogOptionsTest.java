package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ringer.options.AccessLogOptions.Format;
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
                .hasToString("AccessLogOptions[format=JSON, file=access.log, maxFileSize=104857600, maxFiles=30]");
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
}
