package dev.ringer.internal.names;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NormalNamesTest {
    @Test
    void recallsWhatItNormalised() {
        assertThat(NormalNames.recall("x-RECALLED")).isNull();

        String normal = NormalNames.normalize("x-RECALLED");

        assertThat(normal).isEqualTo("X-recalled");
        assertThat(NormalNames.recall("x-RECALLED")).isSameAs(normal);
    }

    @Test
    void returnsANormalUnknownNameItselfHoweverOftenItCame() {
        NormalNames.normalize("X-normal-name");
        String equal = new String("X-normal-name");

        assertThat(NormalNames.normalize(equal)).isSameAs(equal);
    }

    @Test
    void returnsTheConstantForACopyOfAKnownName() {
        assertThat(NormalNames.normalize(new String("Content-length"))).isSameAs("Content-length");
        assertThat(NormalNames.normalize(new String("Content-length"))).isSameAs("Content-length");
    }

    @Test
    void doesNotRecallWhatNoFieldMayBeCalled() {
        NormalNames.normalize("x-\u0100");

        assertThat(NormalNames.recall("x-\u0100")).isNull();
    }

    @Test
    void doesNotRememberLongNames() {
        String name = "X".repeat(65);
        NormalNames.normalize(name);

        assertThat(NormalNames.recall(name)).isNull();
    }

    @Test
    void knowsTheIndexBeforeAndAfterItRemembers() {
        assertThat(NormalNames.indexOf("hOsT")).isEqualTo(KnownNames.HOST);
        NormalNames.normalize("hOsT");
        assertThat(NormalNames.indexOf("hOsT")).isEqualTo(KnownNames.HOST);
        assertThat(NormalNames.indexOf("X-unknown-name")).isEqualTo(KnownNames.UNKNOWN);
    }

    @Test
    void staysCorrectWhenTheCacheIsFull() {
        for (int i = 0; i < 5_000; i++) {
            assertThat(NormalNames.normalize("x-FULL-" + i)).isEqualTo("X-full-" + i);
            assertThat(NormalNames.normalize("X-full-" + i)).isEqualTo("X-full-" + i);
        }

        assertThat(NormalNames.normalize("content-TYPE")).isSameAs("Content-type");
    }
}
