package dev.ringer.internal.http2.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;

/**
 * What holds whatever bytes a client sends: nothing but a refusal is thrown, all input is taken, and the pieces in which
 * it comes make no difference.
 */
final class FrameProperties {
    private FrameProperties() {}

    static void assertAll(byte[] bytes) {
        List<String> whole = FrameLog.read(bytes, bytes.length + 1);
        int hash = Arrays.hashCode(bytes) >>> 1;
        for (int size : List.of(1, 2 + hash % 11, 1 + hash % (bytes.length + 1))) {
            assertThat(FrameLog.read(bytes, size)).as("in pieces of %d", size).isEqualTo(whole);
        }
    }
}
