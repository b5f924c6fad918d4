package dev.ringer.internal.http2.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class Http2FaultTest {
    @ParameterizedTest
    @EnumSource(Http2Fault.class)
    void saysWhatItEndsAndWhichRuleItBreaks(Http2Fault fault) {
        assertThat(fault.rule()).matches("RFC \\d+, [\\d.]+");
        assertThat(fault.text()).isNotBlank().doesNotEndWith(".");
        assertThat(fault.code()).isNotEqualTo(ErrorCode.NO_ERROR);
        if (fault.endsConnection()) {
            assertThat(fault.status()).isZero();
        } else {
            assertThat(fault.status()).isIn(0, 400, 431, 501, 503);
        }
    }
}
