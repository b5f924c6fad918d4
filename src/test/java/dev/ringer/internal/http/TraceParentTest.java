package dev.ringer.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.FakeHead;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String VALID = "00-" + TRACE + "-00f067aa0ba902b7-01";

    @ParameterizedTest
    @ValueSource(
            strings = {
                VALID,
                "00-" + TRACE + "-00f067aa0ba902b7-00",
                "cc-" + TRACE + "-00f067aa0ba902b7-01",
                "cc-" + TRACE + "-00f067aa0ba902b7-01-what.the.future.brings"
            })
    void readsTheTraceId(String value) {
        assertThat(TraceParent.traceId(new FakeHead("/", "Traceparent", value))).isEqualTo(TRACE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "ff-" + TRACE + "-00f067aa0ba902b7-01",
                "0x-" + TRACE + "-00f067aa0ba902b7-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-" + TRACE + "-0000000000000000-01",
                "00-" + TRACE + "-00f067aa0ba902b7-0",
                "00-" + TRACE + "-00f067aa0ba902b7-0g",
                "00_" + TRACE + "-00f067aa0ba902b7-01",
                "00-" + TRACE + "_00f067aa0ba902b7-01",
                "00-" + TRACE + "-00f067aa0ba902b7_01",
                VALID + "-more",
                "cc-" + TRACE + "-00f067aa0ba902b7-01.more",
                "00-\"},\"forged\":{\"a\":\"bcdefghijklm-00f067aa0ba902b7-01"
            })
    void ignoresEverythingElse(String value) {
        assertThat(TraceParent.traceId(new FakeHead("/", "Traceparent", value))).isNull();
    }

    @Test
    void ignoresARepeatedField() {
        assertThat(TraceParent.traceId(new FakeHead("/", "Traceparent", VALID, "Traceparent", VALID)))
                .isNull();
        assertThat(TraceParent.traceId(new FakeHead("/"))).isNull();
    }
}
