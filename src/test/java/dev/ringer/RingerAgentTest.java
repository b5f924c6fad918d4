package dev.ringer;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class RingerAgentTest {
    @Test
    void startsWithoutArguments() {
        assertThatCode(() -> RingerAgent.premain(null)).doesNotThrowAnyException();
    }
}
